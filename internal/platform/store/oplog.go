package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/uptrace/bun"
)

// What a line of the operation log says has been done.
const (
	ActionCreate  = "create"
	ActionChange  = "change"
	ActionDelete  = "delete"
	ActionEnd     = "end"
	ActionImport  = "import"
	ActionRun     = "run"
	ActionPublish = "publish"
	ActionExport  = "export"
	ActionRefuse  = "refuse"
	ActionSignIn  = "signIn"
	// ActionImportPart is a further transaction of an import. It has the row id of the import's first line, whose counts it adds to.
	ActionImportPart = "importPart"
)

// FieldChange is one field before and after; secrets come masked.
type FieldChange struct {
	Field  string `json:"field"`
	Before any    `json:"before"`
	After  any    `json:"after"`
}

// Operation is one line of the operation log: append-only, written in the transaction of the change itself.
type Operation struct {
	bun.BaseModel `bun:"table:operation_log"`
	ID            string          `bun:"id,pk" json:"id"`
	TenantID      string          `bun:"tenant_id" json:"-"`
	FactoryID     *string         `bun:"factory_id" json:"-"`
	At            time.Time       `bun:"at" json:"at"`
	AccountID     string          `bun:"account_id" json:"-"`
	By            string          `bun:"by_name" json:"by"`
	Through       string          `bun:"through" json:"through"`
	Entity        string          `bun:"entity" json:"entity"`
	RowID         string          `bun:"row_id" json:"rowId"`
	Title         string          `bun:"title" json:"title"`
	Action        string          `bun:"action" json:"action"`
	Changes       json.RawMessage `bun:"changes,type:text" json:"changes"`
	Import        string          `bun:"import_id,nullzero" json:"-"` // row id of the import whose row this is, empty for none
	Seal          *int64          `bun:"seal" json:"-"`               // number of the seal that covers the line, nil while it is young
}

// Log appends a line. title is what people call the row, so that the line is readable when the row is gone.
func (tx Tx) Log(ctx context.Context, entity, rowID, title, action string, changes ...FieldChange) error {
	line, err := tx.line(entity, Logged{rowID, title, changes}, action)
	if err != nil {
		return err
	}
	_, err = tx.db.NewInsert().Model(&line).Exec(tx.mark(ctx))
	return tx.of.faultOfStatement(err)
}

// Logged is what a line of the log says of one row.
type Logged struct {
	RowID, Title string
	Changes      []FieldChange
}

// logPiece is how many lines go in with one statement.
const logPiece = 500

// LogAll appends a line for each of many rows.
func (tx Tx) LogAll(ctx context.Context, entity, action string, rows []Logged) error {
	for piece := range slices.Chunk(rows, logPiece) {
		lines := make([]Operation, len(piece))
		for i, row := range piece {
			var err error
			if lines[i], err = tx.line(entity, row, action); err != nil {
				return err
			}
		}
		if _, err := tx.db.NewInsert().Model(&lines).Exec(tx.mark(ctx)); err != nil {
			return tx.of.faultOfStatement(err)
		}
	}
	return nil
}

func (tx Tx) line(entity string, row Logged, action string) (Operation, error) {
	if row.Changes == nil {
		row.Changes = []FieldChange{}
	}
	b, err := json.Marshal(row.Changes)
	line := Operation{
		ID: NewID(), TenantID: tx.actor.TenantID, At: Now(), AccountID: tx.actor.AccountID, By: tx.actor.Name,
		Through: tx.actor.Through, Entity: entity, RowID: row.RowID, Title: row.Title, Action: action, Changes: b,
	}
	if tx.actor.FactoryID != "" {
		line.FactoryID = &tx.actor.FactoryID
	}
	if action != ActionImport && action != ActionImportPart {
		line.Import = tx.actor.Import
	}
	return line, err
}

// LogFor appends a line to the log of actor's tenant from a system transaction, so that what stands above tenants is
// written down together with the change itself.
func (tx Tx) LogFor(ctx context.Context, actor Actor, entity, rowID, title, action string, changes ...FieldChange) error {
	if !tx.system {
		return errors.New("store: only a system transaction writes into the log of another actor")
	}
	tx.actor = actor
	return tx.Log(ctx, entity, rowID, title, action, changes...)
}

// History reads the lines of one row, newest first.
func (tx Tx) History(ctx context.Context, entity, rowID string, limit int) ([]Operation, error) {
	lines := []Operation{}
	err := tx.db.NewSelect().Model(&lines).Where("tenant_id = ? AND entity = ? AND row_id = ?", tx.actor.TenantID, entity, rowID).
		OrderExpr("at DESC, id DESC").Limit(int64(limit)).Scan(tx.mark(ctx))
	return lines, tx.of.faultOfStatement(err)
}
