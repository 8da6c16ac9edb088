package production

import (
	"context"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

var (
	msgNoLine     = L("该设备没有自己的工时", "That machine has no hours of its own")
	msgLineHours  = L("工时须大于准备工时，且不超过 5000 小时", "The hours must exceed the set-up hours and be at most 5000")
	mostLineHours = quantity.Minutes(5000 * 60)
)

// ChangeMachineHours gives an operation other hours, set-up included, on a machine that has hours of its own.
func (p *Production) ChangeMachineHours(ctx context.Context, tx store.Tx, operationID, machineID string, minutes quantity.Minutes) error {
	operation := &Operation{}
	if err := tx.Select(operation).Where("id = ?", operationID).Scan(ctx); err != nil {
		return err
	}
	narrowed, err := NarrowedTo(ctx, tx, []Operation{*operation})
	if err != nil {
		return err
	}
	lines := slices.Clone(narrowed[operationID])
	at := slices.IndexFunc(lines, func(e Eligible) bool { return e.MachineID == machineID && e.Minutes > 0 })
	if at < 0 {
		return problem.Invalid(problem.Field("resourceId", "reference", msgNoLine))
	}
	was := lines[at]
	lines[at].Minutes = minutes
	if minutes <= was.SetupMinutes || minutes > mostLineHours {
		return problem.Invalid(problem.Field("hours", "range", msgLineHours))
	}
	last, err := standingOf(ctx, tx, operation)
	if err != nil {
		return err
	}
	if was.dropsBelow(&lines[at], last) {
		return problem.Invalid(problem.Field("hours", "reported", msgBelowReported, last.ReportedMinutes.Hours().String()))
	}
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return err
	}
	operation.Resources = lines // those of its process become its own
	if err := saveResources(ctx, tx, operation); err != nil {
		return err
	}
	named := func(m quantity.Minutes) string { return names.Machines[machineID].Name + " · " + m.String() }
	title, err := titleOfOperation(ctx, tx, operation)
	if err != nil {
		return err
	}
	return tx.Log(ctx, p.Operations.Name(), operationID, title, store.ActionChange, store.FieldChange{Field: "hours", Before: named(was.Minutes), After: named(minutes)})
}
