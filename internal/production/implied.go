package production

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// A mould order names who assembles it and tries it out, and for how long. Where the routes of its assembly parts say
// nothing about that, these are its steps: operations like others, that stand in the lists of the shop floor and are
// reported on. They follow the order until work on them begins or somebody plans them otherwise. A step that somebody has
// taken over still stands for that of the order, which is not made a second time, and the other step follows the order as before.

// The steps of an order, by the numbers of their operations, and the part that holds them.
const (
	ImpliedAssembly = 10
	ImpliedTryout   = 20
	impliedPart     = "ASM"
)

var (
	wordElectrodeMaking = L("电极加工", "Electrode making")
	wordAssembly        = L("装配", "Assembly")
	wordTryout          = L("试模", "Try-out")
)

// StepName is what an operation without a process is called: the shorthand of the workbook names none, nor does an order.
func (o *Operation) StepName() problem.Text {
	switch o.OrderStep {
	case ImpliedAssembly:
		return wordAssembly
	case ImpliedTryout:
		return wordTryout
	}
	return wordElectrodeMaking
}

// takesPlaceOfOther tells whether a step of an order has the number of the other one: then it stands for neither. Any other number
// leaves it what it is.
func (o *Operation) takesPlaceOfOther() bool {
	return o.OpNo != o.OrderStep && (o.OpNo == ImpliedAssembly || o.OpNo == ImpliedTryout)
}

var msgStepOrder = L("装配在试模之前：装配的工序号须小于试模的工序号", "The assembly comes before the try-out: its number must be the smaller one")

// checkStepOrder refuses a number that puts the try-out of an order before its assembly.
func checkStepOrder(ctx context.Context, tx store.Tx, old, now *Operation) error {
	if old == nil || now.OrderStep == 0 || now.OpNo == old.OpNo && now.PartID == old.PartID {
		return nil
	}
	q := tx.Select((*Operation)(nil)).Where("part_id = ?", now.PartID).Where("id <> ?", now.ID)
	if now.OrderStep == ImpliedAssembly {
		q = q.Where("order_step = ?", ImpliedTryout).Where("op_no <= ?", now.OpNo)
	} else {
		q = q.Where("order_step = ?", ImpliedAssembly).Where("op_no >= ?", now.OpNo)
	}
	if wrong, err := q.Exists(ctx); err != nil || !wrong {
		return err
	}
	return problem.Invalid(problem.Field("opNo", "order", msgStepOrder))
}

// ImplySteps gives the open moulds among ids, or every open one, the steps that their orders imply, and takes away those that they
// do not imply any more.
func (p *Production) ImplySteps(ctx context.Context, tx store.Tx, ids []string) error {
	var moulds []Mould
	q := tx.Select(&moulds).Where("status = ?", MouldOpen).Where("(assembly_group_id IS NOT NULL OR tryout_group_id IS NOT NULL OR EXISTS (SELECT 1 FROM operation AS step WHERE step.mould_id = ?TableAlias.id AND step.implied = ?) OR EXISTS (SELECT 1 FROM part AS given WHERE given.mould_id = ?TableAlias.id AND given.implied = ?))", true, true).Order("mould_no")
	if len(ids) > 0 {
		q = q.WhereIn("id", ids)
	}
	if err := q.Scan(ctx); err != nil {
		return err
	}
	return p.implySteps(ctx, tx, moulds, said{})
}

// said is what a file has said of the moulds whose steps are brought in line; nothing outside of an import.
type said struct {
	replaces bool            // nothing goes that the list of the import did not hold before: what is idle stays until the next run
	rows     map[string]bool // ids of the steps and parts that have a row in the file: they stay as it says
}

// implySteps brings the steps of moulds in line with their orders.
func (p *Production) implySteps(ctx context.Context, tx store.Tx, moulds []Mould, file said) error {
	if len(moulds) == 0 {
		return nil
	}
	ids := make([]string, len(moulds))
	for i := range moulds {
		ids[i] = moulds[i].ID
	}
	var assemblies []Part
	if err := tx.Select(&assemblies).WhereIn("mould_id", ids).Where("kind = ?", Assembly).Where("parent_part_no = ?", "").Order("part_no").Scan(ctx); err != nil {
		return err
	}
	parts, partIDs := map[string][]*Part{}, make([]string, 0, len(assemblies))
	for i := range assemblies {
		x := &assemblies[i]
		parts[x.MouldID], partIDs = append(parts[x.MouldID], x), append(partIDs, x.ID)
	}
	var operations []Operation
	if err := tx.Select(&operations).WhereIn("mould_id", ids).Where("order_step <> ?", 0).Order("op_no", "id").Scan(ctx); err != nil {
		return err
	}
	steps, planned := map[string][]*Operation{}, map[string]bool{}
	for i := range operations {
		o := &operations[i]
		steps[o.MouldID] = append(steps[o.MouldID], o)
	}
	var owners []string // of operations in the assemblies that stand for no step of an order
	if len(partIDs) > 0 {
		if err := tx.Select((*Operation)(nil)).Columns("mould_id").WhereIn("part_id", partIDs).Where("order_step = ?", 0).ScanColumn(ctx, &owners); err != nil {
			return err
		}
	}
	for _, id := range owners {
		planned[id] = true
	}
	for i := range moulds {
		m := &moulds[i]
		x := implied{p, tx, m, parts[m.ID], steps[m.ID], file, ""}
		if err := x.settle(ctx, planned[m.ID]); err != nil {
			return err
		}
	}
	return nil
}

// implied brings the steps of one mould in line with its order.
type implied struct {
	p     *Production
	tx    store.Tx
	mould *Mould
	parts []*Part      // assemblies without parent
	steps []*Operation // those that follow the order, and those that somebody has taken over
	file  said
	first string // id of the assembly in which the steps stand where nothing keeps them elsewhere
}

// orderStep is what an order says of one of its steps.
type orderStep struct {
	number  int
	group   string
	minutes quantity.Minutes
	wanted  bool
}

// orderSteps are the steps of an order, the later first, which may be what counts on the earlier. planned says that the routes have an
// assembly of their own: then none is wanted.
func (m *Mould) orderSteps(planned bool) []orderStep {
	return []orderStep{
		{ImpliedTryout, m.TryoutGroupID, m.TryoutMinutes, !planned && m.names(ImpliedTryout)},
		{ImpliedAssembly, m.AssemblyGroupID, m.AssemblyMinutes, !planned && m.names(ImpliedAssembly)},
	}
}

// plannersFirst orders the assemblies of a mould, among which its steps choose: by bytes, as routes meet; the database may sort otherwise.
func plannersFirst(a, b *Part) int {
	switch {
	case a.Implied == b.Implied:
		return cmp.Compare(a.PartNo, b.PartNo)
	case b.Implied:
		return -1
	}
	return 1
}

// numberIn is the number that a new step gets in a part: the try-out comes behind the assembly, whatever number somebody has given that.
func (s *orderStep) numberIn(part *Part, steps []*Operation) int {
	number := s.number
	for _, o := range steps {
		if s.number == ImpliedTryout && o.OrderStep == ImpliedAssembly && o.PartID == part.ID && o.OpNo >= number {
			number = o.OpNo/10*10 + 10
		}
	}
	return number
}

// freePartNo is the number of a part that is made for steps.
func freePartNo(taken func(no string) (bool, error)) (string, error) {
	no := impliedPart
	for n := 2; ; n++ {
		if is, err := taken(no); err != nil || !is {
			return no, err
		}
		no = fmt.Sprintf("%s-%d", impliedPart, n)
	}
}

// settle makes, changes and removes steps; planned says that the routes have an assembly of their own.
func (x *implied) settle(ctx context.Context, planned bool) error {
	wanted := map[int]bool{}
	slices.SortFunc(x.parts, plannersFirst)
	if len(x.parts) > 0 {
		x.first = x.parts[0].ID
	}
	steps := x.mould.orderSteps(planned)
	for i := range steps {
		s := &steps[i]
		s.wanted = s.wanted && !slices.ContainsFunc(x.steps, func(o *Operation) bool { return o.OrderStep == s.number && !o.Implied })
		wanted[s.number] = s.wanted
	}
	if err := x.gather(ctx, wanted); err != nil {
		return err
	}
	for _, s := range steps {
		if err := x.follow(ctx, s); err != nil {
			return err
		}
	}
	return x.sweep(ctx)
}

// follow brings what stands for one step in line with the order.
func (x *implied) follow(ctx context.Context, s orderStep) error {
	is := false
	steps, err := x.standing(ctx, s.number)
	if err != nil {
		return err
	}
	for _, o := range steps {
		wanted := s.wanted && !is
		is = true
		var err error
		switch same := o.GroupID == s.group && o.Minutes == s.minutes; {
		case wanted && same && !(x.file.rows[o.ID] && o.PartID != x.first):
		case x.file.rows[o.ID]:
			err = x.leave(ctx, o)
		case !wanted:
			err = x.remove(ctx, o)
		default:
			err = x.change(ctx, o, s.group, s.minutes)
		}
		if err != nil {
			return err
		}
	}
	if is || !s.wanted {
		return nil
	}
	return x.add(ctx, s)
}

// standing are the operations that stand for a step and follow the order: one, unless an earlier version has made a second one. Then the
// one that counts comes first: what somebody has made their own, or else what stands where the steps belong.
func (x *implied) standing(ctx context.Context, number int) (steps []*Operation, err error) {
	for _, o := range x.steps {
		if o.OrderStep == number && o.Implied {
			steps = append(steps, o)
		}
	}
	if len(steps) < 2 {
		return steps, nil
	}
	rank := map[*Operation]int{}
	for _, o := range steps {
		bound, err := x.bound(ctx, o)
		if err != nil {
			return nil, err
		}
		switch {
		case bound:
		case len(x.parts) > 0 && o.PartID == x.parts[0].ID:
			rank[o] = 1
		default:
			rank[o] = 2
		}
	}
	slices.SortStableFunc(steps, func(a, b *Operation) int { return rank[a] - rank[b] })
	return steps, nil
}

func (x *implied) add(ctx context.Context, s orderStep) error {
	part, err := x.part(ctx)
	if err != nil {
		return err
	}
	number := s.numberIn(part, x.steps)
	if taken, err := x.taken(ctx, part, number); err != nil || taken {
		return err
	}
	o := &Operation{MouldID: x.mould.ID, PartID: part.ID, OpNo: number, GroupID: s.group, Minutes: s.minutes, Crew: 1, Pausable: true, OrderStep: s.number, Implied: true}
	if err := x.tx.Insert(ctx, o); err != nil {
		return err
	}
	x.steps = append(x.steps, o)
	return x.log(ctx, o, store.ActionCreate)
}

// taken tells whether an operation has the number already, such as one that stands for the other step: two of one number break the
// write.
func (x *implied) taken(ctx context.Context, part *Part, number int) (bool, error) {
	return x.tx.Select((*Operation)(nil)).Where("part_id = ?", part.ID).Where("op_no = ?", number).Where("branch = ?", "").Exists(ctx)
}

// gather brings the wanted steps into one assembly: that of the planner, where one stands beside the part that was made for them, for
// there the parts are taken up that they wait for. A step that somebody has made their own stays, and keeps the others with it. The
// part that held the steps may have become another kind of part, or one that is built into another.
func (x *implied) gather(ctx context.Context, wanted map[int]bool) error {
	elsewhere := func(o *Operation) bool { return len(x.parts) == 0 || o.PartID != x.parts[0].ID }
	if !wanted[ImpliedAssembly] && !wanted[ImpliedTryout] || !slices.ContainsFunc(x.steps, elsewhere) {
		return nil
	}
	home, staying := -1, map[*Operation]bool{}
	for _, o := range x.steps {
		stays, err := x.stays(ctx, o)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(x.parts, func(p *Part) bool { return p.ID == o.PartID })
		if staying[o] = stays; stays && at >= 0 && (home < 0 || at < home) {
			home = at
		}
	}
	if home > 0 {
		x.parts[0], x.parts[home] = x.parts[home], x.parts[0]
	}
	for _, o := range x.steps {
		if staying[o] || !wanted[o.OrderStep] {
			continue
		}
		part, err := x.part(ctx)
		if err != nil {
			return err
		}
		if o.PartID == part.ID {
			continue
		}
		if taken, err := x.taken(ctx, part, o.OpNo); err != nil {
			return err
		} else if taken {
			continue
		}
		o.PartID = part.ID
		if err := x.tx.Update(ctx, o); err != nil {
			return err
		}
		if err := x.log(ctx, o, store.ActionChange); err != nil {
			return err
		}
	}
	return nil
}

// stays tells whether a step keeps its place: somebody has taken it over or counts on it, others are built into its part, the file has a
// row of it, or it is hidden.
func (x *implied) stays(ctx context.Context, o *Operation) (bool, error) {
	if !o.Implied || x.file.replaces || x.file.rows[o.ID] || x.tx.Hides(o) {
		return true, nil
	}
	if bound, err := x.bound(ctx, o); err != nil || bound {
		return bound, err
	}
	var part Part
	if err := x.tx.Select(&part).Where("id = ?", o.PartID).Scan(ctx); err != nil {
		return false, err
	}
	return isRefused(checkNotBuiltInto(ctx, x.tx, &part))
}

// leave gives a step to the file that has a row of it and says otherwise than the order.
func (x *implied) leave(ctx context.Context, o *Operation) error {
	o.Implied = false
	return x.tx.Update(ctx, o)
}

// part is the assembly that holds the steps, made where there is none.
func (x *implied) part(ctx context.Context) (*Part, error) {
	if len(x.parts) > 0 {
		return x.parts[0], nil
	}
	no, err := freePartNo(func(no string) (bool, error) {
		return x.tx.Select((*Part)(nil)).Where("mould_id = ?", x.mould.ID).Where("part_no = ?", no).Exists(ctx)
	})
	if err != nil {
		return nil, err
	}
	part := &Part{MouldID: x.mould.ID, PartNo: no, Kind: Assembly, Qty: 1, Pieces: 1, State: ElectrodeDesigned, Implied: true}
	if err := x.tx.Insert(ctx, part); err != nil {
		return nil, err
	}
	x.parts = append(x.parts, part)
	return part, x.logPart(ctx, part, store.ActionCreate)
}

// change leaves what has begun as it is, and what a role hides to the next run: it is a fact, and the hours of a fact are those that it was planned with.
func (x *implied) change(ctx context.Context, o *Operation, group string, minutes quantity.Minutes) error {
	if begun, err := x.begun(ctx, o); err != nil || begun || x.tx.Hides(o) {
		return err
	}
	o.GroupID, o.Minutes = group, minutes
	if err := x.tx.Update(ctx, o); err != nil {
		return err
	}
	return x.log(ctx, o, store.ActionChange)
}

// remove takes a step away, unless it is bound. One that a role hides is left to the next run.
func (x *implied) remove(ctx context.Context, o *Operation) error {
	if x.file.replaces || x.tx.Hides(o) {
		return nil
	}
	if bound, err := x.bound(ctx, o); err != nil || bound {
		return err
	}
	if err := x.p.removeBelow(ctx, x.tx, o); err != nil {
		return err
	}
	if _, err := x.tx.Remove((*Operation)(nil)).Where("id = ?", o.ID).Exec(ctx); err != nil {
		return err
	}
	x.steps = slices.DeleteFunc(x.steps, func(s *Operation) bool { return s == o })
	return x.log(ctx, o, store.ActionDelete)
}

// begun tells whether there are reports of work on a step, or an order that binds somebody.
func (x *implied) begun(ctx context.Context, o *Operation) (bool, error) {
	var orders []OutsourceOrder
	if err := x.tx.Select(&orders).Where("operation_id = ?", o.ID).Scan(ctx); err != nil {
		return false, err
	}
	for i := range orders {
		if orders[i].Placed() {
			return true, nil
		}
	}
	return x.tx.Select((*Progress)(nil)).Where("operation_id = ?", o.ID).Where("status <> ?", NotStarted).Exists(ctx)
}

// bound tells whether somebody has made a step their own: by reports, an order, machines or files of its own, or a route that counts
// on it. It stays beside an assembly that is planned.
func (x *implied) bound(ctx context.Context, o *Operation) (bool, error) {
	if begun, err := x.begun(ctx, o); err != nil || begun {
		return begun, err
	}
	for _, model := range []any{(*OutsourceOrder)(nil), (*OperationResource)(nil)} {
		if there, err := x.tx.Select(model).Where("operation_id = ?", o.ID).Exists(ctx); err != nil || there {
			return there, err
		}
	}
	if there, err := x.tx.Select((*Progress)(nil)).Where("operation_id = ?", o.ID).Where("batch_id IS NOT NULL").Exists(ctx); err != nil || there {
		return there, err // a batch of this very part
	}
	if files, err := x.p.deps.Filed(ctx, x.tx, []string{o.ID}); err != nil || files[o.ID] > 0 {
		return err == nil, err
	}
	for _, check := range []func(context.Context, store.Tx, *Operation) error{checkNotWaitedFor, checkNotTakenUp} {
		if is, err := isRefused(check(ctx, x.tx, o)); is || err != nil {
			return is, err
		}
	}
	return x.takesUp(ctx, o)
}

// takesUp tells whether a step is the only operation of a part into which others are built: without it nothing would wait for them.
func (x *implied) takesUp(ctx context.Context, o *Operation) (bool, error) {
	if others, err := x.tx.Select((*Operation)(nil)).Where("part_id = ?", o.PartID).Where("id <> ?", o.ID).Exists(ctx); err != nil || others {
		return false, err
	}
	var part Part
	if err := x.tx.Select(&part).Where("id = ?", o.PartID).Scan(ctx); err != nil {
		return false, err
	}
	return isRefused(checkNotBuiltInto(ctx, x.tx, &part))
}

// isRefused tells whether a rule has refused; what else went wrong stays an error.
func isRefused(err error) (bool, error) {
	var p *problem.Problem
	if errors.As(err, &p) {
		return true, nil
	}
	return false, err
}

// sweep removes a part that was made for steps and holds no operation any more. One that the file has a row of is the file's.
func (x *implied) sweep(ctx context.Context) error {
	for _, part := range x.parts {
		if !part.Implied || !x.file.rows[part.ID] {
			continue
		}
		part.Implied = false
		if err := x.tx.Update(ctx, part); err != nil {
			return err
		}
	}
	if x.file.replaces {
		return nil
	}
	for _, part := range x.parts {
		if !part.Implied || slices.ContainsFunc(x.steps, func(o *Operation) bool { return o.PartID == part.ID }) {
			continue
		}
		held, err := isRefused(checkNotBuiltInto(ctx, x.tx, part)) // others are built into it
		if err != nil {
			return err
		}
		for _, holds := range []any{(*Operation)(nil), (*Batch)(nil)} {
			there, err := x.tx.Select(holds).Where("part_id = ?", part.ID).Exists(ctx)
			if err != nil {
				return err
			}
			held = held || there
		}
		if held {
			continue
		}
		if _, err := x.tx.Remove((*Part)(nil)).Where("id = ?", part.ID).Exec(ctx); err != nil {
			return err
		}
		if err := x.logPart(ctx, part, store.ActionDelete); err != nil {
			return err
		}
	}
	return nil
}

// signal lets open pages read again what has changed.
func (x *implied) signal(ctx context.Context, entity, id string) {
	if x.p.deps.Changed != nil {
		actor := x.tx.Actor()
		x.tx.AfterCommit(func() { x.p.deps.Changed(context.WithoutCancel(ctx), actor, entity, id) })
	}
}

func (x *implied) logPart(ctx context.Context, part *Part, action string) error {
	x.signal(ctx, "part", part.ID)
	title, err := titleOfPart(ctx, x.tx, part)
	if err != nil {
		return err
	}
	return x.tx.Log(ctx, "part", part.ID, title, action)
}

func (x *implied) log(ctx context.Context, o *Operation, action string) error {
	x.signal(ctx, "operation", o.ID)
	title, err := titleOfOperation(ctx, x.tx, o)
	if err != nil {
		return err
	}
	return x.tx.Log(ctx, "operation", o.ID, title, action, store.FieldChange{Field: "hours", After: o.Minutes})
}
