package app

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"mouldworks/internal/message"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/floor"
)

func (a *App) floorDeps() floor.Deps {
	return floor.Deps{Production: a.Production, Told: a.tellBlocked, Answered: a.tellAnswered, Changed: a.changed, Now: store.Now}
}

var (
	msgBlocked       = problem.L("%s 无法开工：%s", "%s cannot start: %s")
	msgBlockedBy     = problem.L("%s报告", "Told by %s")
	msgBlockedRemark = problem.L("%s：%s", "%s: %s")
	msgAnswered      = problem.L("%s 无法开工的原因已有答复", "Answer on why %s cannot start")
	msgAnsweredBy    = problem.L("%s：%s", "%s: %s")
	msgTakenBack     = problem.L("%s 可以开工", "%s can start")
	msgTakenBackBy   = problem.L("%s撤回了“无法开工”", "%s has taken back that it cannot start")
	wordTask         = problem.L("%s %s/%d %s", "%s %s/%d %s")
	wordTaskOfBatch  = problem.L("%s %s/%d %s（批次 %s）", "%s %s/%d %s (batch %s)")
)

// tellBlocked sends a message to those who can answer: who may, and sees the mould and the group of the operation.
func (a *App) tellBlocked(ctx context.Context, tx store.Tx, b floor.Told) error {
	to, err := a.whoSees(ctx, tx, floor.MayAnswer, b.GroupID, b.Row.MouldID)
	if to = slices.DeleteFunc(to, func(account string) bool { return account == tx.Actor().AccountID }); err != nil || len(to) == 0 {
		return err
	}
	content := msgBlockedBy.With(b.Row.ReporterName)
	if b.Row.Remark != "" {
		content = msgBlockedRemark.With(content, b.Row.Remark)
	}
	return a.Messages.Send(ctx, tx, message.Letter{Cause: "blocked:" + b.Row.ID, To: to, Title: msgBlocked.With(taskText(b), b.Why), Content: content, Path: pathOf(b)})
}

// tellAnswered sends the answer to whoever told the blocked start.
func (a *App) tellAnswered(ctx context.Context, tx store.Tx, b floor.Told) error {
	if b.Row.CreatedBy == tx.Actor().AccountID {
		return nil
	}
	title, content := msgAnswered.With(taskText(b)), msgAnsweredBy.With(b.Row.AnsweredBy, b.Row.Answer)
	if b.Row.Answer == "" {
		title, content = msgTakenBack.With(taskText(b)), msgTakenBackBy.With(b.Row.AnsweredBy)
	}
	return a.Messages.Send(ctx, tx, message.Letter{
		Cause: "answered:" + b.Row.ID, To: []string{b.Row.CreatedBy}, Title: title, Content: content, Path: pathOf(b),
	})
}

func taskText(b floor.Told) problem.Text {
	if b.Row.BatchID != "" {
		return wordTaskOfBatch.With(b.MouldNo, b.PartNo, b.OpNo, b.Process, b.Batch)
	}
	return wordTask.With(b.MouldNo, b.PartNo, b.OpNo, b.Process)
}

// pathOf leads to the operation on the page of the floor.
func pathOf(b floor.Told) string {
	return fmt.Sprintf("/mf/progress?by=mould&mould=%s&open=%s", url.QueryEscape(b.Row.MouldID), url.QueryEscape(b.Row.OperationID))
}
