package modeltest

import (
	"fmt"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
)

// Factory has two milling machines, one EDM machine and two fitters, who work Monday to Saturday, and n moulds of
// three operations each.
func Factory(n int) *model.Shop {
	day := [][2]string{{"08:00", "12:00"}, {"13:00", "17:00"}}
	one := quantity.Whole(1)
	s := &model.Shop{
		Zone: "Asia/Shanghai",
		Groups: []model.Group{
			{ID: "g-cnc", Code: "CNC", Name: "数控组", Section: "加工", Scheduled: true, Periods: day, Rest: []int{0}},
			{ID: "g-edm", Code: "EDM", Name: "电火花组", Section: "加工", Scheduled: true, Periods: day, Rest: []int{0}},
			{ID: "g-fit", Code: "FIT", Name: "钳工组", Section: "装配", Scheduled: true, People: true, Members: 2, Periods: day, Rest: []int{0}},
			{ID: "g-off", Code: "OFF", Name: "停用组"},
		},
		Machines:  []model.Machine{{ID: "m1", Name: "M1", GroupID: "g-cnc", WorkRate: one}, {ID: "m2", Name: "M2", GroupID: "g-cnc", WorkRate: one}, {ID: "e1", Name: "E1", GroupID: "g-edm", WorkRate: one, Automation: true}},
		Suppliers: []model.Supplier{{ID: "s1", Code: "S1", Name: "热处理厂", LeadDays: quantity.Whole(2)}},
	}
	for i := range n {
		no := fmt.Sprintf("A%03d", i+1)
		due := time.Now().AddDate(0, 0, 20+i).Truncate(time.Minute)
		s.Moulds = append(s.Moulds, model.Mould{ID: "mould-" + no, No: no, Name: "模具" + no, Delivery: &due, Priority: 50, Parts: []model.Part{{ID: "part-" + no, No: "P1", Name: "型芯", Qty: 1, Ops: []model.Operation{
			{ID: no + "-10", No: 10, Process: "数控", GroupID: "g-cnc", Minutes: 240, Setup: 30, Crew: 1, Pausable: true},
			{ID: no + "-20", No: 20, Process: "电火花", EDM: true, GroupID: "g-edm", Minutes: 300, Setup: 30, Crew: 1, Pausable: true, Unattended: true},
			{ID: no + "-30", No: 30, Process: "钳工", GroupID: "g-fit", Minutes: 120, Crew: 1, Pausable: true},
		}}}})
	}
	return s
}
