package aps

import (
	"context"
	"maps"
	"net/http"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The calls of drafts. What they do stands in draft_steps.go; how a draft goes on to a newer plan, in draft_rebase.go.

// DraftView is the draft of whoever asks for it, and who else has one.
type DraftView struct {
	Version      int64        `json:"version" doc:"of the draft, which every change of it names; 0: there never was one"`
	PlanID       string       `json:"planId" doc:"the plan that it changes; empty without steps"`
	PlanNumber   int          `json:"planNumber" doc:"of that plan; 0 without steps"`
	NewestID     string       `json:"newestId" doc:"the newest plan of the schedule; empty before the first run"`
	NewestNumber int          `json:"newestNumber"`
	Behind       bool         `json:"behind" doc:"the schedule has a newer plan: rebase brings the draft there"`
	Steps        []draft.Step `json:"steps" nullable:"false" doc:"in the order in which they were made; the first so many of done count, the others are undone"`
	Done         int          `json:"done"`
	Left         []DraftLeft  `json:"left" nullable:"false" doc:"steps that a newer plan does not take, until they are dismissed"`
	Others       []DraftOther `json:"others" nullable:"false" doc:"drafts of other people for the schedule"`
}

// DraftLeft is a step that a newer plan does not take.
type DraftLeft struct {
	Step   draft.Step `json:"step"`
	Reason string     `json:"reason"`
}

// DraftOther is the draft of somebody else.
type DraftOther struct {
	PersonName string    `json:"personName"`
	Changes    int       `json:"changes" doc:"that count"`
	PlanNumber int       `json:"planNumber" doc:"of the plan that it changes"`
	ChangeTime time.Time `json:"changeTime"`
}

type draftPath struct {
	ScheduleID string `path:"scheduleId"`
}

type draftAddInput struct {
	ScheduleID string `path:"scheduleId"`
	Body       struct {
		PlanID  string             `json:"planId" doc:"the plan that the changes are meant for: that of the draft, or the newest where there is no draft"`
		Version int64              `json:"version" doc:"of the draft when it was read; 0: there never was one"`
		Changes []draft.PlanChange `json:"changes" doc:"that belong together: they are undone together"`
	}
}

type draftStepInput struct {
	ScheduleID string `path:"scheduleId"`
	Body       struct {
		Version int64 `json:"version" doc:"of the draft when it was read"`
		Done    int   `json:"done" doc:"so many steps count from now on: fewer undo, more do again" minimum:"0" maximum:"100"`
	}
}

type draftRemoveInput struct {
	ScheduleID string `path:"scheduleId"`
	Body       struct {
		Version int64 `json:"version" doc:"of the draft when it was read"`
		Step    int   `json:"step" doc:"1, 2, 3 ... of the steps" minimum:"1" maximum:"100"`
	}
}

type draftVersionInput struct {
	ScheduleID string `path:"scheduleId"`
	Body       struct {
		Version int64 `json:"version" doc:"of the draft when it was read"`
	}
}

// mountDraft registers the calls of drafts.
func (a *APS) mountDraft(s *api.Server) {
	op := func(method, path, id, summary string, body any) api.Operation {
		o := api.Operation{Method: method, Path: "aps/draft/{scheduleId}" + path, ID: "aps-draft" + id, Summary: summary, Tag: "aps", Permission: "aps.schedule.modify"}
		o.Example = &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}, Body: body}
		return o
	}
	read := op(http.MethodGet, "", "", "One's draft of changes of a plan", nil)
	read.Permission = "aps.schedule.check"
	api.Read(s, read, func(ctx context.Context, tx store.Tx, in *draftPath) (*DraftView, error) {
		return a.Draft(ctx, tx, in.ScheduleID)
	})
	change := map[string]any{"kind": "move", "taskId": exampleTask}
	api.Call(s, op(http.MethodPost, "/add", "-add", "Add changes to one's draft", map[string]any{"planId": examplePlan, "version": 0, "changes": []any{change}}),
		func(ctx context.Context, in *draftAddInput) (*DraftView, error) {
			return a.AddToDraft(ctx, in.ScheduleID, in.Body.PlanID, in.Body.Version, in.Body.Changes)
		})
	of := func(path, summary, schedule string, more map[string]any) api.Operation {
		body := map[string]any{"version": 1}
		maps.Copy(body, more)
		o := op(http.MethodPost, "/"+path, "-"+path, summary, body)
		o.Example.Path = map[string]string{"scheduleId": schedule}
		return o
	}
	api.Call(s, of("step", "Undo steps of one's draft, or do them again", exampleDrafted[0], map[string]any{"done": 0}), func(ctx context.Context, in *draftStepInput) (*DraftView, error) {
		return a.StepDraft(ctx, in.ScheduleID, in.Body.Version, in.Body.Done)
	})
	api.Call(s, of("remove", "Take one step out of one's draft", exampleDrafted[1], map[string]any{"step": 1}), func(ctx context.Context, in *draftRemoveInput) (*DraftView, error) {
		return a.RemoveFromDraft(ctx, in.ScheduleID, in.Body.Version, in.Body.Step)
	})
	api.Call(s, of("rebase", "Bring one's draft to the newest plan of its schedule", exampleDrafted[2], nil), func(ctx context.Context, in *draftVersionInput) (*DraftView, error) {
		return a.RebaseDraft(ctx, in.ScheduleID, in.Body.Version)
	})
	api.Call(s, of("dismiss", "Dismiss the steps that a newer plan did not take", exampleDrafted[3], nil), func(ctx context.Context, in *draftVersionInput) (*DraftView, error) {
		return a.DismissLeft(ctx, in.ScheduleID, in.Body.Version)
	})
	api.Call(s, of("discard", "Discard one's draft", exampleDrafted[4], nil), func(ctx context.Context, in *draftVersionInput) (*DraftView, error) {
		return a.DiscardDraft(ctx, in.ScheduleID, in.Body.Version)
	})
	api.Call(s, of("keep", "Keep one's draft: a new plan, and the records that its changes belong to", exampleDrafted[5], nil), func(ctx context.Context, in *draftVersionInput) (Saved, error) {
		s, err := a.KeepDraft(ctx, in.ScheduleID, in.Body.Version)
		if err != nil {
			return Saved{}, err
		}
		return Saved{s.ID, s.Version}, nil
	})
}

// viewOfDraft is a draft as its owner sees it.
func viewOfDraft(d *draft.Draft, lang string) *DraftView {
	v := &DraftView{Version: d.Version, Steps: []draft.Step{}, Left: []DraftLeft{}, Others: []DraftOther{}}
	v.PlanID, v.PlanNumber, v.Done = d.PlanID, d.PlanNumber, d.Done
	v.Steps = append(v.Steps, d.Steps...)
	for _, l := range d.Left {
		v.Left = append(v.Left, DraftLeft{l.Step, l.Reason.In(lang)})
	}
	return v
}

var (
	msgDraftFull   = L("草稿最多 %d 项变更，请先保存或放弃其中一些", "A draft has at most %d changes: keep it, or take some out first")
	msgDraftBehind = L("排程“%s”已有更新的版本 %d，草稿基于版本 %d；请先把草稿移到最新版本", "The schedule “%s” has a newer version %d, and the draft is of version %d: bring the draft to the newest version first")
	msgDraftNone   = L("排程“%s”没有您的草稿", "You have no draft for the schedule “%s”")
	msgDraftStep   = L("草稿共 %d 步", "Steps of the draft: %d")
	msgDraftStale  = L("草稿已在另一个页面或设备上变更", "The draft was changed on another page or device")
	msgDraftEmpty  = L("草稿没有可保存的变更", "The draft has no changes to keep")
	msgOtherRecord = L("工序在此后被修改，请在新的版本上重新填写", "Its operation was changed since: make the change anew")
	labelDraft     = L("草稿", "Draft")
)

// staleDraft gives the draft as it is now.
func staleDraft(ctx context.Context, d *draft.Draft) error {
	return problem.StaleAs(problem.StaleData{
		Name: labelDraft.In(problem.Language(ctx)), Current: viewOfDraft(d, problem.Language(ctx)), ChangedBy: d.PersonName, ChangedAt: d.UpdatedAt.Format(time.RFC3339),
	}, msgDraftStale)
}
