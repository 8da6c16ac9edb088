// Package demo makes mould shops out of nothing: the demo factory's basic data and, for a seed, the moulds, routes,
// electrodes and progress of a realistic shop, as a workbook or as a scheduling problem.
//
// What lives here: pure functions and plain values. What never does: a database, a clock, HTTP, randomness without a
// seed.
package demo

import (
	"time"

	"mouldworks/internal/platform/quantity"
)

// Masters is the basic data that a shop refers to. All references are by code (groups, processes, materials,
// customers, suppliers) or name (sections, shifts, calendars, machines).
type Masters struct {
	Sections  []Section
	Shifts    []Shift
	Calendars []Calendar
	Materials []Material
	Groups    []Group
	Machines  []Machine
	Processes []Process
	Customers []Customer
	Suppliers []Supplier
	FlowTimes []FlowTime
}

// Section is an area of the factory.
type Section struct {
	Name, ChineseName string
	Type              int    // code of basic data: 1 milling, 2 EDM, 3 wire EDM, 4 grinding, 5 inspection, 6 fitting, 7 try-out, 8 CAM, 0 other
	Colour            string // #RRGGBB
	NeedCAM           bool   // its operations wait for a program
}

// Shift is a pattern of working periods.
type Shift struct {
	Name, EnglishName string
	Type              ShiftType
	Periods           []Period
}

// ShiftType is the code of basic data.
type ShiftType int

// The types of shifts that the demo uses.
const (
	ShiftDay     ShiftType = 1
	ShiftSeveral ShiftType = 4
	ShiftAround  ShiftType = 5
)

// Period is one stretch of work, "HH:MM" each; 24:00 ends the day. RestStart and RestEnd are "" without a rest.
type Period struct {
	Start, End         string
	RestStart, RestEnd string
	Overtime           quantity.Minutes // possible after the end
}

// Calendar says which days are worked.
type Calendar struct {
	Name        string
	EnglishName string
	Default     bool
	Rest        []time.Weekday
	Holidays    []Holiday
}

// Holiday is a rest from one date to another, both included.
type Holiday struct {
	Name     string
	From, To quantity.Date
}

// GroupKind is the code of basic data.
type GroupKind int

// The kinds of groups.
const (
	Machinery GroupKind = 1
	People    GroupKind = 2
	Outside   GroupKind = 3
)

// Group is a resource group.
type Group struct {
	Code, Name, EnglishName string
	Section                 string
	Calendar                string
	Shift                   string
	Kind                    GroupKind
	Members                 int // of people groups: how many work at once
	Scheduled               bool
	Capacity                quantity.Decimal // hours a day
	LabourRate              quantity.Decimal // per hour
}

// Machine is a machine tool.
type Machine struct {
	Name       string
	Group      string
	Section    string
	Type       string
	Automation bool             // runs unattended
	WorkRate   quantity.Decimal // 1.1 = 10 % faster than standard
	LabourRate quantity.Decimal
	TargetRate quantity.Decimal // utilisation, per cent
}

// Class is the code of a process class in basic data.
type Class int

// The classes of processes.
const (
	Machining  Class = 3
	EDM        Class = 4
	Inspection Class = 5
	Fitting    Class = 6
	Tryout     Class = 7
	AtSupplier Class = 8
)

// Process is a manufacturing step.
type Process struct {
	Code, Name, EnglishName string
	Class                   Class
	Group                   string // code of the default group
	Unattended              bool
	Default                 quantity.Minutes
}

// MaterialType is the code of basic data.
type MaterialType int

// The types of materials that the demo uses.
const (
	Steel    MaterialType = 1
	Copper   MaterialType = 2
	Graphite MaterialType = 3
)

// Material is what parts and electrodes are made of.
type Material struct {
	Code, Name, EnglishName string
	Type                    MaterialType
	Hard                    [2]int // HRC, least and greatest; 0 where it is not hardened
	Density                 int    // kg/m3
	Rate, Scrap             int    // RMB per kg
	Treatment               string
}

// Customer is who orders moulds.
type Customer struct{ Number, Name, EnglishName, ShortName string }

// Supplier does outsourced steps.
type Supplier struct {
	Code, Name, EnglishName, ShortName string
	LeadDays                           quantity.Decimal // elapsed
}

// FlowTime is the transport from one group to another, elapsed.
type FlowTime struct {
	Up, Down string
	Minutes  quantity.Minutes
}

// Group finds a group by its code.
func (m *Masters) Group(code string) (Group, bool) {
	for _, g := range m.Groups {
		if g.Code == code {
			return g, true
		}
	}
	return Group{}, false
}

// MachinesOf lists the machines of a group in the order of their names.
func (m *Masters) MachinesOf(group string) []Machine {
	var list []Machine
	for _, x := range m.Machines {
		if x.Group == group {
			list = append(list, x)
		}
	}
	return list
}
