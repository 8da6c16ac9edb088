package model

import "mouldworks/internal/platform/quantity"

// The values of setting 15 that do not take the hours of the route.
const (
	assemblyFixed = 2
	assemblySum   = 3
	AssemblyMean  = 4
)

// impliedAssembly is the number of the assembly that an order implies.
const impliedAssembly = 10

// AssemblyHours are where the hours of a mould's assembly may come from, beside its route; 0 = unknown.
type AssemblyHours struct {
	Fixed quantity.Minutes // of its order type
	Parts quantity.Minutes // sum over its workpieces: quantity x default of the part type, for one person
	Mean  quantity.Minutes // of finished moulds of the order type; 0 with fewer than three
}

// assemblyMinutes is setting 15 for an assembly, or a lot of it, by a crew: the minutes by the method, else by the next
// simpler one, else those of the route. known is false when a method was asked for and nobody has any hours.
func (a *Adapter) assemblyMinutes(m *Mould, p *Part, route quantity.Minutes, crew int) (minutes quantity.Minutes, known bool) {
	h := m.AssemblyBy
	crews := quantity.Minutes(max(1, crew))
	method := int(a.number("assemblyHourMethod"))
	switch {
	case method == AssemblyMean && h.Mean > 0:
		return p.share(h.Mean), true
	case (method == AssemblyMean || method == assemblyFixed) && h.Fixed > 0:
		return p.share(h.Fixed), true
	case method == assemblySum && h.Parts > 0:
		return p.share((h.Parts + crews - 1) / crews), true
	case method == assemblyFixed || method == assemblySum || method == AssemblyMean:
		return route, route > 0
	}
	return route, true
}

// assembled gives the first operation of a part its assembly hours when it is the one in which the parts of its mould meet:
// that of an assembly without parent, or the step of its order, wherever that stands. What has started keeps its own.
func (a *Adapter) assembled(m *Mould, p *Part, o *Operation) *Operation {
	meets := p.Assembly && p.Parent == "" && o.Step <= impliedAssembly || o.Implied && o.Step == impliedAssembly
	if !meets || o.Status != 0 {
		return o
	}
	minutes, known := a.assemblyMinutes(m, p, o.Minutes, o.Crew)
	if !known {
		a.noHours[o.ID] = true
	}
	if minutes == o.Minutes {
		return o
	}
	c := *o
	c.Minutes, c.Setup = minutes, min(o.Setup, minutes)
	c.Machines = append([]Eligible(nil), o.Machines...)
	for i := range c.Machines { // hours of a pair are those of the route
		c.Machines[i].Minutes, c.Machines[i].Setup = 0, 0
	}
	return &c
}
