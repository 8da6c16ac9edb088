// Package floor is what people at the machines say beside their reports: that they cannot begin, and why.
//
// What lives here: starts that are blocked, the planners' answers, and who is told. What never does: what an operation or a report is
// and the rules of reporting (production), and how messages reach people (app).
package floor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// L words a text in both languages.
var L = problem.L

// Deps are what the floor needs of others.
type Deps struct {
	Production *production.Production
	// Told sends word of a blocked start to those who can answer it, Answered the answer to whoever told it; without one it was taken back.
	Told, Answered func(ctx context.Context, tx store.Tx, b Told) error
	Changed        func(ctx context.Context, actor store.Actor, entity, id string)
	Now            func() time.Time
}

// Floor is the domain.
type Floor struct{ deps Deps }

// New makes the domain.
func New(deps Deps) *Floor { return &Floor{deps} }

// Told is a blocked start with the names that a message tells.
type Told struct {
	Row                 *production.BlockedStart
	MouldNo, PartNo     string
	GroupID             string // of the operation
	OpNo                int
	Process, Batch, Why problem.Text
}

// The permissions: who reports may say that they cannot begin; who corrects the reports of others answers.
const (
	mayTell   = "mf.progress.modify"
	MayAnswer = "mf.progress.remove"
	maySee    = "mf.progress.check"
)

// longestWords is how many characters a remark and an answer have at most.
const longestWords = 200

var (
	msgReason    = L("请选择原因", "Choose a reason")
	msgSay       = L("请说明原因", "Say what it is")
	msgLong      = L("最多 %d 个字", "At most %d characters")
	msgBegun     = L("工序已开工", "The operation has begun")
	msgFinished  = L("工序已完成", "The operation is finished")
	msgTold      = L("%s已报告过：%s", "%s has told this already: %s")
	msgNotOpen   = L("已有人答复，或已开工", "Somebody has answered, or the work has begun")
	msgNotYours  = L("只能由报告人或计划员撤回", "Only whoever told it or a planner can take it back")
	msgAnswer    = L("请填写答复", "Write an answer")
	msgKey       = L("此编号已用于另一次报告", "This key belongs to another report")
	msgBatch     = L("批次不属于此零件", "The batch belongs to another part")
	msgMould     = L("模具“%s”不是未完成状态，不能报告", "The mould “%s” is not open, so nothing can be reported on it")
	wordBlocked  = L("无法开工的报告", "Report of what cannot start")
	wordSomebody = L("他人", "Somebody else")
)

// Block says that somebody cannot begin an operation, or a batch of it.
type Block struct {
	OperationID string `json:"operationId"`
	BatchID     string `json:"batchId,omitempty"`
	Reason      int    `json:"reason" enum:"1,2,3,4,5,6,7,8" doc:"as mf/place names the reasons"`
	Remark      string `json:"remark,omitempty" doc:"at most 200 characters; the last reason, other, needs it"`
	Key         string `json:"key,omitempty" maxLength:"64" doc:"a name of the sender's own: sent twice it counts once"`
}

const otherReason = 8

func (b *Block) check() (bad []problem.FieldError) {
	b.Remark = strings.TrimSpace(b.Remark)
	if !slices.ContainsFunc(production.BlockReasons, func(r production.Reason) bool { return r.Value == b.Reason }) {
		bad = append(bad, problem.Field("reason", "choice", msgReason))
	}
	switch {
	case utf8.RuneCountInString(b.Remark) > longestWords:
		bad = append(bad, problem.Field("remark", "length", msgLong, longestWords))
	case b.Reason == otherReason && blank(b.Remark):
		bad = append(bad, problem.Field("remark", "required", msgSay))
	}
	if len(b.Key) > production.LongestKey {
		bad = append(bad, problem.Field("key", "length", msgLong, production.LongestKey))
	}
	return bad
}

// blank tells whether people see nothing of a text.
func blank(text string) bool { return cell.Key(text) == "" }

// Block stores that somebody cannot begin, and sends word to those who can answer.
func (f *Floor) Block(ctx context.Context, tx store.Tx, b Block) (*production.BlockedStart, error) {
	if bad := b.check(); len(bad) > 0 {
		return nil, problem.Invalid(bad...)
	}
	if again, err := sentBefore(ctx, tx, b); again != nil || err != nil {
		return again, err
	}
	told, status, err := f.subject(ctx, tx, b.OperationID, b.BatchID)
	if err != nil {
		return nil, err
	}
	switch status {
	case production.Running:
		return nil, problem.Refuse(msgBegun)
	case production.Finished:
		return nil, problem.Refuse(msgFinished)
	}
	open, err := openOf(ctx, tx, b.OperationID, b.BatchID)
	if err != nil {
		return nil, err
	}
	if open != nil {
		return nil, problem.Refuse(msgTold, reporter(open), reasonText(open.Reason))
	}
	told.Row.Reason, told.Row.Remark, told.Row.ReportKey, told.Row.ReporterName, told.Row.ToldAt = b.Reason, b.Remark, b.Key, tx.Actor().Name, f.deps.Now()
	told.Why = reasonText(b.Reason)
	if err := tx.Insert(ctx, told.Row); errors.Is(err, store.ErrDuplicate) {
		return nil, problem.Received()
	} else if err != nil {
		return nil, err
	}
	f.changed(ctx, tx, told.Row)
	if err := tx.Log(ctx, "operation", b.OperationID, told.title(), store.ActionChange, store.FieldChange{Field: "blockedStart", After: told.Why.In(problem.Language(ctx))}); err != nil {
		return nil, err
	}
	return told.Row, f.deps.Told(ctx, tx, *told)
}

// title is what the operation log calls the operation.
func (t *Told) title() string { return t.MouldNo + " · " + t.PartNo }

func (f *Floor) changed(ctx context.Context, tx store.Tx, row *production.BlockedStart) {
	actor := tx.Actor()
	tx.AfterCommit(func() { f.deps.Changed(context.WithoutCancel(ctx), actor, "progress", row.OperationID) })
}

func reasonText(value int) problem.Text {
	for _, r := range production.BlockReasons {
		if r.Value == value {
			return r.Text
		}
	}
	return problem.Text{}
}

func reporter(b *production.BlockedStart) problem.Text {
	if b.ReporterName == "" {
		return wordSomebody
	}
	return L(b.ReporterName, b.ReporterName)
}

// sentBefore finds the row that has the key of this one.
func sentBefore(ctx context.Context, tx store.Tx, b Block) (*production.BlockedStart, error) {
	if b.Key == "" {
		return nil, nil
	}
	row := &production.BlockedStart{}
	err := tx.Select(row).Where("report_key = ?", b.Key).Scan(ctx)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case row.OperationID != b.OperationID || row.BatchID != b.BatchID || row.Reason != b.Reason || row.CreatedBy != tx.Actor().AccountID:
		return nil, problem.Invalid(problem.Field("key", "unique", msgKey))
	}
	return row, nil
}

// openOf is the blocked start of a lot that is open, nil for none.
func openOf(ctx context.Context, tx store.Tx, operation, batch string) (*production.BlockedStart, error) {
	var rows []*production.BlockedStart
	err := tx.Select(&rows).Where("operation_id = ?", operation).Where("COALESCE(batch_id, '') = ?", batch).Where("ended_at IS NULL").Order("told_at", "id").Limit(1, 0).Scan(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// Answer is what a planner says to a blocked start.
type Answer struct {
	ID     string `json:"id"`
	Answer string `json:"answer" doc:"at most 200 characters"`
}

// Answer ends a blocked start, and sends the answer to whoever told it.
func (f *Floor) Answer(ctx context.Context, tx store.Tx, a Answer) error {
	a.Answer = strings.TrimSpace(a.Answer)
	switch {
	case blank(a.Answer):
		return problem.Invalid(problem.Field("answer", "required", msgAnswer))
	case utf8.RuneCountInString(a.Answer) > longestWords:
		return problem.Invalid(problem.Field("answer", "length", msgLong, longestWords))
	}
	told, err := f.open(ctx, tx, a.ID)
	if err != nil {
		return err
	}
	now := f.deps.Now()
	told.Row.Answer, told.Row.AnsweredBy, told.Row.AnsweredAt, told.Row.EndedAt = a.Answer, tx.Actor().Name, &now, &now
	if err := f.end(ctx, tx, told, a.Answer); err != nil {
		return err
	}
	return f.deps.Answered(ctx, tx, *told)
}

// TakeBack ends a blocked start that is none any more: whoever told it may, and who may answer.
func (f *Floor) TakeBack(ctx context.Context, tx store.Tx, id string) error {
	told, err := f.open(ctx, tx, id)
	if err != nil {
		return err
	}
	if told.Row.CreatedBy != tx.Actor().AccountID && !tx.Actor().Allowed(MayAnswer) {
		return problem.Refuse(msgNotYours)
	}
	now := f.deps.Now()
	told.Row.AnsweredBy, told.Row.EndedAt = tx.Actor().Name, &now
	if err := f.end(ctx, tx, told, nil); err != nil {
		return err
	}
	return f.deps.Answered(ctx, tx, *told)
}

func (f *Floor) end(ctx context.Context, tx store.Tx, told *Told, after any) error {
	if err := tx.Update(ctx, told.Row); err != nil {
		return err
	}
	f.changed(ctx, tx, told.Row)
	return tx.Log(ctx, "operation", told.Row.OperationID, told.title(), store.ActionChange, store.FieldChange{Field: "blockedStart", Before: told.Why.In(problem.Language(ctx)), After: after})
}

// open finds a blocked start that waits for an answer.
func (f *Floor) open(ctx context.Context, tx store.Tx, id string) (*Told, error) {
	row := &production.BlockedStart{}
	if err := tx.Seen(row).Where("id = ?", id).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return nil, problem.NotFound(wordBlocked)
	} else if err != nil {
		return nil, err
	}
	if row.EndedAt != nil {
		return nil, problem.Refuse(msgNotOpen)
	}
	told, _, err := f.subject(ctx, tx, row.OperationID, row.BatchID)
	if err != nil {
		return nil, err
	}
	told.Row, told.Why = row, reasonText(row.Reason)
	return told, nil
}
