package production

import (
	"context"
	"errors"
	"strconv"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

var (
	msgNoLine     = L("该设备没有自己的工时", "That machine has no hours of its own")
	msgLineHours  = L("工时须大于准备工时，且不超过5000小时", "The hours must exceed the set-up hours and not 5000")
	mostLineHours = quantity.Minutes(5000 * 60)
)

// ChangeMachineHours gives an operation other hours, set-up included, on a machine that has hours of its own.
func (p *Production) ChangeMachineHours(ctx context.Context, tx store.Tx, operationID, machineID string, minutes quantity.Minutes) error {
	line, operation := &OperationResource{}, &Operation{}
	err := tx.Select(line).Where("operation_id = ?", operationID).Where("machine_id = ?", machineID).Where("minutes > 0").Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return problem.Invalid(problem.Field("resourceId", "reference", msgNoLine))
	}
	if err != nil {
		return err
	}
	if minutes <= line.SetupMinutes || minutes > mostLineHours {
		return problem.Invalid(problem.Field("hours", "range", msgLineHours))
	}
	if err := tx.Select(operation).Where("id = ?", operationID).Scan(ctx); err != nil {
		return err
	}
	last, err := standingOf(ctx, tx, operation)
	if err != nil {
		return err
	}
	if last != nil && last.Status != NotStarted && minutes < line.Minutes && minutes < last.ReportedMinutes {
		return problem.Invalid(problem.Field("hours", "reported", msgBelowReported, last.ReportedMinutes.Hours().String()))
	}
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return err
	}
	was := line.Minutes
	line.Minutes = minutes
	if err := tx.Update(ctx, line); err != nil {
		return err
	}
	named := func(m quantity.Minutes) string { return names.Machines[machineID].Name + ": " + m.String() }
	return tx.Log(ctx, p.Operations.Name(), operationID, strconv.Itoa(operation.OpNo), store.ActionChange, store.FieldChange{Field: "hours", Before: named(was), After: named(minutes)})
}
