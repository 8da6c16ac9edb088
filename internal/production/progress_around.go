package production

import (
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// around is what stands around a report and speaks against it: work before it that is open, and other work on its machine.
func (p *Production) around(ctx context.Context, tx store.Tx, r *told) (doubts []problem.Text, err error) {
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	if r.begins() {
		open, err := openBefore(ctx, tx, r.of, r.BatchID, names)
		if err != nil {
			return nil, err
		}
		for _, name := range open {
			doubts = append(doubts, msgDoubtBefore.With(name))
		}
	}
	if r.Status != Running || r.row.MachineID == "" || r.last.Status == Running && r.last.MachineID == r.row.MachineID {
		return doubts, nil
	}
	others, err := runningOn(ctx, tx, r.row.MachineID)
	if err != nil {
		return nil, err
	}
	machine := names.Machines[r.row.MachineID].Name
	for i := range others {
		if x := &others[i]; x.OperationID != r.of.ID || x.BatchID != r.BatchID {
			busy, err := p.busyWith(ctx, tx, machine, x)
			if err != nil {
				return nil, err
			}
			doubts = append(doubts, busy)
		}
	}
	return doubts, nil
}

// openBefore names what has to be done before an operation, for a batch of it, and is not.
func openBefore(ctx context.Context, tx store.Tx, o *Operation, batch string, names *Names) ([]string, error) {
	orders, err := ReadOpen(ctx, tx, []string{o.MouldID})
	if err != nil || len(orders) == 0 {
		return nil, err
	}
	d := &dispatcher{names: names, hidden: tx.Actor().Hidden.Groups, lang: problem.Language(ctx)}
	return d.waits(routesForLot(&orders[0], o.PartID, batch), o), nil
}

// runningOn are the newest reports of what runs on a machine, of open moulds, the oldest first.
func runningOn(ctx context.Context, tx store.Tx, machine string) (running []Progress, err error) {
	moulds, err := OpenMoulds(ctx, tx, nil)
	if err != nil {
		return nil, err
	}
	open := make([]string, len(moulds))
	for i := range moulds {
		open[i] = moulds[i].ID
	}
	var began, reports []Progress
	err = tx.Select(&began).Columns("id", "operation_id").Where("machine_id = ?", machine).Where("status = ?", Running).WhereIn("mould_id", open).Scan(ctx)
	if err != nil || len(began) == 0 {
		return nil, err
	}
	var operations []string
	for i := range began {
		operations = append(operations, began[i].OperationID)
	}
	if err := tx.Select(&reports).WhereIn("operation_id", operations).Order("reported_at", "id").Scan(ctx); err != nil {
		return nil, err
	}
	newest := map[string]int{}
	for i := range reports {
		newest[LotKey(reports[i].OperationID, reports[i].BatchID)] = i
	}
	for i := range reports {
		if r := &reports[i]; newest[LotKey(r.OperationID, r.BatchID)] == i && r.Status == Running && r.MachineID == machine {
			running = append(running, *r)
		}
	}
	return running, nil
}

// busyWith words that a machine works on something else; what the caller may not see has no name.
func (p *Production) busyWith(ctx context.Context, tx store.Tx, machine string, r *Progress) (problem.Text, error) {
	var seen []Operation
	if err := tx.Seen(&seen).Where("id = ?", r.OperationID).Scan(ctx); err != nil || len(seen) == 0 {
		return msgDoubtBusyElse.With(machine), err
	}
	title, err := titleOfOperation(ctx, tx, &seen[0])
	if err != nil {
		return problem.Text{}, err
	}
	process, err := p.ProcessText(ctx, tx, &seen[0])
	if err != nil || r.BatchID == "" {
		return msgDoubtBusy.With(machine, title, process), err
	}
	var b Batch
	err = tx.Select(&b).Where("id = ?", r.BatchID).Scan(ctx)
	return msgDoubtBusyBatch.With(machine, title, process, b.BatchNo), err
}
