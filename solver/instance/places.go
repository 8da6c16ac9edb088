package instance

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"mouldworks/solver"
)

// pastDays is how far calendars reach back before the epoch: the latest start
// of what is very late lies there.
const pastDays = 120

// calendars expands the weekly patterns from pastDays before the epoch to two
// weeks behind the horizon, so that what ends in time can be handed over.
func (b *builder) calendars() error {
	b.calendar, b.shifts = map[string][2]int32{"": {}}, map[string]int32{}
	b.p.Calendars = []solver.Calendar{{}}
	for i := range b.file.Calendars {
		c := &b.file.Calendars[i]
		if _, twice := b.calendar[c.ID]; twice {
			return wrong(at("calendars", i, "id"), "%q is empty or there twice", c.ID)
		}
		if len(c.Rest)+len(c.Closed)+len(c.Periods)+len(c.Shut) == 0 {
			b.calendar[c.ID] = [2]int32{}
			continue
		}
		base, err := b.expand(i, c, false)
		if err != nil {
			return err
		}
		pair := [2]int32{b.add(base), 0}
		pair[1] = pair[0]
		if c.Overtime > 0 || len(c.OvertimePeriods) > 0 {
			longer, err := b.expand(i, c, true)
			if err != nil {
				return err
			}
			pair[1] = b.add(longer)
		}
		b.calendar[c.ID] = pair
		if len(c.Extra) > 0 {
			bare := *c
			bare.Extra = nil
			shift, err := b.expand(i, &bare, false)
			if err != nil {
				return err
			}
			b.shifts[c.ID] = b.add(shift)
		}
	}
	return nil
}

func (b *builder) add(c solver.Calendar) int32 {
	b.p.Calendars = append(b.p.Calendars, c)
	return int32(len(b.p.Calendars) - 1)
}

// expand lists the open intervals; overtime prolongs the last period of a day
// and adds stretches of its own.
func (b *builder) expand(i int, c *Calendar, overtime bool) (solver.Calendar, error) {
	var out solver.Calendar
	var rest [7]bool
	for _, d := range c.Rest {
		if d < 0 || d > 6 {
			return out, wrong(at("calendars", i, "rest"), "weekday %d, want 0..6", d)
		}
		rest[d] = true
	}
	if c.Overtime < 0 || c.Overtime > 24 {
		return out, wrong(at("calendars", i, "overtime"), "%v hours", c.Overtime)
	}
	special := map[string]bool{} // date -> working
	for k, days := range [2][]string{c.Closed, c.Workdays} {
		for _, d := range days {
			if _, err := time.Parse(time.DateOnly, d); err != nil {
				return out, wrong(at("calendars", i, [2]string{"closed", "workdays"}[k]), "%q is not a date", d)
			}
			special[d] = k == 1
		}
	}
	periods := [][2]int{{0, 1440}}
	if len(c.Periods) > 0 {
		var err error
		if periods, err = clockPeriods(fmt.Sprintf("calendars[%d].periods", i), c.Periods); err != nil {
			return out, err
		}
	}
	if overtime {
		periods[len(periods)-1][1] += int(c.Overtime*60 + 0.5)
		extra, err := clockPeriods(fmt.Sprintf("calendars[%d].overtimePeriods", i), c.OvertimePeriods)
		if err != nil {
			return out, err
		}
		periods = append(periods, extra...)
	}

	first := b.epoch.In(b.zone)
	year, month, day := first.Date()
	last := int64(b.p.End) + 14*1440
	var all [][2]int32
	for d := -pastDays; ; d++ {
		midnight := time.Date(year, month, day+d, 0, 0, 0, 0, b.zone)
		if b.since(midnight) > last {
			return b.except(i, c, all)
		}
		works, known := special[midnight.Format(time.DateOnly)]
		if !known {
			works = !rest[midnight.Weekday()]
		}
		if !works {
			continue
		}
		for _, p := range periods {
			open := b.since(time.Date(year, month, day+d, p[0]/60, p[0]%60, 0, 0, b.zone))
			shut := b.since(time.Date(year, month, day+d, p[1]/60, p[1]%60, 0, 0, b.zone))
			if shut > open { // the clock may have gone forward in between
				all = append(all, [2]int32{int32(open), int32(shut)})
			}
		}
	}
}

// except applies what deviates from the pattern.
func (b *builder) except(i int, c *Calendar, all [][2]int32) (solver.Calendar, error) {
	var out solver.Calendar
	// Moments outside of what is expanded change nothing.
	inside := func(m *Moment) int32 {
		return int32(max(-pastDays*1440, min(b.minutes(m)+b.shift, int64(b.p.End)+14*1440)))
	}
	for k, list := range [2][]Stretch{c.Extra, c.Shut} {
		field := [2]string{"extra", "shut"}[k]
		for _, s := range list {
			if s.From == nil || s.To == nil || b.minutes(s.To) <= b.minutes(s.From) {
				return out, wrong(at("calendars", i, field), "empty stretch")
			}
			from, to := inside(s.From), inside(s.To)
			if from >= to {
				continue
			}
			if k == 0 {
				all = append(all, [2]int32{from, to})
				continue
			}
			var left [][2]int32
			for _, p := range all {
				if p[0] < min(from, p[1]) {
					left = append(left, [2]int32{p[0], min(from, p[1])})
				}
				if max(to, p[0]) < p[1] {
					left = append(left, [2]int32{max(to, p[0]), p[1]})
				}
			}
			all = left
		}
	}
	return joined(all), nil
}

// joined sorts intervals; those that meet or overlap, at midnight or when
// clocks change, become one.
func joined(all [][2]int32) (out solver.Calendar) {
	slices.SortFunc(all, func(x, y [2]int32) int { return cmp.Compare(x[0], y[0]) })
	for _, p := range all {
		if n := len(out.Close); n > 0 && p[0] <= out.Close[n-1] {
			out.Close[n-1] = max(out.Close[n-1], p[1])
		} else {
			out.Open, out.Close = append(out.Open, p[0]), append(out.Close, p[1])
		}
	}
	return out
}

// clockPeriods reads stretches of a day in minutes, sorted.
func clockPeriods(path string, texts [][2]string) ([][2]int, error) {
	periods := make([][2]int, 0, len(texts))
	for k, p := range texts {
		from, ok1 := clockTime(p[0])
		to, ok2 := clockTime(p[1])
		if to <= from {
			to += 1440
		}
		if !ok1 || !ok2 || to > 2*1440 {
			return nil, wrong(fmt.Sprintf("%s[%d]", path, k), "%v is not a period", p)
		}
		periods = append(periods, [2]int{from, to})
	}
	slices.SortFunc(periods, func(x, y [2]int) int { return cmp.Compare(x[0], y[0]) })
	return periods, nil
}

func (b *builder) since(t time.Time) int64 { return (t.Unix() - b.epoch.Unix()) / 60 }

// clockTime reads HH:MM up to 48:00 as minutes.
func clockTime(s string) (int, bool) {
	if len(s) != 5 || s[2] != ':' {
		return 0, false
	}
	h, err1 := strconv.ParseUint(s[:2], 10, 8)
	m, err2 := strconv.ParseUint(s[3:], 10, 8)
	if err1 != nil || err2 != nil || m > 59 || h > 48 || (h == 48 && m > 0) {
		return 0, false
	}
	return int(h)*60 + int(m), true
}

func (b *builder) resources() (err error) {
	f := b.file
	if b.resource, err = index("resources", len(f.Resources), func(i int) string { return f.Resources[i].ID }); err != nil {
		return err
	}
	b.group = map[string]int32{}
	groups := int32(0)
	for i := range f.Resources {
		src := &f.Resources[i]
		dst := solver.Resource{Name: src.ID, Cap: 1, Target: src.Target, Bottleneck: src.Bottleneck}
		if src.Cap != nil {
			dst.Cap = *src.Cap
		}
		if dst.Cap < 0 {
			return wrong(at("resources", i, "cap"), "%d", dst.Cap)
		}
		var ok bool
		if dst.Manned, ok = b.calendar[src.Manned]; !ok {
			return wrong(at("resources", i, "manned"), "unknown calendar %q", src.Manned)
		}
		dst.Run, dst.Shift = dst.Manned, b.shifts[src.Manned]
		if src.Run != "" {
			if dst.Run, ok = b.calendar[src.Run]; !ok {
				return wrong(at("resources", i, "run"), "unknown calendar %q", src.Run)
			}
		}
		if id, known := b.group[src.Group]; known && src.Group != "" {
			dst.Group = id
		} else {
			dst.Group = groups
			groups++
			if src.Group != "" {
				b.group[src.Group] = dst.Group
			}
		}
		dst.Class = dst.Group
		b.p.Resources = append(b.p.Resources, dst)
	}
	return nil
}

// flow fills the matrix of classes: one class per group, one more for each
// resource that a pair names. Pairs are written from weak to strong.
func (b *builder) flow() error {
	f := &b.file.Flow
	if f.Default < 0 || f.Default > solver.MaxMinutes {
		return wrong("flow.default", "%d", f.Default)
	}
	groupOf := []int32{} // per class
	for _, r := range b.p.Resources {
		for int(r.Group) >= len(groupOf) {
			groupOf = append(groupOf, int32(len(groupOf)))
		}
	}
	type pair struct {
		from, to         int32
		single1, single2 bool
		minutes          int32
	}
	pairs := make([]pair, len(f.Pairs))
	resolve := func(i int, name string) (id int32, single bool, err error) {
		if g, ok := b.group[name]; ok {
			return g, false, nil
		}
		r, ok := b.resource[name]
		if !ok {
			return 0, false, wrong(fmt.Sprintf("flow.pairs[%d]", i), "unknown group or resource %q", name)
		}
		if res := &b.p.Resources[r]; res.Class == res.Group {
			res.Class = int32(len(groupOf))
			groupOf = append(groupOf, res.Group)
		}
		return b.p.Resources[r].Class, true, nil
	}
	for i := range f.Pairs {
		var err error
		q := &pairs[i]
		if q.from, q.single1, err = resolve(i, f.Pairs[i].From); err != nil {
			return err
		}
		if q.to, q.single2, err = resolve(i, f.Pairs[i].To); err != nil {
			return err
		}
		if q.minutes = f.Pairs[i].Minutes; q.minutes < 0 || q.minutes > solver.MaxMinutes {
			return wrong(fmt.Sprintf("flow.pairs[%d]", i), "%d minutes", q.minutes)
		}
	}
	if f.Default == 0 && len(pairs) == 0 {
		return nil
	}
	if len(groupOf)*len(groupOf) > solver.MaxItems {
		return wrong("flow", "%d groups and single resources, too many for one matrix", len(groupOf))
	}
	n := int32(len(groupOf))
	b.p.Classes = n
	b.p.Flow = make([]int32, n*n)
	for i := range n {
		for j := range n {
			if groupOf[i] != groupOf[j] {
				b.p.Flow[i*n+j] = f.Default
			}
		}
	}
	strength := func(q pair) int {
		s := 0
		if q.single1 {
			s += 2
		}
		if q.single2 {
			s++
		}
		return s
	}
	slices.SortStableFunc(pairs, func(x, y pair) int { return cmp.Compare(strength(x), strength(y)) })
	covers := func(c, id int32, single bool) bool { return c == id || (!single && groupOf[c] == id) }
	for _, q := range pairs {
		for i := range n {
			for j := range n {
				if covers(i, q.from, q.single1) && covers(j, q.to, q.single2) {
					b.p.Flow[i*n+j] = q.minutes
				}
			}
		}
	}
	return nil
}
