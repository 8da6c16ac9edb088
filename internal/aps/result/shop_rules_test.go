package result

import (
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/quantity"
)

// hinting is a shop of two machines and one mould with a part of two operations.
func hinting(change func(s *model.Shop, p *model.Part)) *model.Translation {
	s := &model.Shop{
		Zone:     "UTC",
		Groups:   []model.Group{{ID: "g", Name: "Milling", Scheduled: true, Periods: [][2]string{{"08:00", "16:00"}}}},
		Machines: []model.Machine{{ID: "m1", Name: "M1", GroupID: "g", WorkRate: quantity.Whole(1)}, {ID: "m2", Name: "M2", GroupID: "g", WorkRate: quantity.Whole(1)}},
		Moulds: []model.Mould{{ID: "id-A", No: "A", Parts: []model.Part{{ID: "p", No: "P1", Qty: 1, Ops: []model.Operation{
			{ID: "o10", No: 10, GroupID: "g", Minutes: 60, Crew: 1}, {ID: "o20", No: 20, GroupID: "g", Minutes: 60, Crew: 1},
		}}}}},
	}
	change(s, &s.Moulds[0].Parts[0])
	return model.Translate(model.Request{Shop: s, Start: ruleStart, Settings: setting.Layered()})
}

// asked is the problem that a shop of two machines and one mould becomes under settings, without any lead time.
func asked(set map[string]any, change func(s *model.Shop, p *model.Part)) *model.Translation {
	var shop *model.Shop
	hinting(func(s *model.Shop, p *model.Part) { change(s, p); shop = s })
	none := map[string]any{"defaultFlowTime": 0.0, "electrodePreProcessTime": 0.0, "edmLeadNotSplit": 0.0, "edmLeadNotStocked": 0.0}
	return model.Translate(model.Request{Shop: shop, Start: ruleStart, Settings: setting.Layered(none, set)})
}

var ruleStart = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)

// hour is a moment of the second of March 2026 and the days after it.
func hour(h float64) *time.Time {
	at := ruleStart.Truncate(24 * time.Hour).Add(time.Duration(h * float64(time.Hour)))
	return &at
}
