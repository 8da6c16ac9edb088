package production

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
	"mouldworks/internal/route"
)

// Operations of a mould that wait for one another in a ring can never be planned, and keep every mould of their run from
// it: no form and no file may make one, whatever is stored beside.

var (
	msgRing       = L("工序互相等待，形成循环：%s", "Operations wait for one another in a cycle: %s")
	msgPartRing   = L("零件互为上级，形成循环：%s", "Parts are built into one another in a cycle: %s")
	msgPredGoes   = L("前工序“%s”将被此文件删除", "This file removes the predecessor “%s”")
	msgWaiterGoes = L("工序%s以文件中不再有的工序%s为前工序", "Operation %s waits for %s, which the file does not hold any more")
)

// waiting is what one mould's operations wait for, in the rows of the workbook.
type waiting struct {
	operations []workbook.Operation
	parts      []workbook.Part
	links      []workbook.EDMLink
	assembly   []string // numbers of the assemblies without parent
}

func (w *waiting) operation(line workbook.Line, part string, op int, branch, pred string) {
	o := workbook.Operation{Line: line, PartNo: part, OpNo: op, Branch: branch}
	if pred != "" {
		preds, _ := route.Parse(pred)
		o.Pred = workbook.Of(preds)
	}
	w.operations = append(w.operations, o)
}

func (w *waiting) part(no, parent string, neededAt, kind int) {
	if kind == Assembly && parent == "" {
		w.assembly = append(w.assembly, no)
	}
	w.parts = append(w.parts, workbook.Part{PartNo: no, ParentPart: workbook.Of(parent), NeededAtOp: workbook.Of(neededAt), Kind: workbook.Of(kind)})
}

// ring finds operations that wait for one another: their indices and the path in words, nil without any. Parts without
// parent meet in the first assembly that has operations, as in a run.
func (w *waiting) ring() ([]int, string) {
	slices.Sort(w.assembly)
	into := ""
	for _, no := range w.assembly {
		if into == "" && slices.ContainsFunc(w.operations, func(o workbook.Operation) bool { return o.PartNo == no }) {
			into = no
		}
	}
	parts := slices.Clone(w.parts)
	for i := range parts {
		if p := &parts[i]; p.ParentPart.Value == "" && p.Kind.Value == Workpiece && into != "" {
			p.ParentPart = workbook.Of(into)
		}
	}
	return workbook.Ring(w.operations, parts, w.links)
}

// readWaiting reads what the operations of a mould wait for, one operation or part as it will be, and the numbers of its
// parts by their ids.
func readWaiting(ctx context.Context, tx store.Tx, mouldID string, changed *Operation, moved *Part) (*waiting, map[string]string, error) {
	rows, err := readMoulds(ctx, tx, []string{mouldID})
	if err != nil {
		return nil, nil, err
	}
	if changed != nil {
		rows.operations = append(slices.DeleteFunc(rows.operations, func(o Operation) bool { return o.ID == changed.ID }), *changed)
		rows.links = append(slices.DeleteFunc(rows.links, func(l EDMLink) bool { return l.OperationID == changed.ID }), changed.links()...)
	}
	if moved != nil {
		rows.parts = append(slices.DeleteFunc(rows.parts, func(p Part) bool { return p.ID == moved.ID }), *moved)
	}
	w, numbers, byID := &waiting{}, map[string]string{}, map[string]*Operation{}
	for i := range rows.parts {
		p := &rows.parts[i]
		numbers[p.ID] = p.PartNo
		w.part(p.PartNo, p.ParentPartNo, p.NeededAtOp, p.Kind)
	}
	for i := range rows.operations {
		o := &rows.operations[i]
		byID[o.ID] = o
		w.operation(workbook.Line{}, numbers[o.PartID], o.OpNo, o.Branch, o.Pred)
	}
	for _, l := range rows.links {
		if o := byID[l.OperationID]; o != nil {
			w.links = append(w.links, workbook.EDMLink{PartNo: numbers[o.PartID], OpNo: o.OpNo, Branch: o.Branch, ElectrodeNo: numbers[l.ElectrodeID]})
		}
	}
	return w, numbers, nil
}

// checkRing refuses an operation that would wait for itself by way of others.
func checkRing(ctx context.Context, tx store.Tx, o *Operation) error {
	w, numbers, err := readWaiting(ctx, tx, o.MouldID, o, nil)
	if err != nil {
		return err
	}
	_, path := w.ring()
	if path == "" {
		return nil
	}
	field := "pred"
	if len(o.Burns) > 0 { // without its electrodes nothing waits in a ring
		w.links = slices.DeleteFunc(w.links, func(l workbook.EDMLink) bool {
			return l.PartNo == numbers[o.PartID] && l.OpNo == o.OpNo && l.Branch == o.Branch
		})
		if _, other := w.ring(); other == "" {
			field = "edmLinks"
		}
	}
	return problem.Invalid(problem.Field(field, "cycle", msgRing, path))
}

// checkPartRing refuses a part that would be built into itself, or whose operations would wait for themselves.
func checkPartRing(ctx context.Context, tx store.Tx, x *Part) error {
	w, _, err := readWaiting(ctx, tx, x.MouldID, nil, x)
	if err != nil {
		return err
	}
	parents := map[string]string{}
	for i := range w.parts {
		parents[w.parts[i].PartNo] = w.parts[i].ParentPart.Value
	}
	path := []string{x.PartNo}
	for no := parents[x.PartNo]; no != "" && !slices.Contains(path[1:], no); no = parents[no] {
		path = append(path, no)
		if no == x.PartNo {
			return problem.Invalid(problem.Field("parentPart", "cycle", msgPartRing, strings.Join(path, " → ")))
		}
	}
	if _, path := w.ring(); path != "" {
		return problem.Invalid(problem.Field("parentPart", "cycle", msgRing, path))
	}
	return nil
}

// checkRoutes holds the routes as they will be, stored rows and those of the file together, against rings and against
// predecessors that a replaced mould loses.
func (in *importer) checkRoutes() {
	held, begun := in.heldKeys(), in.begun()
	goes := func(key workbook.OperationKey) bool {
		o := in.stored.operations[key]
		return in.upload.Mode == ModeReplace && o != nil && !o.Implied && !held[key] && (in.partGoes(key.Of(), held) || in.removes("operations") && in.speaksOf(key.Of())) && !begun[o.ID]
	}
	moulds := map[string]*waiting{}
	of := func(mould string) *waiting {
		if moulds[mould] == nil {
			moulds[mould] = &waiting{}
		}
		return moulds[mould]
	}
	in.waitingParts(of)
	pred := map[workbook.OperationKey]string{}
	for i := range in.book.Operations {
		r := &in.book.Operations[i]
		key := r.Key()
		if old := in.stored.operations[key]; old != nil {
			pred[key] = old.Pred
		}
		if r.Pred.State != workbook.Kept {
			pred[key] = route.Format(r.Pred.Value)
		}
		of(r.MouldNo).operation(r.Line, r.PartNo, r.OpNo, r.Branch, pred[key])
	}
	partNo := map[string]string{}
	for _, p := range in.stored.parts {
		partNo[p.ID] = p.PartNo
	}
	losing := map[string]bool{}
	for key, o := range in.stored.operations {
		switch {
		case goes(key):
			losing[key.Mould] = true
		case !held[key]:
			of(key.Mould).operation(workbook.Line{}, partNo[o.PartID], o.OpNo, o.Branch, o.Pred)
		}
	}
	in.waitingLinks(of, partNo)
	for mould, w := range moulds {
		slices.SortFunc(w.operations, func(a, b workbook.Operation) int { return a.Key().Compare(b.Key()) })
		if in.out(workbook.OfMould(mould)) {
			continue
		}
		if losing[mould] {
			in.checkLost(mould, w)
		}
		ring, path := w.ring()
		if path == "" {
			continue
		}
		blamed := workbook.Line{}
		for _, i := range ring {
			if line := w.operations[i].Line; line.Row > 0 && (blamed.Row == 0 || line.Row < blamed.Row) {
				blamed = line
			}
		}
		in.bad("operations", blamed, workbook.OfMould(mould), "pred", "", workbook.RuleCycle, msgRing.With(path))
	}
}

// waitingParts notes where each part will be built in.
func (in *importer) waitingParts(of func(string) *waiting) {
	given := map[workbook.PartKey]bool{}
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		given[r.Key()] = true
		old := in.stored.parts[r.Key()]
		if old == nil {
			old = &Part{Kind: Workpiece}
		}
		of(r.MouldNo).part(r.PartNo, r.ParentPart.Or(old.ParentPartNo), r.NeededAtOp.Or(old.NeededAtOp), r.Kind.Or(old.Kind))
	}
	for key, p := range in.stored.parts {
		if !given[key] {
			of(key.Mould).part(p.PartNo, p.ParentPartNo, p.NeededAtOp, p.Kind)
		}
	}
}

func (in *importer) waitingLinks(of func(string) *waiting, partNo map[string]string) {
	for i := range in.book.EDMLinks {
		of(in.book.EDMLinks[i].MouldNo).links = append(of(in.book.EDMLinks[i].MouldNo).links, in.book.EDMLinks[i])
	}
	byID := map[string]*Operation{}
	for _, o := range in.stored.operations {
		byID[o.ID] = o
	}
	for key, l := range in.stored.links {
		if o := byID[l.OperationID]; o != nil && !in.removes("edmLinks") {
			w := of(key.Operation.Mould)
			w.links = append(w.links, workbook.EDMLink{PartNo: partNo[o.PartID], OpNo: o.OpNo, Branch: o.Branch, ElectrodeNo: partNo[l.ElectrodeID]})
		}
	}
}

// checkLost refuses a file that takes an operation away from one that stays and waits for it.
func (in *importer) checkLost(mould string, w *waiting) {
	known := routeIndex{}
	for i := range w.operations {
		known.add(w.operations[i].PartNo, w.operations[i].OpNo, w.operations[i].Branch)
	}
	for i := range w.operations {
		o := &w.operations[i]
		for _, p := range o.Pred.Value {
			switch {
			case known.has(o.PartNo, p):
			case o.Row > 0:
				in.bad("operations", o.Line, workbook.OfMould(mould), "pred", p.String(), "reference", msgPredGoes.With(p.String()))
			default:
				waiter := workbook.Pred{PartNo: o.PartNo, OpNo: o.OpNo, Branch: o.Branch}
				in.bad("operations", workbook.Line{}, workbook.OfMould(mould), "pred", p.String(), "reference", msgWaiterGoes.With(waiter.String(), p.String()))
			}
		}
	}
}
