package instance

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"mouldworks/solver"
)

// builder turns names into numbers, list by list.
type builder struct {
	file  *File
	p     *solver.Problem
	zone  *time.Location
	start time.Time // S
	epoch time.Time // minute 0, before every moment of the file
	shift int64     // minutes from epoch to S
	err   error     // first bad moment

	calendar map[string][2]int32 // without and with overtime
	shifts   map[string]int32    // without extra working time, of those that have any
	resource map[string]int32
	group    map[string]int32
	job      map[string]int32
	op       map[string]int32
}

func at(list string, i int, field string) string { return fmt.Sprintf("%s[%d].%s", list, i, field) }

func (b *builder) clock() error {
	f := b.file
	var err error
	if b.zone, err = time.LoadLocation(f.Zone); err != nil {
		return wrong("zone", "%q is not an IANA zone", f.Zone)
	}
	if b.start, err = time.Parse(time.RFC3339, f.Start); err != nil {
		return wrong("start", "%q is not RFC 3339", f.Start)
	}
	if f.HorizonDays < 0 || f.HorizonDays > 3650 {
		return wrong("horizonDays", "%d, want 1..3650", f.HorizonDays)
	}
	b.start = b.start.Truncate(time.Minute)
	first := int64(0)
	for _, m := range f.moments() {
		if m != nil {
			first = min(first, b.minutes(m))
		}
	}
	if first < -int64(solver.MaxMinutes)/2 {
		return wrong("start", "a moment of the file lies centuries before it")
	}
	b.shift = -first
	b.epoch = b.start.Add(time.Duration(first) * time.Minute)
	if f.WindowDays < 0 || f.WindowDays > 3650 {
		return wrong("windowDays", "%d, want 0..3650", f.WindowDays)
	}
	days := cmp.Or(f.HorizonDays, 730)
	b.p.Start = int32(b.shift)
	b.p.End = b.p.Start + int32(days)*1440
	if f.WindowDays > 0 {
		b.p.Window = b.p.Start + int32(f.WindowDays)*1440
	}
	return nil
}

// moments lists every optional moment of the file.
func (f *File) moments() []*Moment {
	var all []*Moment
	for i := range f.Jobs {
		all = append(all, f.Jobs[i].Release, f.Jobs[i].Due)
	}
	for i := range f.Ops {
		for _, m := range []*Moment{f.Ops[i].Release, f.Ops[i].Otherwise} {
			if m != nil {
				all = append(all, m)
			}
		}
		if f.Ops[i].Prev != nil {
			all = append(all, f.Ops[i].Prev.Start)
		}
	}
	for i := range f.Fixed {
		all = append(all, f.Fixed[i].Start, f.Fixed[i].End)
	}
	for i := range f.Blocks {
		all = append(all, f.Blocks[i].Start, f.Blocks[i].End)
	}
	for i := range f.Targets {
		all = append(all, f.Targets[i].Due)
	}
	for i := range f.Electrodes {
		for j := range f.Electrodes[i].Burns {
			all = append(all, f.Electrodes[i].Burns[j].At)
		}
	}
	return all
}

// minutes returns the minutes from S to m.
func (b *builder) minutes(m *Moment) int64 {
	if m.Instant.IsZero() {
		return m.Minutes
	}
	d := m.Instant.Unix() - b.start.Unix()
	if d < 0 {
		d -= 59
	}
	return d / 60
}

// moment returns m as minutes from the epoch, None when absent.
func (b *builder) moment(m *Moment, path string) solver.Min {
	if m == nil {
		return solver.None
	}
	v := b.minutes(m) + b.shift
	if v < 0 || v > int64(solver.MaxMinutes) {
		if b.err == nil {
			b.err = wrong(path, "out of range")
		}
		return solver.None
	}
	return solver.Min(v)
}

// needed is moment for a field that must be there.
func (b *builder) needed(m *Moment, path string) solver.Min {
	if m == nil && b.err == nil {
		b.err = wrong(path, "missing")
	}
	return b.moment(m, path)
}

// index maps the ids of a list and refuses empty and repeated ones.
func index(list string, n int, id func(int) string) (map[string]int32, error) {
	m := make(map[string]int32, n)
	for i := range n {
		key := id(i)
		if key == "" {
			return nil, wrong(at(list, i, "id"), "empty")
		}
		if _, twice := m[key]; twice {
			return nil, wrong(at(list, i, "id"), "%q is there twice", key)
		}
		m[key] = int32(i)
	}
	return m, nil
}

func (b *builder) jobs() (err error) {
	b.job, err = index("jobs", len(b.file.Jobs), func(i int) string { return b.file.Jobs[i].ID })
	if err != nil {
		return err
	}
	for i := range b.file.Jobs {
		j := &b.file.Jobs[i]
		if j.Weight < 0 {
			return wrong(at("jobs", i, "weight"), "%d is negative", j.Weight)
		}
		b.p.Jobs = append(b.p.Jobs, solver.Job{
			Name: j.ID, Weight: j.Weight,
			Release: max(0, b.moment(j.Release, at("jobs", i, "release"))),
			Due:     b.moment(j.Due, at("jobs", i, "due")),
		})
	}
	return b.err
}

var classes = map[string]solver.OpClass{
	"": solver.ClassNormal, "normal": solver.ClassNormal, "electrode": solver.ClassElectrode,
	"edm": solver.ClassEDM, "assembly": solver.ClassAssembly,
	"outsourced": solver.ClassOutsourced, "milestone": solver.ClassMilestone,
}

var causes = map[string]solver.ReleaseCause{
	"": solver.CauseMould, "mould": solver.CauseMould, "material": solver.CauseMaterial,
	"program": solver.CauseProgram, "design": solver.CauseDesign, "assumed": solver.CauseAssumed,
}

var flags = map[string]solver.ModeFlags{
	"coarse": solver.FlagCoarse, "breaks-spec": solver.FlagBreaksSpec, "changes-machine": solver.FlagChangesMachine,
}

func (b *builder) ops() (err error) {
	f := b.file
	if b.op, err = index("ops", len(f.Ops), func(i int) string { return f.Ops[i].ID }); err != nil {
		return err
	}
	modes := 0
	for i := range f.Ops {
		modes += len(f.Ops[i].Modes)
	}
	b.p.Ops = make([]solver.Op, len(f.Ops))
	b.p.Modes = make([]solver.Mode, 0, modes)
	for i := range f.Ops {
		if err := b.oneOp(i, &f.Ops[i], &b.p.Ops[i]); err != nil {
			return err
		}
	}
	b.numberParts()
	return b.err
}

func (b *builder) oneOp(i int, src *Op, dst *solver.Op) error {
	job, ok := b.job[src.Job]
	if !ok {
		return wrong(at("ops", i, "job"), "unknown job %q", src.Job)
	}
	class, ok := classes[src.Class]
	if !ok {
		return wrong(at("ops", i, "class"), "unknown class %q", src.Class)
	}
	cause, ok := causes[src.Cause]
	if !ok {
		return wrong(at("ops", i, "cause"), "unknown cause %q", src.Cause)
	}
	barred, ok := solver.ReasonOf(src.Barred)
	if !ok {
		return wrong(at("ops", i, "barred"), "unknown reason %q", src.Barred)
	}
	*dst = solver.Op{
		Name: src.ID, Job: job, Seq: src.Seq, Mode0: int32(len(b.p.Modes)), Class: class, Cause: cause,
		Unpausable: src.Unpausable, Splittable: src.Splittable, Overtime: src.Overtime, First: src.First, Barred: barred,
		Crew: max(1, src.Crew), Buffer: src.Buffer,
	}
	if src.Release != nil {
		dst.Release = b.moment(src.Release, at("ops", i, "release"))
	}
	if src.Otherwise != nil {
		dst.Otherwise = b.moment(src.Otherwise, at("ops", i, "otherwise"))
	}
	if src.Crew < 0 || src.Buffer < 0 {
		return wrong(at("ops", i, "crew"), "crew %d, buffer %d", src.Crew, src.Buffer)
	}
	if src.BufferCalendar != "" {
		pair, ok := b.calendar[src.BufferCalendar]
		if !ok {
			return wrong(at("ops", i, "bufferCalendar"), "unknown calendar %q", src.BufferCalendar)
		}
		dst.BufferCal = pair[0]
	}
	if src.Prev != nil {
		r, ok := b.resource[src.Prev.On]
		if !ok {
			return wrong(at("ops", i, "prev.on"), "unknown resource %q", src.Prev.On)
		}
		dst.Prev = solver.Place{Set: true, Resource: r, Start: b.needed(src.Prev.Start, at("ops", i, "prev.start"))}
	}
	for k := range src.Modes {
		m := &src.Modes[k]
		r, ok := b.resource[m.On]
		if !ok {
			return wrong(fmt.Sprintf("ops[%d].modes[%d].on", i, k), "unknown resource %q", m.On)
		}
		if m.Setup < 0 || m.Run < 0 || m.Reluctance < 0 || m.Reluctance > solver.MaxMinutes || m.Setup > solver.MaxMinutes || m.Run > solver.MaxMinutes {
			return wrong(fmt.Sprintf("ops[%d].modes[%d].run", i, k), "set-up %d, run %d", m.Setup, m.Run)
		}
		mode := solver.Mode{Resource: r, Setup: m.Setup, Run: m.Run, Unattended: m.Unattended, Rank: m.Rank, Reluctance: m.Reluctance, Cost: m.Cost}
		for _, name := range m.Flags {
			if flags[name] == 0 {
				return wrong(fmt.Sprintf("ops[%d].modes[%d].flags", i, k), "unknown flag %q", name)
			}
			mode.Flags |= flags[name]
		}
		b.p.Modes = append(b.p.Modes, mode)
	}
	return nil
}

// numberParts numbers the parts of each job in the order of their names.
func (b *builder) numberParts() {
	order := make([]int32, len(b.p.Ops))
	for i := range order {
		order[i] = int32(i)
	}
	ops, src := b.p.Ops, b.file.Ops
	slices.SortStableFunc(order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(ops[x].Job, ops[y].Job), cmp.Compare(src[x].Part, src[y].Part))
	})
	part := int32(0)
	for k, o := range order {
		if k > 0 {
			before := order[k-1]
			switch {
			case ops[before].Job != ops[o].Job:
				part = 0
			case src[before].Part != src[o].Part:
				part++
			}
		}
		ops[o].Part = part
	}
}
