package model

import (
	"cmp"
	"slices"
	"strings"

	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/route"
	"mouldworks/solver/instance"
)

// Routes are the routes of a mould in its lots, resolved: a lot follows its own operations, and every lot of other parts.
// What a lot that is given up has not finished is not in them.
type Routes struct {
	*route.Mould
	Ops  []*Operation
	of   []int          // the part of each
	at   map[string]int // operation -> its index
	part map[string]int // part -> its index
}

// RoutesOf resolves the routes of a mould that is cut into its lots. What is finished stands aside.
func RoutesOf(m *Mould) *Routes {
	return routesOf(m, nil, func(*Operation) bool { return false })
}

// routesOf is RoutesOf with the steps that the order of a mould implies as one more part, which no predecessor can name.
// gone tells which operations stand aside, too.
func routesOf(m *Mould, steps *Part, gone func(*Operation) bool) *Routes {
	r := &Routes{at: map[string]int{}, part: map[string]int{}}
	var parts []route.Part
	var ops []route.Operation
	numbers := map[string]string{}
	for i := range m.Parts {
		numbers[m.Parts[i].ID] = m.Parts[i].No
	}
	add := func(no string, p *Part) {
		x := route.Part{No: no, Parent: p.Parent, NeededAt: p.NeededAtOp}
		switch {
		case p.Electrode:
			x.Kind = route.Electrode
		case p.Assembly:
			x.Kind = route.Assembly
		}
		r.part[p.ID] = len(parts)
		for i := range p.Ops {
			o := &p.Ops[i]
			if p.over() && o.Status != OpFinished {
				continue
			}
			pred, _ := route.Parse(o.Pred)
			step := route.Operation{Part: len(parts), No: o.No, Branch: o.Branch, Pred: pred, Gone: o.Status == OpFinished || gone(o)}
			for _, b := range o.Burns {
				if no, known := numbers[b.PartID]; known {
					step.Burns = append(step.Burns, no)
				}
			}
			r.at[o.ID] = len(ops)
			r.Ops, r.of, ops = append(r.Ops, o), append(r.of, len(parts)), append(ops, step)
		}
		parts = append(parts, x)
	}
	for i := range m.Parts {
		add(m.Parts[i].No, &m.Parts[i])
	}
	if steps != nil {
		add("", steps)
	}
	r.Mould = route.Of(parts, ops)
	return r
}

// Waited are the operations that the shop floor sees before one: those that it follows, finished or not, and what has to be
// done besides since one of them was finished too early. Electrodes are counted apart.
func (r *Routes) Waited(id string) (ops []*Operation) {
	i, known := r.at[id]
	if !known {
		return nil
	}
	for _, links := range [][]route.Link{r.Before(i), r.Waits(i)} {
		for _, l := range links {
			if x := r.Ops[l.Op]; l.Why != route.Burnt && !slices.Contains(ops, x) {
				ops = append(ops, x)
			}
		}
	}
	return ops
}

// lastLeft are the operations that finish a part: its last ones that are not gone.
func (r *Routes) lastLeft(part string) (ids []string) {
	i, known := r.part[part]
	if !known {
		return nil
	}
	for _, o := range r.Left(r.Last(i)) {
		if r.of[o] == i {
			ids = append(ids, r.Ops[o].ID)
		}
	}
	return ids
}

// pred are the operations that one of the problem waits for in its route, nil where the engine finds the same by itself: it
// names none, and follows the next lower number of its part that is in the problem.
func (r *Routes) pred(o *Operation) *[]string {
	i, ids := r.at[o.ID], []string{}
	for _, l := range r.Waits(i) {
		if l.Why == route.Next || l.Why == route.Named {
			ids = append(ids, r.Ops[l.Op].ID)
		}
	}
	if slices.Equal(slices.Sorted(slices.Values(ids)), r.implied(i)) && !r.Names(i) {
		return nil
	}
	return &ids
}

// implied are the operations that the engine puts before one which names none, sorted.
func (r *Routes) implied(i int) (ids []string) {
	no := 0
	for _, k := range r.Route(r.of[i]) {
		x := r.Ops[k]
		if x.No >= r.Ops[i].No {
			break
		}
		if r.IsGone(k) {
			continue
		}
		if x.No > no {
			no, ids = x.No, nil
		}
		ids = append(ids, x.ID)
	}
	slices.Sort(ids)
	return ids
}

// joins lets parts meet: each lot of a parent waits for all lots of its parts.
func (a *Adapter) joins() {
	r := a.routes
	type join struct{ from, to int }
	var joins []join
	for i := range r.Ops {
		if a.has(r.Ops[i].ID) {
			for _, l := range r.Waits(i) {
				if l.Why == route.BuiltIn {
					joins = append(joins, join{l.Op, i})
				}
			}
		}
	}
	slices.SortStableFunc(joins, func(x, y join) int {
		return cmp.Or(cmp.Compare(r.of[x.from], r.of[y.from]), cmp.Compare(x.to, y.to), cmp.Compare(x.from, y.from))
	})
	for _, j := range joins {
		a.File.Edges = append(a.File.Edges, instance.Edge{From: r.Ops[j.from].ID, To: r.Ops[j.to].ID})
	}
}

// impliedSteps are the assembly and the try-out that the hours of an order make, where nobody has made operations of them
// yet; nil otherwise.
func (a *Adapter) impliedSteps(m *Mould) *Part {
	stands := map[int]bool{}
	for i := range m.Parts { // the order stands for a route that is not there, not for one that is finished
		p := &m.Parts[i]
		if p.Assembly && p.Parent == "" && len(p.Ops) > 0 {
			return nil
		}
		for k := range p.Ops { // of a part that is no assembly of the mould any more
			stands[p.Ops[k].Step] = true
		}
	}
	part := &Part{ID: "assembly:" + m.ID, No: "ASM", Assembly: true}
	assembly := m.Assembly
	if m.AssemblyGroup != "" && !stands[impliedAssembly] {
		minutes, known := a.assemblyMinutes(m, part, m.Assembly, 1)
		assembly, a.noHours["assembly:"+m.ID] = minutes, !known
	}
	for no, step := range []struct {
		id, name string
		group    string
		minutes  quantity.Minutes
	}{{"assembly:" + m.ID, StepAssembly, m.AssemblyGroup, assembly}, {"tryout:" + m.ID, StepTryout, m.TryoutGroup, m.Tryout}} {
		if step.group == "" || (step.minutes == 0 && !a.noHours[step.id]) || stands[(no+1)*10] {
			continue
		}
		part.Ops = append(part.Ops, Operation{ID: step.id, No: (no + 1) * 10, Process: step.name, GroupID: step.group, Minutes: step.minutes, Crew: 1, Pausable: true})
	}
	if len(part.Ops) == 0 {
		return nil
	}
	return part
}

// inOrder sorts the parts of a mould, and their operations, so that the same shop gives the same problem.
func (m *Mould) inOrder() {
	slices.SortFunc(m.Parts, func(x, y Part) int {
		return cmp.Or(strings.Compare(x.No, y.No), strings.Compare(x.batchNo(), y.batchNo()))
	})
	for i := range m.Parts {
		slices.SortFunc(m.Parts[i].Ops, func(x, y Operation) int {
			return cmp.Or(cmp.Compare(x.No, y.No), strings.Compare(x.Branch, y.Branch), strings.Compare(x.ID, y.ID))
		})
	}
}
