package run

import (
	"context"
	"strings"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// View is how a run goes.
type View struct {
	RunID      string `json:"runId"`
	ScheduleID string `json:"scheduleId"`
	State      string `json:"state" enum:"queued,running,success,failure,cancelled"`
	Phase      string `json:"phase"`
	Percent    int    `json:"percent"`
	Objective  int64  `json:"objective"`
	Late       int    `json:"late"`
	Seconds    int    `json:"seconds"`
	Message    string `json:"message"`
	Queued     bool   `json:"queued"`
	Place      int    `json:"place" doc:"in the queue of all runs while it waits, 1 is next; 0 where it is not known"`
	OwnBefore  int    `json:"ownBefore" doc:"runs of the same factory that wait before it"`
}

// Words puts the stored code of a run's end into words.
func Words(message string) problem.Text {
	code, detail, _ := strings.Cut(message, ": ")
	switch code {
	case "":
		return L("", "")
	case "empty":
		return L("没有可排程的模具", "There is no mould to schedule")
	case "check":
		return L("结果未通过独立检查：%s", "The result did not pass the independent check: %s").With(detail)
	case "problem":
		return L("数据无法排程：%s", "The data cannot be scheduled: %s").With(detail)
	case "lost":
		return L("排程程序多次中断", "The run broke off several times")
	case "stopped early":
		return L("提前停止，保留了最好的结果", "Stopped early; the best result was kept")
	}
	return L("服务器异常，请联系管理员", "Server exception, please contact the administrator")
}

// Worded is a run with its message in the language of the caller.
func (rn *Runner) Worded(ctx context.Context, r *entity.Run) *View {
	v := rn.toView(r)
	v.Message = Words(r.Message).In(problem.Language(ctx))
	if v.Message == "" && r.State == entity.StateSuccess {
		v.Message = msgRunSuccess.In(problem.Language(ctx))
	}
	if r.State == entity.StateFailure {
		v.Message = msgRunFailed.In(problem.Language(ctx), v.Message)
	}
	return v
}

var msgRunSuccess = L("排程运行成功", "schedule run success")

var msgRunFailed = L("排程运行失败：%s", "schedule run failed: %s")

func (rn *Runner) toView(r *entity.Run) *View {
	v := &View{RunID: r.ID, ScheduleID: r.ScheduleID, State: r.State, Phase: r.Phase, Percent: r.Percent, Objective: r.Objective, Late: r.Late, Queued: r.State == entity.StateQueued}
	spent := r.SpentBefore()
	switch {
	case v.Queued:
		at := rn.waiting.of(r.ID)
		v.Place, v.OwnBefore = at.place, at.own
	case r.StartedAt != nil:
		end := rn.deps.Now()
		if r.EndedAt != nil {
			end = *r.EndedAt
		}
		spent += end.Sub(*r.StartedAt)
	}
	v.Seconds = int(spent.Seconds())
	return v
}

// tell sends how a run goes to the open pages of its factory.
func (rn *Runner) tell(ctx context.Context, r *entity.Run) {
	if rn.deps.Signal != nil {
		rn.deps.Signal(ctx, store.Actor{TenantID: r.TenantID, FactoryID: r.FactoryID}, "aps.run", rn.toView(r))
	}
}
