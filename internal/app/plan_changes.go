package app

import (
	"context"
	"encoding/json"

	"mouldworks/internal/aps"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// What a change of a plan means for the records of other domains: each is saved by its own rules, and by whoever may.

// operationRecords reads what scheduling has to know of operations to change them.
func operationRecords(ctx context.Context, tx store.Tx, ids []string) (map[string]aps.OperationRecord, error) {
	var operations []production.Operation
	var orders []production.OutsourceOrder
	if err := tx.Select(&operations).WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	narrowed, err := production.NarrowedTo(ctx, tx, operations)
	if err != nil {
		return nil, err
	}
	if err := tx.Select(&orders).Columns("id", "operation_id").WhereIn("operation_id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	batched, err := batchedParts(ctx, tx, operations)
	if err != nil {
		return nil, err
	}
	records := map[string]aps.OperationRecord{}
	for i := range operations {
		o := &operations[i]
		records[o.ID] = aps.OperationRecord{
			Version: o.Version, Minutes: o.Minutes, Setup: o.SetupMinutes, Lines: map[string]aps.OperationLine{}, Lock: o.Lock,
			Outsource: o.Outsource, SupplierID: o.SupplierID, LeadDays: o.LeadDays, Batched: batched[o.PartID],
		}
		for _, e := range narrowed[o.ID] {
			if e.Minutes > 0 {
				records[o.ID].Lines[e.MachineID] = aps.OperationLine{Minutes: e.Minutes, Setup: e.SetupMinutes}
			}
		}
	}
	for _, x := range orders {
		if r, known := records[x.OperationID]; known {
			r.Ordered = true
			records[x.OperationID] = r
		}
	}
	return records, nil
}

// batchedParts tells which parts of operations go in batches.
func batchedParts(ctx context.Context, tx store.Tx, operations []production.Operation) (map[string]bool, error) {
	batched := map[string]bool{}
	parts := make([]string, len(operations))
	for i := range operations {
		parts[i] = operations[i].PartID
	}
	if len(parts) == 0 {
		return batched, nil
	}
	var batches []production.Batch
	if err := tx.Select(&batches).Columns("id", "part_id").WhereIn("part_id", parts).Scan(ctx); err != nil {
		return nil, err
	}
	for _, b := range batches {
		batched[b.PartID] = true
	}
	return batched, nil
}

// What keeping changes of a plan needs beside the permission to change plans.
const (
	mayChangeOperation = "capp.operation.modify"
	mayAddOvertime     = "system.resourceException.add"
)

// lacksToKeep is the permission that somebody lacks to keep changes of a kind; empty where they may.
func lacksToKeep(actor store.Actor, kind string) string {
	need := ""
	switch kind {
	case "overtime":
		need = mayAddOvertime
	case "lock", "unlock", "hours", "outsource":
		need = mayChangeOperation
	}
	if need == "" || actor.Allowed(need) {
		return ""
	}
	return need
}

// changeOperation saves what a change of a plan means for an operation.
func (a *App) changeOperation(ctx context.Context, tx store.Tx, c aps.OperationChange) error {
	if err := a.mayChange(ctx, tx.Actor(), "capp/operation", mayChangeOperation); err != nil {
		return err
	}
	values := map[string]any{"version": c.Version}
	if c.Lock != nil {
		values["lock"], values["lockResource"], values["lockStart"] = 0, "", nil
		if c.Lock.Machine != "" {
			values["lock"], values["lockResource"], values["lockStart"] = 2, c.Lock.Machine, c.Lock.Start
		}
	}
	if c.Minutes != nil && c.Machine == "" {
		values["hours"] = *c.Minutes
	}
	if c.Outside != nil {
		values["outsource"], values["supplierId"], values["leadDays"] = 2, c.Outside.Supplier, c.Outside.LeadDays
	}
	body, err := bodyOf(values)
	if err != nil {
		return err
	}
	// The hours of a line hang on the version of their operation: whoever is slower meets a stale one.
	if _, err := a.Production.Operations.Patch(ctx, tx, c.ID, body); err != nil || c.Minutes == nil || c.Machine == "" {
		return err
	}
	return a.Production.ChangeMachineHours(ctx, tx, c.ID, c.Machine, *c.Minutes)
}

// addExtraTime saves overtime as an exception of a machine or a group.
func (a *App) addExtraTime(ctx context.Context, tx store.Tx, x aps.ExtraTime) error {
	if err := a.mayChange(ctx, tx.Actor(), "bms/resource-exception", mayAddOvertime); err != nil {
		return err
	}
	body, err := bodyOf(map[string]any{"machineId": x.Machine, "groupId": x.Group, "kind": basedata.ExceptionExtra, "from": x.From, "to": x.To})
	if err != nil {
		return err
	}
	_, err = a.Master.Exceptions.Create(ctx, tx, body)
	return err
}

// checkExtraTime refuses overtime that a stored exception overlaps.
func checkExtraTime(ctx context.Context, tx store.Tx, x aps.ExtraTime) error {
	return basedata.CheckExtraTime(ctx, tx, x.Machine, x.Group, x.From, x.To)
}

// mayChange holds somebody to the permission of a record, as a call of its own would.
func (a *App) mayChange(ctx context.Context, actor store.Actor, path, permission string) error {
	if !actor.Allowed(permission) {
		return problem.Forbidden(permission)
	}
	return a.API.ModuleOpen(ctx, actor, path, permission)
}

// bodyOf words values as a form sends them.
func bodyOf(values map[string]any) (resource.Body, error) {
	body := resource.Body{}
	for key, value := range values {
		raw, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		body[key] = raw
	}
	return body, nil
}
