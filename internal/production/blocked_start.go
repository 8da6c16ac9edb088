package production

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
)

// BlockedStart says that somebody cannot begin an operation, or a batch of it, and why. It stays open until a planner has answered or the
// work has begun.
type BlockedStart struct {
	bun.BaseModel `bun:"table:blocked_start"`
	store.FactoryRow
	MouldID      string     `bun:"mould_id"`
	OperationID  string     `bun:"operation_id"`
	BatchID      string     `bun:"batch_id,nullzero"`
	Reason       int        `bun:"reason"` // one of BlockReasons
	Remark       string     `bun:"remark"`
	ReportKey    string     `bun:"report_key"` // as of a report
	ReporterName string     `bun:"reporter_name"`
	ToldAt       time.Time  `bun:"told_at"`
	Answer       string     `bun:"answer"`
	AnsweredBy   string     `bun:"answered_by"`
	AnsweredAt   *time.Time `bun:"answered_at"`
	EndedAt      *time.Time `bun:"ended_at"` // answered, or the work has begun
}

// Belonging says that it is hidden with its mould and with its operation.
func (*BlockedStart) Belonging() store.Belonging {
	return store.Belonging{Moulds: []string{"mould_id"}, Through: []store.Through{{Column: "operation_id", To: (*Operation)(nil)}}}
}

// BlockReasons are why work cannot begin.
var BlockReasons = []Reason{
	{1, L("缺料", "No material")},
	{2, L("没有程序", "No program")},
	{3, L("没有电极", "No electrode")},
	{4, L("没有夹具", "No fixture")},
	{5, L("设备故障", "Machine down")},
	{6, L("图纸不清楚", "Drawing unclear")},
	{7, L("前工序未完成", "Operation before it is not done")},
	{8, L("其他", "Other")},
}

// Blocked is a blocked start as the list of the floor shows it.
type Blocked struct {
	ID       string    `json:"id"`
	BatchID  string    `json:"batchId"`
	Reason   int       `json:"reason" doc:"as mf/place names the reasons"`
	Remark   string    `json:"remark"`
	Reporter string    `json:"reporter"`
	Own      bool      `json:"own" doc:"the caller has told it"`
	ToldAt   time.Time `json:"toldAt"`
}

// readBlocked notes in rows which of them cannot begin.
func readBlocked(ctx context.Context, tx store.Tx, rows []DispatchRow) error {
	at := make(map[string]int, len(rows))
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i], at[rows[i].OperationID] = rows[i].OperationID, i
	}
	var open []BlockedStart
	if err := tx.Select(&open).WhereIn("operation_id", ids).Where("ended_at IS NULL").Order("told_at", "id").Scan(ctx); err != nil {
		return err
	}
	for i := range open {
		b := &open[i]
		row := &rows[at[b.OperationID]]
		row.Blocked = append(row.Blocked, Blocked{b.ID, b.BatchID, b.Reason, b.Remark, b.ReporterName, b.CreatedBy == tx.Actor().AccountID, b.ToldAt})
	}
	return nil
}

// endBlocked closes what kept a lot from beginning, once it has begun.
func endBlocked(ctx context.Context, tx store.Tx, r *Progress, now time.Time) error {
	if r.Status != Running && r.Status != Finished {
		return nil
	}
	_, err := tx.Change((*BlockedStart)(nil)).Set("ended_at = ?", now).
		Where("operation_id = ?", r.OperationID).Where("COALESCE(batch_id, '') = ?", r.BatchID).Where("ended_at IS NULL").Exec(ctx)
	return err
}
