package result

import (
	"cmp"
	"slices"
	"time"

	"mouldworks/solver"
	"mouldworks/solver/figures"
)

// OvertimeDay is the overtime of a resource on a day.
type OvertimeDay struct {
	Resource string  `json:"resource"`
	Group    string  `json:"group"`
	Day      string  `json:"day" doc:"YYYY-MM-DD in the factory's zone: that of the shift which the overtime follows, else its own"`
	Hours    float64 `json:"hours" doc:"of all people together"`
}

// overtimeDays are the overtime of a plan by resource and day.
func (out *Outcome) overtimeDays() []OvertimeDay {
	p, names := out.Loaded.Problem, out.Translation.Shop.Names()
	zone := out.Zone()
	groups := out.GroupNames()
	at, days := map[[2]string]int{}, []OvertimeDay{}
	for o := range p.Ops {
		if out.Plan.Resource[o] < 0 {
			continue
		}
		r := &p.Resources[out.Plan.Resource[o]]
		people := float64(max(1, p.Ops[o].Crew))
		figures.Overtime(p, out.Plan, o, func(on, from, to solver.Min) {
			day := out.Loaded.Epoch.Add(time.Duration(on) * time.Minute).In(zone).Format(time.DateOnly)
			k, known := at[[2]string{r.Name, day}]
			if !known {
				k = len(days)
				at[[2]string{r.Name, day}] = k
				days = append(days, OvertimeDay{Resource: names[r.Name], Day: day})
				if g := groups[r.Group]; g != nil {
					days[k].Group = g.Name
				}
			}
			days[k].Hours += float64(to-from) * people / 60
		})
	}
	slices.SortFunc(days, func(x, y OvertimeDay) int {
		return cmp.Or(cmp.Compare(x.Day, y.Day), cmp.Compare(x.Group, y.Group), cmp.Compare(x.Resource, y.Resource))
	})
	return days
}
