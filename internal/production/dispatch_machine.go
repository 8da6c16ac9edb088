package production

import (
	"context"
	"maps"
	"slices"

	"mouldworks/internal/platform/store"
)

// mouldsAt are the moulds that a machine may have something to do for: reports were made there, the plan puts work there,
// or it may take work that no plan holds.
func mouldsAt(ctx context.Context, tx store.Tx, machine string, names *Names, planned map[string]Planned) ([]string, error) {
	var reports []Progress
	if err := tx.Select(&reports).Columns("id", "mould_id").Where("machine_id = ?", machine).Scan(ctx); err != nil {
		return nil, err
	}
	moulds := map[string]bool{}
	for i := range reports {
		moulds[reports[i].MouldID] = true
	}
	var narrowed []OperationResource
	if err := tx.Select(&narrowed).Columns("id", "operation_id").Where("machine_id = ?", machine).Scan(ctx); err != nil {
		return nil, err
	}
	var candidates []string
	for i := range narrowed {
		candidates = append(candidates, narrowed[i].OperationID)
	}
	for id, place := range planned {
		if slices.Contains(place.Machines, machine) {
			candidates = append(candidates, id)
		}
	}
	var byType []EligibleMachine
	if err := tx.Select(&byType).Columns("id", "process_id").Where("machine_id = ?", machine).Scan(ctx); err != nil {
		return nil, err
	}
	var processes []string
	for i := range byType {
		processes = append(processes, byType[i].ProcessID)
	}
	var operations, ofProcess, ofGroup []Operation
	if err := tx.Select(&operations).Columns("id", "mould_id").WhereIn("id", candidates).Scan(ctx); err != nil {
		return nil, err
	}
	if err := tx.Select(&ofProcess).Columns("id", "mould_id").WhereIn("process_id", processes).Scan(ctx); err != nil {
		return nil, err
	}
	if group := names.Machines[machine].GroupID; group != "" {
		if err := tx.Select(&ofGroup).Columns("id", "mould_id").Where("group_id = ?", group).Scan(ctx); err != nil {
			return nil, err
		}
	}
	for _, o := range slices.Concat(operations, ofProcess, ofGroup) {
		if place, known := planned[o.ID]; !known || slices.Contains(place.Machines, machine) {
			moulds[o.MouldID] = true
		}
	}
	return slices.Sorted(maps.Keys(moulds)), nil
}

// atMachine: what runs or ran there, what the plan puts there, and without a plan what the machine may take.
func atMachine(r *DispatchRow, machine string) bool {
	if r.MachineID != "" {
		return r.MachineID == machine
	}
	if len(r.PlannedOn) > 0 {
		return slices.Contains(r.PlannedOn, machine)
	}
	return slices.Contains(r.MachineIDs, machine)
}
