package explain

// uncover tells what o would wait for with nothing held back, where the plan
// hides that by holding back: a part that is put off until its machine is free
// queues no longer, but would. The chain keeps the times of the plan. What it
// holds back, from e.Stretches[at] on for o and later for what comes before it,
// counts as that wait, as long as it would be; but not what o is held from when
// it has room. What is not yet uncovered comes back.
func (x *Explainer) uncover(e *Explanation, at int, o int32, hidden []Stretch) []Stretch {
	if x.soon == nil {
		return nil
	}
	added := append([]Stretch(nil), e.Stretches[at:]...)
	own := x.hides(added, o)
	if len(hidden)+len(own) == 0 {
		return nil
	}
	e.Stretches = e.Stretches[:at]
	for _, s := range added { // the latest first
		if s.Op == o && s.Kind.Waits() && !(s.Kind == Held && s.From >= x.room) {
			hidden, own = append(hidden, own...), nil
		}
		for s.Kind == Held && s.From < s.To && len(hidden) > 0 {
			h := &hidden[len(hidden)-1]
			from := max(s.From, s.To-(h.To-h.From))
			e.Stretches = append(e.Stretches, Stretch{From: from, To: s.To, Kind: h.Kind, Op: h.Op, Other: h.Other, Supposed: true})
			h.To -= s.To - from
			s.To = from
			if h.From == h.To {
				hidden = hidden[:len(hidden)-1]
			}
		}
		if s.From < s.To {
			e.Stretches = append(e.Stretches, s)
		}
	}
	return append(hidden, own...)
}

// hides are the waits of o with nothing held back, by how much they are longer
// than those that it has.
func (x *Explainer) hides(has []Stretch, o int32) (longer []Stretch) {
	var would Explanation
	x.soon.step(&would, o, x.soon.plan.End[o])
	for _, s := range would.Stretches {
		if s.Op != o || !s.Kind.Waits() || s.Kind == Held {
			continue
		}
		for _, h := range has {
			if h.Op == o && h.Kind == s.Kind {
				s.To -= min(s.To-s.From, h.To-h.From)
			}
		}
		if s.From < s.To {
			longer = append(longer, s)
		}
	}
	return longer
}
