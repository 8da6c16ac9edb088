package floor

import (
	"context"
	"errors"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// subject finds an operation of an open mould, or a batch of it, with the names that a message tells, and how far it is.
func (f *Floor) subject(ctx context.Context, tx store.Tx, operation, batch string) (told *Told, status int, err error) {
	var o production.Operation
	if err := tx.Seen(&o).Where("id = ?", operation).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return nil, 0, problem.NotFound(L("工序", "Operation"))
	} else if err != nil {
		return nil, 0, err
	}
	var mould production.Mould
	if err := tx.Select(&mould).Where("id = ?", o.MouldID).Scan(ctx); err != nil {
		return nil, 0, err
	}
	if mould.Status != production.MouldOpen {
		return nil, 0, problem.Refuse(msgMould, mould.MouldNo)
	}
	var part production.Part
	if err := tx.Select(&part).Where("id = ?", o.PartID).Scan(ctx); err != nil {
		return nil, 0, err
	}
	told = &Told{
		Row:     &production.BlockedStart{MouldID: o.MouldID, OperationID: o.ID, BatchID: batch},
		MouldNo: mould.MouldNo, PartNo: part.PartNo, OpNo: o.OpNo, GroupID: o.GroupID,
	}
	if batch != "" {
		var b production.Batch
		err := tx.Select(&b).Where("id = ?", batch).Where("part_id = ?", o.PartID).Scan(ctx)
		if errors.Is(err, store.ErrNotFound) {
			err = problem.Invalid(problem.Field("batchId", "reference", msgBatch))
		}
		if err != nil {
			return nil, 0, err
		}
		told.Batch = L(b.BatchNo, b.BatchNo)
	}
	if told.Process, err = f.deps.Production.ProcessText(ctx, tx, &o); err != nil {
		return nil, 0, err
	}
	status, err = production.StatusOf(ctx, tx, operation, batch)
	return told, status, err
}

// Waiting is a blocked start that nobody has answered.
type Waiting struct {
	ID          string    `json:"id"`
	OperationID string    `json:"operationId"`
	MouldID     string    `json:"mouldId"`
	MouldNo     string    `json:"mouldNo"`
	PartNo      string    `json:"partNo"`
	OpNo        int       `json:"opNo"`
	Process     string    `json:"process"`
	BatchID     string    `json:"batchId"`
	BatchNo     string    `json:"batchNo"`
	Reason      string    `json:"reason"`
	Remark      string    `json:"remark"`
	Reporter    string    `json:"reporter"`
	ToldAt      time.Time `json:"toldAt"`
}

// Waiting lists the starts that are blocked, the longest first: the first of them, and how many there are.
func (f *Floor) Waiting(ctx context.Context, tx store.Tx, most int) (list []Waiting, total int, err error) {
	ask := func(rows *[]production.BlockedStart) *store.Select {
		return tx.Seen(rows).Where("ended_at IS NULL")
	}
	if total, err = ask(new([]production.BlockedStart)).Count(ctx); err != nil {
		return nil, 0, err
	}
	var rows []production.BlockedStart
	if err := ask(&rows).Order("told_at", "id").Limit(most, 0).Scan(ctx); err != nil {
		return nil, 0, err
	}
	list = []Waiting{}
	lang := problem.Language(ctx)
	for i := range rows {
		r := &rows[i]
		told, _, err := f.subject(ctx, tx, r.OperationID, r.BatchID)
		if refused := (*problem.Problem)(nil); errors.As(err, &refused) {
			total-- // its mould is open no more
			continue
		} else if err != nil {
			return nil, 0, err
		}
		list = append(list, Waiting{
			ID: r.ID, OperationID: r.OperationID, MouldID: r.MouldID, MouldNo: told.MouldNo, PartNo: told.PartNo, OpNo: told.OpNo, Process: told.Process.In(lang),
			BatchID: r.BatchID, BatchNo: told.Batch.In(lang), Reason: reasonText(r.Reason).In(lang), Remark: r.Remark, Reporter: r.ReporterName, ToldAt: r.ToldAt,
		})
	}
	return list, total, nil
}
