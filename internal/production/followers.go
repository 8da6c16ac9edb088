package production

import (
	"cmp"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
	"mouldworks/internal/route"
)

// A row that names a refused one stays out, and so does who names it in turn. Chains of operations and parts are followed here in one
// go: judging the book anew for each of their rows takes as long as the chain is.

// follower is a row that names another one.
type follower struct {
	sheet, column string
	line          *workbook.Line
	scope         workbook.Scope
	pred          route.Predecessor
	key           workbook.Key // of what it names
	value         string
	unknown       problem.Text
}

// followers are the rows of a book by the operations and parts that they name, and how many rows there are of each operation.
type followers struct {
	ofStep, ofPart map[workbook.PartKey]map[route.Predecessor][]follower
	steps          map[string]map[route.Predecessor]int // by mould
	operations     map[workbook.Place]*workbook.Operation
	parts          map[workbook.Place]*workbook.Part
}

// refuseFollowers adds to the refused rows those that name one of them.
func (in *importer) refuseFollowers(bad map[workbook.Place]bool) {
	var queue []workbook.Place
	for at := range bad {
		if at.Sheet == "operations" || at.Sheet == "parts" {
			queue = append(queue, at)
		}
	}
	if len(queue) == 0 {
		return
	}
	f := in.readFollowers()
	refuse := func(x follower) {
		at := x.line.Place(x.sheet)
		if bad[at] {
			return
		}
		bad[at] = true
		in.bad(x.sheet, *x.line, x.scope, x.column, x.value, "reference", in.because(at, x.key, x.value, x.unknown))
		in.refusedRow(at)
		queue = append(queue, at)
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if o := f.operations[at]; o != nil && in.loaded.operations[o.Key()] == nil {
			for _, name := range f.goes(o) {
				for _, x := range f.ofStep[workbook.PartKey{Mould: o.MouldNo, Part: name.PartNo}][name] {
					refuse(x)
				}
			}
		}
		if p := f.parts[at]; p != nil && in.loaded.parts[p.Key()] == nil {
			for _, x := range f.ofPart[p.Key()][route.Predecessor{}] {
				refuse(x)
			}
		}
	}
}

// goes takes an operation away and gives the names by which there is none any more.
func (f *followers) goes(o *workbook.Operation) (names []route.Predecessor) {
	steps := f.steps[o.MouldNo]
	for _, name := range namesOfStep(o.PartNo, o.OpNo, o.Branch) {
		if steps[name]--; steps[name] == 0 {
			names = append(names, name)
		}
	}
	return names
}

// namesOfStep are how an operation is named: with its branch, and by its number alone.
func namesOfStep(part string, op int, branch string) []route.Predecessor {
	names := []route.Predecessor{{PartNo: part, OpNo: op}}
	if branch != "" {
		names = append(names, route.Predecessor{PartNo: part, OpNo: op, Branch: branch})
	}
	return names
}

func (in *importer) readFollowers() *followers {
	f := &followers{
		map[workbook.PartKey]map[route.Predecessor][]follower{},
		map[workbook.PartKey]map[route.Predecessor][]follower{},
		map[string]map[route.Predecessor]int{},
		map[workbook.Place]*workbook.Operation{},
		map[workbook.Place]*workbook.Part{},
	}
	counted := map[workbook.OperationKey]bool{}
	count := func(key workbook.OperationKey) {
		if counted[key] {
			return
		}
		counted[key] = true
		if f.steps[key.Mould] == nil {
			f.steps[key.Mould] = map[route.Predecessor]int{}
		}
		for _, name := range namesOfStep(key.Part, key.Op, key.Branch) {
			f.steps[key.Mould][name]++
		}
	}
	add := func(to map[workbook.PartKey]map[route.Predecessor][]follower, part workbook.PartKey, x follower) {
		if to[part] == nil {
			to[part] = map[route.Predecessor][]follower{}
		}
		to[part][x.pred] = append(to[part][x.pred], x)
	}
	for key := range in.loaded.operations {
		count(key)
	}
	for i := range in.book.Operations {
		r := &in.book.Operations[i]
		count(r.Key())
		f.operations[r.Place("operations")] = r
		add(f.ofPart, r.Part(), follower{"operations", "partNo", &r.Line, r.Scope(), route.Predecessor{}, r.Part(), r.PartNo, msgNoPart.With(r.PartNo)})
		for _, p := range r.Pred.Value {
			part := cmp.Or(p.PartNo, r.PartNo)
			pred := route.Predecessor{PartNo: part, OpNo: p.OpNo, Branch: p.Branch}
			key := workbook.OperationKey{Mould: r.MouldNo, Part: part, Op: p.OpNo, Branch: p.Branch}
			add(f.ofStep, workbook.PartKey{Mould: r.MouldNo, Part: part}, follower{"operations", "pred", &r.Line, r.Scope(), pred, key, p.String(), msgNoPred.With(p.String())})
		}
	}
	for i := range in.book.Electrodes {
		for _, step := range shorthandOf(&in.book.Electrodes[i]) {
			if step.isGiven() {
				count(step.key)
			}
		}
	}
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		f.parts[r.Place("parts")] = r
		parent := r.ParentPart.Or("")
		if parent == "" || parent == r.PartNo {
			continue
		}
		key := workbook.PartKey{Mould: r.MouldNo, Part: parent}
		add(f.ofPart, key, follower{"parts", "parentPart", &r.Line, r.Scope(), route.Predecessor{}, key, parent, msgNoParent.With(parent)})
		if at := r.NeededAtOp.Or(0); at > 0 {
			pred := route.Predecessor{PartNo: parent, OpNo: at}
			step := workbook.Pred{PartNo: parent, OpNo: at}.String()
			add(f.ofStep, key, follower{"parts", "neededAtOp", &r.Line, r.Scope(), pred, workbook.OperationKey{Mould: r.MouldNo, Part: parent, Op: at}, step, msgNoPred.With(step)})
		}
	}
	return f
}
