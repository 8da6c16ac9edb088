package production

import (
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
// reported on. They follow the order until work on them begins or somebody plans them otherwise.

// The operation numbers of the implied steps, and the part that holds them.
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
	switch {
	case !o.Implied:
		return wordElectrodeMaking
	case o.OpNo == ImpliedAssembly:
		return wordAssembly
	}
	return wordTryout
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
	if len(partIDs) > 0 {
		if err := tx.Select(&operations).WhereIn("part_id", partIDs).Order("op_no", "id").Scan(ctx); err != nil {
			return err
		}
	}
	steps, planned := map[string][]*Operation{}, map[string]bool{}
	for i := range operations {
		o := &operations[i]
		if o.Implied {
			steps[o.MouldID] = append(steps[o.MouldID], o)
		} else {
			planned[o.MouldID] = true
		}
	}
	for i := range moulds {
		m := &moulds[i]
		x := implied{p, tx, m, parts[m.ID], steps[m.ID], file}
		if err := x.settle(ctx, planned[m.ID]); err != nil {
			return err
		}
	}
	return nil
}

// implied brings the implied steps of one mould in line with its order.
type implied struct {
	p     *Production
	tx    store.Tx
	mould *Mould
	parts []*Part // assemblies without parent
	steps []*Operation
	file  said
}

// settle makes, changes and removes steps; planned says that the routes have an assembly of their own.
func (x *implied) settle(ctx context.Context, planned bool) error {
	m := x.mould
	if !planned {
		if err := x.gather(ctx); err != nil {
			return err
		}
	}
	for _, step := range []struct { // the later first: it may be what counts on the earlier
		opNo    int
		group   string
		minutes quantity.Minutes
		wanted  bool
	}{
		{ImpliedTryout, m.TryoutGroupID, m.TryoutMinutes, m.TryoutGroupID != "" && m.TryoutMinutes > 0},
		{ImpliedAssembly, m.AssemblyGroupID, m.AssemblyMinutes, m.AssemblyGroupID != ""}, // its hours may come from the settings
	} {
		i := slices.IndexFunc(x.steps, func(o *Operation) bool { return o.OpNo == step.opNo })
		wanted := step.wanted && !planned
		var err error
		switch {
		case i < 0 && wanted:
			err = x.add(ctx, step.opNo, step.group, step.minutes)
		case i < 0:
		case x.file.rows[x.steps[i].ID]:
			if !wanted || x.steps[i].GroupID != step.group || x.steps[i].Minutes != step.minutes {
				err = x.leave(ctx, x.steps[i])
			}
		case !wanted:
			err = x.remove(ctx, x.steps[i])
		case x.steps[i].GroupID != step.group || x.steps[i].Minutes != step.minutes:
			err = x.change(ctx, x.steps[i], step.group, step.minutes)
		}
		if err != nil {
			return err
		}
	}
	return x.sweep(ctx)
}

func (x *implied) add(ctx context.Context, opNo int, group string, minutes quantity.Minutes) error {
	part, err := x.part(ctx)
	if err != nil {
		return err
	}
	o := &Operation{MouldID: x.mould.ID, PartID: part.ID, OpNo: opNo, GroupID: group, Minutes: minutes, Crew: 1, Pausable: true, Implied: true}
	if err := x.tx.Insert(ctx, o); err != nil {
		return err
	}
	x.steps = append(x.steps, o)
	return x.log(ctx, o, store.ActionCreate)
}

// gather brings the steps into the assembly of the planner, where one stands beside the part that was made for them: there the parts are
// taken up that they wait for. Steps that somebody has made their own keep the others with them.
func (x *implied) gather(ctx context.Context) error {
	if len(x.parts) == 0 {
		return nil
	}
	slices.SortStableFunc(x.parts, func(a, b *Part) int { // the planner's first
		switch {
		case a.Implied == b.Implied:
			return 0
		case b.Implied:
			return -1
		}
		return 1
	})
	var moving []*Operation
	to, isThere := 0, slices.ContainsFunc(x.steps, func(o *Operation) bool { return o.PartID == x.parts[0].ID })
	for _, o := range x.steps {
		from := slices.IndexFunc(x.parts, func(p *Part) bool { return p.ID == o.PartID })
		if from == 0 {
			continue
		}
		stays := x.file.replaces || x.file.rows[o.ID] || x.tx.Hides(o)
		var err error
		if !stays {
			stays, err = x.bound(ctx, o)
		}
		if !stays && err == nil {
			stays, err = isRefused(checkNotBuiltInto(ctx, x.tx, x.parts[from]))
		}
		if err != nil {
			return err
		}
		switch {
		case !stays:
			moving = append(moving, o)
		case !isThere:
			to = from
		}
	}
	if to > 0 { // what is still to be made goes there, too
		x.parts[0], x.parts[to] = x.parts[to], x.parts[0]
		return nil
	}
	for _, o := range moving {
		o.PartID = x.parts[0].ID
		if err := x.tx.Update(ctx, o); err != nil {
			return err
		}
		if err := x.log(ctx, o, store.ActionChange); err != nil {
			return err
		}
	}
	return nil
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
	no := impliedPart
	for n := 2; ; n++ {
		taken, err := x.tx.Select((*Part)(nil)).Where("mould_id = ?", x.mould.ID).Where("part_no = ?", no).Exists(ctx)
		if err != nil {
			return nil, err
		}
		if !taken {
			break
		}
		no = fmt.Sprintf("%s-%d", impliedPart, n)
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
		if orders[i].placed() {
			return true, nil
		}
	}
	return x.tx.Select((*Progress)(nil)).Where("operation_id = ?", o.ID).Where("status <> ?", NotStarted).Exists(ctx)
}

// bound tells whether somebody has made a step their own: by reports of work, an order, machines of its own, or a route that counts on
// it. It stays beside an assembly that is planned.
func (x *implied) bound(ctx context.Context, o *Operation) (bool, error) {
	if begun, err := x.begun(ctx, o); err != nil || begun {
		return begun, err
	}
	for _, model := range []any{(*OutsourceOrder)(nil), (*OperationResource)(nil)} {
		if there, err := x.tx.Select(model).Where("operation_id = ?", o.ID).Exists(ctx); err != nil || there {
			return there, err
		}
	}
	for _, check := range []func(context.Context, store.Tx, *Operation) error{checkNotWaitedFor, checkNotTakenUp} {
		if is, err := isRefused(check(ctx, x.tx, o)); is || err != nil {
			return is, err
		}
	}
	return false, nil
}

// isRefused tells whether a rule has refused; what else went wrong stays an error.
func isRefused(err error) (bool, error) {
	var p *problem.Problem
	if errors.As(err, &p) {
		return true, nil
	}
	return false, err
}

// sweep removes a part that was made for steps and holds no operation any more.
func (x *implied) sweep(ctx context.Context) error {
	if x.file.replaces {
		return nil
	}
	for _, part := range x.parts {
		if !part.Implied || slices.ContainsFunc(x.steps, func(o *Operation) bool { return o.PartID == part.ID }) {
			continue
		}
		if x.file.rows[part.ID] { // it is the file's now
			part.Implied = false
			if err := x.tx.Update(ctx, part); err != nil {
				return err
			}
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
