package production

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
	"mouldworks/internal/route"
)

// Operations of a mould that wait for one another can never be planned, and keep every mould of their run from it: no form
// and no file may make such a cycle, whatever is stored beside.

var (
	msgCycle        = L("工序互相等待，形成循环：%s", "Operations wait for one another in a cycle: %s")
	msgCycleWithout = L("没有工序 %d，其他工序将互相等待，形成循环：%s", "Without operation %d others would wait for one another in a cycle: %s")
	msgPartCycle    = L("零件互为上级，形成循环：%s", "Parts are built into one another in a cycle: %s")
	msgPredGoes     = L("前工序“%s”将被此文件删除", "This file removes the predecessor “%s”")
	msgHiddenWaits  = L("其他工段的工序以文件中不再有的工序%s为前工序", "An operation of another section waits for %s, which the file does not hold any more")
	msgWaiterGoes   = L("工序%s以文件中不再有的工序%s为前工序", "Operation %s waits for %s, which the file does not hold any more")
)

// waiting is what one mould's operations will wait for, from rows that are stored and rows of a file.
type waiting struct {
	parts      []waitingPart
	operations []waitingOperation
	at         map[string]int                 // parts by number
	burns      map[route.Predecessor][]string // electrodes by the operation that burns them
	links      []waitingLink                  // of the file
}

// waitingLink is a row of the file by which an operation burns an electrode.
type waitingLink struct {
	workbook.Line
	by        route.Predecessor
	electrode string
	isNew     bool
}

// waitingPart is a part with its line in the file; what the file does not hold has none.
type waitingPart struct {
	route.Part
	workbook.Line
	column string // by which the file changes where the part is taken up, "" where it stays as it is stored
}

// waitingOperation is an operation with its line in the file.
type waitingOperation struct {
	route.Operation
	workbook.Line
	part   string
	given  bool // the file names its predecessors
	made   bool // the file makes it, or changes what it waits for
	hidden bool // by the person's roles: it is not named
	step   bool // it stands for a step of the order
	goes   bool // and follows it, and nobody counts on it: it goes once the routes have an assembly of their own
	idle   bool // and the order names nobody for it any more: it goes
}

// follows notes whether a stored operation goes with what its order says, as the order will be; stays says that somebody has begun it or
// counts on it.
func (o *waitingOperation) follows(m *Mould, x *Operation, stays bool) {
	o.step, o.goes = x.OrderStep != 0, x.Implied && !stays
	o.idle = o.goes && !m.names(x.OrderStep)
}

func (o *waitingOperation) name() route.Predecessor {
	return route.Predecessor{PartNo: o.part, OpNo: o.No, Branch: o.Branch}
}

func newWaiting() *waiting {
	return &waiting{at: map[string]int{}, burns: map[route.Predecessor][]string{}}
}

func (w *waiting) part(line workbook.Line, column string, p route.Part) {
	if _, known := w.at[p.No]; !known {
		w.at[p.No] = len(w.parts)
		w.parts = append(w.parts, waitingPart{})
	}
	w.parts[w.at[p.No]] = waitingPart{p, line, column}
}

// operation notes an operation; a part that nobody knows is none of an assembly.
func (w *waiting) operation(o waitingOperation) {
	if _, known := w.at[o.part]; !known {
		w.part(workbook.Line{}, "", route.Part{No: o.part})
	}
	o.Operation.Part = w.at[o.part]
	w.operations = append(w.operations, o)
}

func (w *waiting) burn(part string, op int, branch, electrode string) {
	by := route.Predecessor{PartNo: part, OpNo: op, Branch: branch}
	w.burns[by] = append(w.burns[by], electrode)
}

// cycles finds parts that are built into one another, and operations that wait for one another whatever those parts are built into, by
// their indices: with all steps of the order, else as they wait once those are gone that it names nobody for, else, where the routes have
// an assembly of their own, without any that follows it.
func (w *waiting) cycles() (parts, operations [][]int) {
	all := make([]route.Part, len(w.parts))
	for i := range w.parts {
		all[i] = w.parts[i].Part
	}
	parts = route.ParentCycles(all)
	for _, cycle := range parts {
		for _, i := range cycle { // what waits by these parents alone is told with the parts
			all[i].Parent = ""
		}
	}
	if operations = w.rings(all, func(*waitingOperation) bool { return true }); len(operations) > 0 {
		return parts, operations
	}
	if slices.ContainsFunc(w.operations, func(o waitingOperation) bool { return o.idle }) {
		if operations = w.rings(all, func(o *waitingOperation) bool { return !o.idle }); len(operations) > 0 {
			return parts, operations
		}
	}
	if w.plansAssembly() {
		operations = w.rings(all, func(o *waitingOperation) bool { return !o.goes })
	}
	return parts, operations
}

// rings finds the operations that wait for one another among some, by their indices among all.
func (w *waiting) rings(parts []route.Part, among func(*waitingOperation) bool) [][]int {
	var ops []route.Operation
	var at []int
	for i := range w.operations {
		if o := &w.operations[i]; among(o) {
			ops, at = append(ops, o.Operation), append(at, i)
			ops[len(ops)-1].Burns = w.burns[o.name()]
		}
	}
	rings := route.Of(parts, ops).Cycles()
	for _, ring := range rings {
		for k := range ring {
			ring[k] = at[ring[k]]
		}
	}
	return rings
}

// plansAssembly tells whether the routes have an assembly of their own: an operation in an assembly of the mould that stands for no
// step of the order.
func (w *waiting) plansAssembly() bool {
	return slices.ContainsFunc(w.operations, func(o waitingOperation) bool {
		p := &w.parts[o.Operation.Part]
		return !o.step && p.Kind == route.Assembly && p.Parent == ""
	})
}

// partPath words a cycle of parts from one of them round to it again.
func (w *waiting) partPath(cycle []int, from int) string {
	names := make([]string, len(cycle))
	for k, i := range cycle {
		names[k] = w.parts[i].No
	}
	return route.Path(names, from)
}

// path words a cycle of operations from one of them round to it again: P1/10 → … → P1/10, where one is not named.
func (w *waiting) path(cycle []int, from int) string {
	names := make([]string, len(cycle))
	for k, i := range cycle {
		names[k] = "…"
		if o := &w.operations[i]; !o.hidden {
			names[k] = o.name().String()
		}
	}
	return route.Path(names, from)
}

// blame picks the operation of a cycle to report: in the file before not, then with predecessors of its own, then by row.
func (w *waiting) blame(cycle []int) (worst int) {
	rank := func(k int) [4]int {
		o := &w.operations[cycle[k]]
		r := [4]int{1, 1, 1, o.Row}
		if o.made {
			r[0] = 0
		}
		if o.Row > 0 {
			r[1] = 0
		}
		if o.given || o.Row == 0 && len(o.Pred) > 0 {
			r[2] = 0
		}
		return r
	}
	for k := range cycle {
		if a, b := rank(k), rank(worst); slices.Compare(a[:], b[:]) < 0 {
			worst = k
		}
	}
	return worst
}

// first words the first cycle of operations, empty without any.
func (w *waiting) first() string {
	if _, cycles := w.cycles(); len(cycles) > 0 {
		return w.path(cycles[0], w.blame(cycles[0]))
	}
	return ""
}

// toBe are rows of one mould as they will be, each nil where all stays.
type toBe struct {
	changed, gone *Operation
	moved         *Part
	order         *Mould
}

// readWaiting reads what the operations of a mould wait for, and the numbers of its parts by their ids.
func (p *Production) readWaiting(ctx context.Context, tx store.Tx, mouldID string, will toBe) (*waiting, map[string]string, error) {
	rows, err := readMoulds(ctx, tx, []string{mouldID})
	if err != nil {
		return nil, nil, err
	}
	mould := will.order
	if mould == nil {
		mould = &Mould{}
		if err := tx.Select(mould).Where("id = ?", mouldID).Scan(ctx); err != nil {
			return nil, nil, err
		}
	}
	for _, o := range []*Operation{will.changed, will.gone} {
		if o != nil {
			rows.operations = slices.DeleteFunc(rows.operations, func(x Operation) bool { return x.ID == o.ID })
			rows.links = slices.DeleteFunc(rows.links, func(l EDMLink) bool { return l.OperationID == o.ID })
		}
	}
	if o := will.changed; o != nil {
		rows.operations, rows.links = append(rows.operations, *o), append(rows.links, o.links()...)
	}
	if will.moved != nil {
		rows.parts = append(slices.DeleteFunc(rows.parts, func(p Part) bool { return p.ID == will.moved.ID }), *will.moved)
	}
	w, numbers, byID, underWay := newWaiting(), map[string]string{}, map[string]*Operation{}, rows.underWay()
	for i := range rows.parts {
		part := &rows.parts[i]
		numbers[part.ID] = part.PartNo
		w.part(workbook.Line{}, "", part.inRoute())
	}
	for i := range rows.operations {
		o := &rows.operations[i]
		byID[o.ID] = o
		x := waitingOperation{Operation: o.inRoute(0), part: numbers[o.PartID], hidden: tx.Hides(o)}
		x.follows(mould, o, underWay[o.ID])
		w.operation(x)
	}
	if err := p.keepBound(ctx, tx, w, rows.operations); err != nil {
		return nil, nil, err
	}
	for _, l := range rows.links {
		if o := byID[l.OperationID]; o != nil {
			w.burn(numbers[o.PartID], o.OpNo, o.Branch, numbers[l.ElectrodeID])
		}
	}
	return w, numbers, nil
}

// keepBound finds the steps that would go and on which somebody counts: they stay. Where none would go nothing is asked. The operations of w
// stand in the order of rows.
func (p *Production) keepBound(ctx context.Context, tx store.Tx, w *waiting, rows []Operation) error {
	planned := w.plansAssembly()
	for i := range w.operations {
		x := &w.operations[i]
		if !x.idle && !(x.goes && planned) {
			continue
		}
		bound, err := (&implied{p: p, tx: tx}).bound(ctx, &rows[i])
		if err != nil {
			return err
		}
		if bound {
			x.goes, x.idle = false, false
		}
	}
	return nil
}

// checkCycle refuses an operation that would wait for itself by way of others.
func (p *Production) checkCycle(ctx context.Context, tx store.Tx, o *Operation) error {
	w, numbers, err := p.readWaiting(ctx, tx, o.MouldID, toBe{changed: o})
	if err != nil {
		return err
	}
	path := w.first()
	if path == "" {
		return nil
	}
	field := "pred"
	if len(o.Burns) > 0 { // without its electrodes nothing waits in a cycle
		delete(w.burns, route.Predecessor{PartNo: numbers[o.PartID], OpNo: o.OpNo, Branch: o.Branch})
		if w.first() == "" {
			field = "edmLinks"
		}
	}
	return problem.Invalid(problem.Field(field, "cycle", msgCycle, path))
}

// checkPartCycle refuses a part that would be built into itself, or whose operations would wait for themselves.
func (p *Production) checkPartCycle(ctx context.Context, tx store.Tx, x *Part) error {
	w, _, err := p.readWaiting(ctx, tx, x.MouldID, toBe{moved: x})
	if err != nil {
		return err
	}
	parts, _ := w.cycles()
	for _, cycle := range parts {
		from := slices.IndexFunc(cycle, func(i int) bool { return w.parts[i].No == x.PartNo })
		if from >= 0 {
			return problem.Invalid(problem.Field("parentPart", "cycle", msgPartCycle, w.partPath(cycle, from)))
		}
	}
	if path := w.first(); path != "" {
		return problem.Invalid(problem.Field("parentPart", "cycle", msgCycle, path))
	}
	return nil
}

// checkCycleWithout refuses to take an operation away where others would wait for one another: what named nothing before it follows the
// number before that one.
func (p *Production) checkCycleWithout(ctx context.Context, tx store.Tx, gone *Operation) error {
	path, err := p.cycleWithout(ctx, tx, gone)
	if err != nil || path == "" {
		return err
	}
	return problem.Refuse(msgCycleWithout, gone.OpNo, path)
}

// cycleWithout words the cycle of a mould that comes when an operation leaves it, empty without any.
func (p *Production) cycleWithout(ctx context.Context, tx store.Tx, gone *Operation) (string, error) {
	w, _, err := p.readWaiting(ctx, tx, gone.MouldID, toBe{gone: gone})
	if err != nil {
		return "", err
	}
	path := w.first()
	if path == "" {
		return "", nil
	}
	with, _, err := p.readWaiting(ctx, tx, gone.MouldID, toBe{})
	if err != nil || with.first() != "" { // that it is no worse is enough
		return "", err
	}
	return path, nil
}

// checkOrderCycle refuses an order whose steps, once they follow it, let operations wait for themselves that did not before.
func (p *Production) checkOrderCycle(ctx context.Context, tx store.Tx, old, now *Mould, follow func() error) error {
	if old == nil || old.AssemblyGroupID == now.AssemblyGroupID && old.TryoutGroupID == now.TryoutGroupID && old.TryoutMinutes == now.TryoutMinutes {
		return follow()
	}
	before, _, err := p.readWaiting(ctx, tx, now.ID, toBe{order: old})
	if err != nil {
		return err
	}
	if err := follow(); err != nil || before.first() != "" {
		return err
	}
	w, _, err := p.readWaiting(ctx, tx, now.ID, toBe{})
	if err != nil {
		return err
	}
	path := w.first()
	if path == "" {
		return nil
	}
	field := "assemblyGroupId"
	switch {
	case old.AssemblyGroupID != now.AssemblyGroupID:
	case old.TryoutGroupID != now.TryoutGroupID:
		field = "tryoutGroupId"
	default:
		field = "tryoutHours"
	}
	return problem.Invalid(problem.Field(field, "cycle", msgCycle, path))
}

// checkRoutes holds the routes as they will be, stored rows and those of the file together, against cycles and against
// predecessors that a replaced mould loses.
func (in *importer) checkRoutes() {
	begun, underWay, ofRows := in.begun(), in.underWayAfter(), map[workbook.OperationKey]bool{}
	held := in.staying(in.heldKeys(), begun, func(string, workbook.Key) {})
	moulds := map[string]*waiting{}
	free, _ := in.freeSteps(held, begun, func(workbook.OperationKey, *Operation) bool { return true })
	of := func(mould string) *waiting {
		if moulds[mould] == nil {
			moulds[mould] = newWaiting()
		}
		return moulds[mould]
	}
	in.waitingParts(of)
	for i := range in.book.Operations {
		r := &in.book.Operations[i]
		o := route.Operation{No: r.OpNo, Branch: r.Branch, Pred: r.Pred.Value}
		old := in.stored.operations[r.Key()]
		if old != nil && r.Pred.State == workbook.Kept {
			o.Pred, _ = route.Parse(old.Pred)
		}
		made := old == nil || r.Pred.State != workbook.Kept && route.Format(o.Pred) != old.Pred
		ofRows[r.Key()] = true
		of(r.MouldNo).operation(waitingOperation{Operation: o, Line: r.Line, part: r.PartNo, given: r.Pred.IsGiven(), made: made, step: old != nil && old.OrderStep != 0 || old == nil && in.orderStep(r) != 0})
	}
	partNo := map[string]string{}
	for _, p := range in.stored.parts {
		partNo[p.ID] = p.PartNo
	}
	losing := map[string]bool{}
	for key, o := range in.stored.operations {
		switch {
		case !begun[o.ID] && in.operationGoes(key, held):
			losing[key.Mould] = true
		case !ofRows[key]:
			x := waitingOperation{Operation: o.inRoute(0), part: key.Part, hidden: in.hidden[o.ID]}
			x.follows(in.orderAfter(key.Mould), o, underWay[o.ID] || !free[key])
			of(key.Mould).operation(x)
		}
	}
	for i := range in.book.Electrodes {
		r := &in.book.Electrodes[i]
		for _, step := range shorthandOf(r) {
			if step.isGiven() && !ofRows[step.key] && in.stored.operations[step.key] == nil {
				of(r.MouldNo).operation(waitingOperation{Operation: route.Operation{No: step.key.Op}, part: r.ElectrodeNo})
			}
		}
	}
	in.waitingLinks(of, partNo, held)
	for _, mould := range slices.Sorted(maps.Keys(moulds)) {
		w := moulds[mould]
		slices.SortFunc(w.operations, func(a, b waitingOperation) int {
			return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.No, b.No), cmp.Compare(a.Branch, b.Branch))
		})
		if losing[mould] && !in.out(workbook.OfMould(mould)) {
			in.checkLost(mould, w)
		}
		in.reportCycles(mould, w)
	}
}

// reportCycles names every cycle of a mould at the row of the file that is most likely to blame.
func (in *importer) reportCycles(mould string, w *waiting) {
	parts, operations := w.cycles()
	for _, cycle := range parts {
		if len(cycle) == 1 { // resolveParent has told it
			continue
		}
		worst := 0
		rank := func(i int) [3]int { // what the file changes first, then its other rows
			p := &w.parts[i]
			r := [3]int{1, 1, p.Row}
			if p.column != "" {
				r[0] = 0
			}
			if p.Row > 0 {
				r[1] = 0
			}
			return r
		}
		for k, i := range cycle {
			if a, b := rank(i), rank(cycle[worst]); slices.Compare(a[:], b[:]) < 0 {
				worst = k
			}
		}
		p := &w.parts[cycle[worst]]
		in.bad("parts", p.Line, workbook.OfMould(mould), "parentPart", p.Parent, workbook.RuleCycle, msgPartCycle.With(w.partPath(cycle, worst)))
	}
	for _, cycle := range operations {
		worst := w.blame(cycle)
		o, text := &w.operations[cycle[worst]], msgCycle.With(w.path(cycle, worst))
		part, link := w.madeBy(cycle)
		switch {
		case o.made, part == nil && link == nil:
			value := ""
			if o.given {
				value = route.Format(o.Pred)
			}
			in.bad("operations", o.Line, workbook.OfMould(mould), "pred", value, workbook.RuleCycle, text)
		case part != nil:
			in.bad("parts", part.Line, workbook.OfMould(mould), part.column, "", workbook.RuleCycle, text)
		default:
			in.bad("edmLinks", link.Line, workbook.OfMould(mould), "electrodeNo", link.electrode, workbook.RuleCycle, text)
		}
	}
}

// madeBy finds the row that closes a cycle of operations which the file leaves as they are: of a part that is taken up elsewhere along it,
// or else of an electrode that is burned along it from now on.
func (w *waiting) madeBy(cycle []int) (*waitingPart, *waitingLink) {
	inCycle, burning := map[string]bool{}, map[route.Predecessor]bool{}
	for _, i := range cycle {
		o := &w.operations[i]
		inCycle[o.part], burning[o.name()] = true, true
	}
	var meets *waitingPart // in the assembly of the mould, or is that assembly
	for i := range w.parts {
		switch p := &w.parts[i]; {
		case p.column == "" || !inCycle[p.No]:
		case inCycle[p.Parent]:
			return p, nil
		case p.Parent == "" && meets == nil:
			meets = p
		}
	}
	if meets != nil {
		return meets, nil
	}
	for i := range w.links {
		if l := &w.links[i]; l.isNew && burning[l.by] && inCycle[l.electrode] {
			return nil, l
		}
	}
	return nil, nil
}

// waitingParts notes where each part will be built in.
func (in *importer) waitingParts(of func(string) *waiting) {
	for key, p := range in.stored.parts {
		of(key.Mould).part(workbook.Line{}, "", p.inRoute())
	}
	for i := range in.book.Electrodes {
		r := &in.book.Electrodes[i]
		of(r.MouldNo).part(r.Line, "", route.Part{No: r.ElectrodeNo, Kind: route.Electrode})
	}
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		old := stored(in.stored.parts, r.Key())
		now := partAfter(r, old)
		column := ""
		switch {
		case old.ID == "", now.ParentPartNo != old.ParentPartNo:
			column = "parentPart"
		case now.Kind != old.Kind:
			column = "kind"
		case now.NeededAtOp != old.NeededAtOp:
			column = "neededAtOp"
		}
		of(r.MouldNo).part(r.Line, column, now.inRoute())
	}
}

// partAfter is what a row leaves of where a part stands in its mould; old is what is stored, without a number where that is nothing.
func partAfter(r *workbook.Part, old *Part) Part {
	return Part{PartNo: r.PartNo, Kind: r.Kind.Or(cmp.Or(old.Kind, Workpiece)), ParentPartNo: r.ParentPart.Or(old.ParentPartNo), NeededAtOp: r.NeededAtOp.Or(old.NeededAtOp)}
}

func (in *importer) waitingLinks(of func(string) *waiting, partNo map[string]string, held map[workbook.Key]bool) {
	for i := range in.book.EDMLinks {
		l := &in.book.EDMLinks[i]
		w := of(l.MouldNo)
		w.burn(l.PartNo, l.OpNo, l.Branch, l.ElectrodeNo)
		w.links = append(w.links, waitingLink{l.Line, route.Predecessor{PartNo: l.PartNo, OpNo: l.OpNo, Branch: l.Branch}, l.ElectrodeNo, in.stored.links[l.Key()] == nil})
	}
	byID := map[string]*Operation{}
	for _, o := range in.stored.operations {
		byID[o.ID] = o
	}
	for key, l := range in.stored.links {
		if o := byID[l.OperationID]; o != nil && (in.hidden[o.ID] || held[key] || !in.removes("edmLinks")) {
			of(key.Operation.Mould).burn(partNo[o.PartID], o.OpNo, o.Branch, partNo[l.ElectrodeID])
		}
	}
}

// checkLost refuses a file that takes an operation away from one that stays and waits for it.
func (in *importer) checkLost(mould string, w *waiting) {
	hidden := map[string]bool{} // what hidden operations wait for, each told once
	known := route.Numbers{}
	for i := range w.operations {
		known.Add(w.operations[i].part, w.operations[i].No, w.operations[i].Branch)
	}
	for i := range w.operations {
		o := &w.operations[i]
		for _, p := range o.Pred {
			switch {
			case known.Has(o.part, p):
			case o.Row > 0:
				in.bad("operations", o.Line, workbook.OfMould(mould), "pred", p.String(), "reference", msgPredGoes.With(p.String()))
			case o.hidden:
				p.PartNo = cmp.Or(p.PartNo, o.part)
				if name := p.String(); !hidden[name] {
					hidden[name] = true
					in.bad("operations", workbook.Line{}, workbook.OfMould(mould), "pred", name, "reference", msgHiddenWaits.With(name))
				}
			default:
				in.bad("operations", workbook.Line{}, workbook.OfMould(mould), "pred", p.String(), "reference", msgWaiterGoes.With(o.name().String(), p.String()))
			}
		}
	}
}
