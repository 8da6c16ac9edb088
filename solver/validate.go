package solver

import "fmt"

func itemName(kind string, i int, name string) string {
	if name == "" {
		return fmt.Sprintf("%s %d", kind, i)
	}
	return fmt.Sprintf("%s %q", kind, name)
}

func within(v, hi int32) bool { return v >= 0 && v < hi }

func duration(v Min) bool { return v >= 0 && v <= MaxMinutes }

// validate refuses what the engine could not handle without surprises.
func validate(p *Problem) error {
	for _, list := range []struct {
		name    string
		n, most int
	}{
		{"calendars", len(p.Calendars), MaxItems},
		{"resources", len(p.Resources), MaxItems},
		{"flow", len(p.Flow), MaxItems},
		{"jobs", len(p.Jobs), MaxItems},
		{"jobs by resources", len(p.Jobs) * len(p.Resources), MaxItems},
		{"operations", len(p.Ops), MaxOps},
		{"modes", len(p.Modes), MaxItems},
		{"edges", len(p.Edges), MaxItems},
		{"blocks", len(p.Blocks), MaxItems},
		{"targets", len(p.Targets), MaxItems},
	} {
		if list.n > list.most {
			return fail(ErrTooLarge, list.name, "%d items, at most %d", list.n, list.most)
		}
	}
	if p.Start < 0 || p.End < p.Start || p.End > MaxMinutes {
		return fail(ErrHorizon, "problem", "start %d, end %d, at most %d minutes", p.Start, p.End, MaxMinutes)
	}
	if err := validateResources(p); err != nil {
		return err
	}
	if err := validateOps(p); err != nil {
		return err
	}
	return validateLinks(p)
}

func validateResources(p *Problem) error {
	cals := int32(max(1, len(p.Calendars)))
	if p.Classes < 0 || int64(len(p.Flow)) != int64(p.Classes)*int64(p.Classes) {
		return fail(ErrUnknown, "flow", "%d entries for %d classes", len(p.Flow), p.Classes)
	}
	for i, f := range p.Flow {
		if !duration(f) {
			return fail(ErrNegative, itemName("flow", i, ""), "%d minutes", f)
		}
	}
	for i := range p.Resources {
		r := &p.Resources[i]
		name := itemName("resource", i, r.Name)
		if r.Cap < 0 {
			return fail(ErrNegative, name, "capacity %d", r.Cap)
		}
		if r.Cap > MaxUnits {
			return fail(ErrTooLarge, name, "capacity %d, at most %d", r.Cap, MaxUnits)
		}
		if !within(r.Group, int32(len(p.Resources))) {
			return fail(ErrUnknown, name, "group %d", r.Group)
		}
		if p.Classes > 0 && !within(r.Class, p.Classes) {
			return fail(ErrUnknown, name, "flow class %d", r.Class)
		}
		for _, c := range [5]int32{r.Manned[0], r.Manned[1], r.Run[0], r.Run[1], r.Shift} {
			if !within(c, cals) {
				return fail(ErrUnknown, name, "calendar %d", c)
			}
		}
	}
	for i := range p.Jobs {
		j := &p.Jobs[i]
		if j.Weight < 0 || j.Release > MaxMinutes || j.Due > MaxMinutes {
			return fail(ErrNegative, itemName("job", i, j.Name), "weight %d, release %d, due %d", j.Weight, j.Release, j.Due)
		}
	}
	return nil
}

func validateOps(p *Problem) error {
	resources, jobs, cals := int32(len(p.Resources)), int32(len(p.Jobs)), int32(max(1, len(p.Calendars)))
	next, held := int32(0), 0
	for i := range p.Ops {
		o := &p.Ops[i]
		name := func() string { return itemName("operation", i, o.Name) } // words only for what is refused
		hi := int32(len(p.Modes))
		if i+1 < len(p.Ops) {
			hi = p.Ops[i+1].Mode0
		}
		if o.Mode0 != next || hi < next || int(hi) > len(p.Modes) {
			return fail(ErrUnknown, name(), "modes %d..%d", o.Mode0, hi)
		}
		next = hi
		if o.Job != None && !within(o.Job, jobs) {
			return fail(ErrUnknown, name(), "job %d", o.Job)
		}
		if o.Crew < 0 || o.Release > MaxMinutes || !duration(o.Buffer) {
			return fail(ErrNegative, name(), "crew %d, release %d, buffer %d", o.Crew, o.Release, o.Buffer)
		}
		if held += int(max(1, o.Crew)); held > MaxItems {
			return fail(ErrTooLarge, name(), "crew %d", o.Crew)
		}
		if !within(o.BufferCal, cals) {
			return fail(ErrUnknown, name(), "calendar %d of the buffer", o.BufferCal)
		}
		if o.Mode0 == hi && o.Barred == ReasonNone && !o.Fix.Timed() {
			return fail(ErrNoModes, name(), "no resource can make it")
		}
		for m := o.Mode0; m < hi; m++ {
			d := &p.Modes[m]
			if !within(d.Resource, resources) {
				return fail(ErrUnknown, name(), "resource %d", d.Resource)
			}
			if !duration(d.Setup) || !duration(d.Run) {
				return fail(ErrNegative, name(), "set-up %d, run %d on %s", d.Setup, d.Run, p.Resources[d.Resource].Name)
			}
			if c := p.Resources[d.Resource].Cap; c > 0 && o.Crew > c {
				return fail(ErrTooLarge, name(), "crew %d on %s of %d", o.Crew, p.Resources[d.Resource].Name, c)
			}
		}
		if o.Fix.Kind != FixNone && !within(o.Fix.Resource, resources) {
			return fail(ErrUnknown, name(), "fixed on resource %d", o.Fix.Resource)
		}
		if o.Fix.Timed() && (o.Fix.Start < 0 || o.Fix.End < o.Fix.Start || o.Fix.End > MaxMinutes) {
			return fail(ErrFix, name(), "start %d, end %d", o.Fix.Start, o.Fix.End)
		}
	}
	if int(next) != len(p.Modes) && len(p.Ops) > 0 {
		return fail(ErrUnknown, "modes", "%d belong to no operation", len(p.Modes)-int(next))
	}
	return nil
}

func validateLinks(p *Problem) error {
	ops, resources := int32(len(p.Ops)), int32(len(p.Resources))
	for i := range p.Edges {
		e := &p.Edges[i]
		name := func() string { return itemName("edge", i, "") }
		if !within(e.To, ops) || (e.From != None && !within(e.From, ops)) {
			return fail(ErrUnknown, name(), "operations %d and %d", e.From, e.To)
		}
		if e.FromAt < SetupPoint || e.FromAt > Million || e.ToAt < SetupPoint || e.ToAt > Million || !duration(e.Lag) {
			return fail(ErrNegative, name(), "points %d and %d, lag %d", e.FromAt, e.ToAt, e.Lag)
		}
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		name := itemName("block", i, b.Name)
		if !within(b.Resource, resources) {
			return fail(ErrUnknown, name, "resource %d", b.Resource)
		}
		if b.End < b.Start || b.Units < 0 || b.Start < -MaxMinutes || b.End > MaxMinutes {
			return fail(ErrNegative, name, "start %d, end %d, units %d", b.Start, b.End, b.Units)
		}
	}
	for i := range p.Targets {
		if t := &p.Targets[i]; !within(t.Op, ops) || t.Weight < 0 {
			return fail(ErrUnknown, itemName("target", i, ""), "operation %d, weight %d", t.Op, t.Weight)
		}
	}
	return nil
}
