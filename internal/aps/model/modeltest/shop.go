// Package modeltest makes small shops for tests of the rooms that build on the model.
//
// What lives here: a shop of two machines and one mould, its translation, and moments of its first days. What never does: anything
// that the product runs. The tests within model have builders of their own: they cannot import what imports them.
package modeltest

import (
	"fmt"
	"strings"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// Start is when the plans of these shops begin: a Monday, at the opening of the shift.
var Start = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)

// Hour is a moment of the day of Start and the days after it, in hours from midnight.
func Hour(h float64) *time.Time {
	at := Start.Truncate(24 * time.Hour).Add(time.Duration(h * float64(time.Hour)))
	return &at
}

// Translated is a shop of two machines and one mould with a part of two operations, under the default settings.
func Translated(change func(s *model.Shop, p *model.Part)) *model.Translation {
	return translate(change)
}

// Asked is the problem that this shop becomes under settings, without any lead time.
func Asked(set map[string]any, change func(s *model.Shop, p *model.Part)) *model.Translation {
	none := map[string]any{"defaultFlowTime": 0.0, "electrodePreProcessTime": 0.0, "edmLeadNotSplit": 0.0, "edmLeadNotStocked": 0.0}
	return translate(change, none, set)
}

func translate(change func(s *model.Shop, p *model.Part), layers ...map[string]any) *model.Translation {
	s := &model.Shop{
		Zone:     "UTC",
		Groups:   []model.Group{{ID: "g", Name: "Milling", Scheduled: true, Periods: [][2]string{{"08:00", "16:00"}}}},
		Machines: []model.Machine{{ID: "m1", Name: "M1", GroupID: "g", WorkRate: quantity.Whole(1)}, {ID: "m2", Name: "M2", GroupID: "g", WorkRate: quantity.Whole(1)}},
		Moulds: []model.Mould{{ID: "id-A", No: "A", Parts: []model.Part{{ID: "p", No: "P1", Qty: 1, Ops: []model.Operation{
			{ID: "o10", No: 10, GroupID: "g", Minutes: 60, Crew: 1}, {ID: "o20", No: 20, GroupID: "g", Minutes: 60, Crew: 1},
		}}}}},
	}
	change(s, &s.Moulds[0].Parts[0])
	return model.Translate(model.Request{Shop: s, Start: Start, Settings: setting.Layered(layers...)})
}

// Modes are the modes of an operation in one line: resource, set-up and run, minutes.
func Modes(op *instance.Op) string {
	var all []string
	for _, m := range op.Modes {
		all = append(all, fmt.Sprintf("%s:%d+%d", m.On, m.Setup, m.Run))
	}
	return strings.Join(all, " ")
}
