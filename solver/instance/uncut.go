package instance

import "slices"

// Uncut is the file as it was before operations were cut into segments, and for
// each of its own operations the number there. It is nil where nothing was cut,
// and where the file does not tell what it was cut from.
func (f *File) Uncut() (q *File, of []int32) {
	whole, whose, due := map[string]string{}, map[string]int{}, map[string]bool{}
	for i := range f.Ops {
		if op := &f.Ops[i]; op.Of != "" {
			whole[op.ID] = op.Of
		} else {
			whose[op.ID] = i
		}
	}
	if len(whole) == 0 {
		return nil, nil
	}
	q = new(*f)
	q.Ops, q.Edges, q.Targets, of = nil, nil, nil, make([]int32, len(f.Ops))
	for i := range f.Ops {
		op := f.Ops[i]
		if op.Of != "" {
			continue
		}
		of[i] = int32(len(q.Ops))
		if op.Pred != nil {
			pred := slices.DeleteFunc(slices.Clone(*op.Pred), func(id string) bool { return whole[id] != "" })
			op.Pred = &pred
		}
		if op.Whole != nil {
			op.Modes, op.Whole = op.Whole, nil
		}
		q.Ops = append(q.Ops, op)
	}
	for i := range f.Ops {
		op := &f.Ops[i]
		if op.Of == "" {
			continue
		}
		first, known := whose[op.Of]
		if !known || f.Ops[first].Whole == nil {
			return nil, nil
		}
		of[i] = of[first]
		q.Ops[of[i]].Overtime = q.Ops[of[i]].Overtime || op.Overtime
	}
	for _, e := range f.Edges { // those of later segments are copies
		if whole[e.From] == "" && whole[e.To] == "" {
			q.Edges = append(q.Edges, e)
		}
	}
	for _, t := range f.Targets {
		due[t.Op] = true
	}
	for _, t := range f.Targets { // so are those of segments side by side; else the last one has it
		if id := whole[t.Op]; id != "" {
			if due[id] {
				continue
			}
			t.Op = id
		}
		q.Targets = append(q.Targets, t)
	}
	return q, of
}
