package explaining

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/explain"
)

// WhyMould is a mould of a plan with the sums of its chain, in minutes.
type WhyMould struct {
	MouldID     string     `json:"mouldId"`
	MouldNo     string     `json:"mouldNo"`
	Priority    int        `json:"priority"`
	Due         *time.Time `json:"due"`
	End         *time.Time `json:"end" doc:"in the list null while a task has no place; of an explanation where its chain ends"`
	Late        int        `json:"late" doc:"minutes of the chain after the due date, 0 on time"`
	IsLate      bool       `json:"isLate" doc:"after its due date or without an end, as the plan counts it"`
	Need        int        `json:"need" doc:"work, closed time, ways and suppliers on the chain of this plan"`
	Waiting     int        `json:"waiting" doc:"the rest of the chain"`
	Allowed     *int       `json:"allowed" doc:"from the origin of the chain to the due date; late = need + waiting - allowed"`
	Unscheduled int        `json:"unscheduled" doc:"tasks without a place: the mould has no end"`
	State       string     `json:"state" enum:"planned,partly,notPlanned"`
	Reason      string     `json:"reason" doc:"why it is not wholly planned; empty when it is"`
	// Forced are its late parts.
	Forced []result.ForcedDelivery `json:"forced" nullable:"false" doc:"its parts with a due date of their own that are late"`
	Totals []WhyAmount             `json:"totals" nullable:"false"`
}

// WhyAmount is the minutes of one kind.
type WhyAmount struct {
	Kind    string `json:"kind" enum:"work,outside,closed,flow,lag,queue,electrode,material,program,design,assumed,date,lock,held"`
	Minutes int    `json:"minutes"`
	Waits   bool   `json:"waits" doc:"waiting, not need"`
}

// WhyList is every mould of a plan, what hurts most first.
type WhyList struct {
	Rows []WhyMould `json:"rows" nullable:"false"`
}

// WhyTask names a task of a plan.
type WhyTask struct {
	TaskID   string `json:"taskId"`
	MouldNo  string `json:"mouldNo"`
	PartNo   string `json:"partNo"`
	PartName string `json:"partName"`
	BatchNo  string `json:"batchNo" doc:"empty for what is in no batch"`
	OpNo     int    `json:"opNo"`
	Segment  int    `json:"segment" doc:"of a task that was cut: 1, 2 ...; 0 = in one go"`
	Process  string `json:"process"`
	Resource string `json:"resource"`
	Kind     int    `json:"kind" doc:"1 workpiece, 2 electrode, 3 assembly"`
}

// WhyStretch is a piece of the chain.
type WhyStretch struct {
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Kind   string    `json:"kind" enum:"work,outside,closed,flow,lag,queue,electrode,material,program,design,assumed,date,lock,held"`
	Worked int       `json:"worked" doc:"working minutes of work; the rest of it is closed time"`
	Task   WhyTask   `json:"task" doc:"that works, waits, or has just been left"`
	Other  *WhyTask  `json:"other" doc:"what it waits for or goes to"`
	// See solver/explain.Stretch.
	Supposed bool `json:"supposed" doc:"the plan holds tasks back just then; with nothing held back this would be waited for as long"`
}

// WhyCause is a reason to wait.
type WhyCause struct {
	Kind        string `json:"kind" enum:"work,outside,closed,flow,lag,queue,electrode,material,program,design,assumed,date,lock,held"`
	ResourceID  string `json:"resourceId" doc:"of a queue"`
	Resource    string `json:"resource"`
	Minutes     int    `json:"minutes" doc:"that the chain waits for it; 0 where it waits for nothing of it and it recovers all the same, such as a lock to a machine"`
	Recoverable int    `json:"recoverable" doc:"minutes by which the tardiness falls when this cause alone is away and the mould is planned anew: where it stands, in the gaps of the others, or as the dispatch rule plans the shop; without a due date, by which the end moves"`
}

// Why explains when a mould or a task ends.
type Why struct {
	WhyMould
	Task *WhyTask `json:"task" doc:"when a task was asked for"`
	// Origin and Verdict are those of the chain.
	Origin   time.Time    `json:"origin"`
	Earliest *time.Time   `json:"earliest" doc:"a bound of the end: with the dates, locks and machines as they are and every machine free of other work, no plan ends it earlier; null where none is known"`
	Verdict  string       `json:"verdict" enum:"onTime,impossible,need,waiting,incomplete" doc:"incomplete: a task has no place, the chain is that of the others; impossible: earliest lies behind the due date, no plan of these data holds it; need: in this plan the chain is too long even without its waiting, another order or other machines may hold the date; waiting: the need of the chain fits, its waiting does not"`
	Chain    []WhyStretch `json:"chain" nullable:"false" doc:"without a gap from the origin to the end"`
	Causes   []WhyCause   `json:"causes" nullable:"false" doc:"the most recoverable first"`
	// Replanned is part of what every cause gives back.
	Replanned int `json:"replanned" doc:"minutes by which the tardiness falls when the mould is planned anew and nothing is away: every cause counts this too"`
}

var (
	msgWhyWhat      = L("请给出模具或任务", "Name a mould or a task")
	msgOtherMould   = L("该任务属于模具“%s”，不属于所给的模具", "That task is of the mould “%s”, not of the one that is given")
	msgNotInPlan    = L("计划中的该模具或任务", "Mould or task of this plan")
	msgWhyDone      = L("该任务在排程时已完成，没有可解释的等待", "The task was finished when the plan was made: there is no waiting to explain")
	msgWhyCarried   = L("该任务所属模具不在本排程内，沿用执行中的计划；请在排它的排程中查看", "The task is of a mould that this schedule does not plan, and keeps its place of the plan in force: ask the schedule that has planned it")
	msgWhyFinished  = L("模具“%s”的工序均已完成，没有可解释的等待", "Every operation of mould “%s” is finished: there is no waiting to explain")
	msgNotScheduled = L("“%s”未排：%s", "“%s” is unscheduled: %s")
)

// WhyList sums the chain of every mould of a plan of a schedule, 0 for the newest: late ones first, by priority x tardiness.
func (x *Explainer) WhyList(ctx context.Context, tx store.Tx, scheduleID string, planNumber int) (WhyList, error) {
	out := WhyList{Rows: []WhyMould{}}
	s, planID, err := entity.PlanAt(ctx, tx, scheduleID, planNumber)
	if err != nil {
		return out, err
	}
	h, err := x.Hold(ctx, tx, s, planID)
	if err != nil {
		return out, err
	}
	defer h.mu.Unlock()
	for j := range h.Moulds {
		if h.Moulds[j].ID != "" && !tx.Actor().Hidden.Mould(h.Moulds[j].ID) {
			row := h.why(int32(j), h.explainer.Job(int32(j)))
			if row.State != result.Wholly { // the chain is that of the tasks with a place
				row.End = nil
			}
			out.Rows = append(out.Rows, row)
		}
	}
	hurts := func(m *WhyMould) (sum int) {
		sum = m.Late * max(1, m.Priority)
		for i := range m.Forced {
			sum += m.Forced[i].Late * model.ForcedPriority
		}
		return sum
	}
	slices.SortStableFunc(out.Rows, func(x, y WhyMould) int {
		return cmp.Or(cmp.Compare(hurts(&y), hurts(&x)), cmp.Compare(y.Unscheduled, x.Unscheduled), cmp.Compare(x.State, y.State), cmp.Compare(x.MouldNo, y.MouldNo))
	})
	return out, nil
}

// Explain gives the chain of a mould, or of a task, with its causes, in a plan of a schedule, 0 for the newest.
func (x *Explainer) Explain(ctx context.Context, tx store.Tx, scheduleID string, planNumber int, mouldID, taskID string) (*Why, error) {
	if err := result.AllSections(ctx); err != nil {
		return nil, err
	}
	s, planID, err := entity.PlanAt(ctx, tx, scheduleID, planNumber)
	if err != nil {
		return nil, err
	}
	if mouldID == "" && taskID == "" {
		return nil, problem.Invalid(problem.Field("mould", "required", msgWhyWhat))
	}
	h, err := x.Hold(ctx, tx, s, planID)
	if err != nil {
		return nil, err
	}
	defer h.mu.Unlock()
	hidden, err := result.HiddenMouldsOf(ctx, tx, planID)
	if err != nil {
		return nil, err
	}
	if hidden.ID(mouldID) || hidden != nil && taskID != "" && h.isOf(taskID, hidden) {
		return nil, problem.NotFound(msgNotInPlan)
	}
	unseen, err := h.Unseen(ctx, tx, planID, taskID)
	if err != nil {
		return nil, err
	}
	if unseen {
		return nil, problem.NotFound(msgNotInPlan)
	}
	w, err := h.ask(ctx, mouldID, taskID)
	if err == nil {
		w.veil(hidden)
	}
	return w, err
}

// Unseen tells of a task that the schedule does not plan, but its plan holds, whether whoever asks may not see it.
func (h *Plan) Unseen(ctx context.Context, tx store.Tx, planID, taskID string) (bool, error) {
	if _, aside := h.Aside[taskID]; !aside || len(tx.Actor().Hidden.Moulds) == 0 {
		return false, nil
	}
	seen, err := tx.Seen((*result.Task)(nil)).Where("plan_id = ?", planID).Where("task_id = ?", taskID).Exists(ctx)
	return !seen, err
}

// isOf tells whether a task is of a hidden mould.
func (h *Plan) isOf(taskID string, hidden *result.HiddenMoulds) bool {
	o, known := h.Task[taskID]
	return known && hidden.ID(h.Moulds[h.Loaded.Problem.Ops[o].Job].ID)
}

// veil takes the names off tasks of hidden moulds that the chain meets.
func (w *Why) veil(hidden *result.HiddenMoulds) {
	if hidden == nil {
		return
	}
	for i := range w.Chain {
		s := &w.Chain[i]
		for _, t := range []*WhyTask{&s.Task, s.Other} {
			if t != nil && hidden.Number(t.MouldNo) {
				*t = WhyTask{MouldNo: hidden.Word(), Resource: t.Resource, Kind: t.Kind}
			}
		}
	}
}

// ask explains a task, or a mould where no task is named.
func (h *Plan) ask(ctx context.Context, mouldID, taskID string) (*Why, error) {
	if taskID == "" {
		return h.whyMould(ctx, mouldID)
	}
	if o, known := h.Task[taskID]; known && mouldID != "" {
		if m := h.Moulds[h.Loaded.Problem.Ops[o].Job]; m.ID != mouldID {
			return nil, problem.Invalid(problem.Field("task", "reference", msgOtherMould, m.No))
		}
	}
	return h.whyTask(ctx, taskID)
}

func (h *Plan) whyMould(ctx context.Context, id string) (*Why, error) {
	j, known := h.mould[id]
	if !known {
		return nil, problem.NotFound(msgNotInPlan)
	}
	e, m := h.explainer.Job(j), &h.Moulds[j]
	switch {
	case e == nil && m.state() == result.Wholly:
		return nil, problem.Refuse(msgWhyFinished, m.No)
	case e == nil:
		return nil, problem.Refuse(msgNotScheduled, m.No, result.ReasonWords(m.reason))
	}
	e, err := h.caused(ctx, -1-j, e, func() error { return h.explainer.JobCauses(h.Board, e, j) })
	if err != nil {
		return nil, err
	}
	w := h.explained(j, e)
	if h.Moulds[j].unscheduled > 0 {
		w.Verdict = "incomplete"
	}
	return w, nil
}

func (h *Plan) whyTask(ctx context.Context, id string) (*Why, error) {
	o, known := h.Task[id]
	if carried, aside := h.Aside[id]; !known && aside {
		if carried {
			return nil, problem.Refuse(msgWhyCarried)
		}
		return nil, problem.Refuse(msgWhyDone)
	}
	if !known {
		return nil, problem.NotFound(msgNotInPlan)
	}
	j, n := h.Loaded.Problem.Ops[o].Job, h.Names[o]
	e := h.explainer.Op(o)
	if e == nil {
		return nil, problem.Refuse(msgNotScheduled, h.Moulds[j].No+" / "+n.Part+" / "+h.words.Process(n.process), h.reason(o))
	}
	e, err := h.caused(ctx, o, e, func() error { return h.explainer.OpCauses(h.Board, e, o) })
	if err != nil {
		return nil, err
	}
	w := h.explained(j, e)
	task := h.Named(o)
	w.Task = &task
	return w, nil
}

// caused is e with its causes, which find adds. They take some tenths of a second, so those asked for are kept: of operation
// id, or of job -1-id.
func (h *Plan) caused(ctx context.Context, id int32, e *explain.Explanation, find func() error) (*explain.Explanation, error) {
	if kept := h.causes[id]; kept != nil {
		return kept, nil
	}
	if h.causes == nil {
		if err := h.uncut(ctx); err != nil {
			return nil, err
		}
	}
	if err := find(); err != nil {
		return nil, err
	}
	if h.causes == nil {
		h.causes = map[int32]*explain.Explanation{}
	}
	h.causes[id] = e
	return e, nil
}

// reason says in words why operation o is not placed.
func (h *Plan) reason(o int32) problem.Text {
	for _, r := range h.Plan.Unplaced {
		if r.Op == o {
			return result.Reasons[r.Code]
		}
	}
	return result.Reasons[solver.ReasonPredecessor]
}

func (h *Plan) why(j int32, e *explain.Explanation) WhyMould {
	m := &h.Moulds[j]
	w := WhyMould{MouldID: m.ID, MouldNo: m.No, Priority: m.priority, Unscheduled: m.unscheduled, State: m.state(), Totals: []WhyAmount{}, Forced: []result.ForcedDelivery{}}
	if w.State != result.Wholly {
		w.Reason = result.ReasonWords(m.reason).In(h.words.Lang)
	}
	for _, d := range h.forced() {
		if d.MouldNo == m.No && d.IsLate() {
			w.Forced = append(w.Forced, d)
		}
	}
	due := h.Loaded.Problem.Jobs[j].Due
	if e == nil && w.State == result.Wholly {
		w.End = m.end
	}
	if e != nil {
		due = e.Due
		end := h.Instant(e.End)
		w.End, w.Late, w.Need, w.Waiting = &end, int(e.Late()), int(e.Need()), int(e.Waiting())
		for k, minutes := range e.Totals {
			if minutes > 0 {
				w.Totals = append(w.Totals, WhyAmount{explain.Kind(k).String(), int(minutes), explain.Kind(k).Waits()})
			}
		}
	}
	if due != solver.None {
		at := h.Instant(due)
		w.Due = &at
		if e == nil && w.State == result.Wholly && m.end != nil {
			w.Late = max(0, int(m.end.Sub(at).Minutes()))
		}
		if e != nil {
			allowed := int(e.Allowed())
			w.Allowed = &allowed
		}
	}
	w.IsLate = w.Late > 0 || w.State != result.Wholly
	return w
}

func (h *Plan) explained(j int32, e *explain.Explanation) *Why {
	w := &Why{WhyMould: h.why(j, e), Origin: h.Instant(e.Origin), Chain: []WhyStretch{}, Causes: []WhyCause{}}
	whole := !h.cut(j)
	if e.Earliest != solver.None && whole {
		at := h.Instant(e.Earliest)
		w.Earliest = &at
	}
	switch {
	case e.Late() == 0:
		w.Verdict = "onTime"
	case e.Impossible() && whole:
		w.Verdict = "impossible"
	case e.Need() > e.Allowed():
		w.Verdict = "need"
	default:
		w.Verdict = "waiting"
	}
	for _, s := range e.Stretches {
		x := WhyStretch{From: h.Instant(s.From), To: h.Instant(s.To), Kind: s.Kind.String(), Worked: int(s.Worked), Task: h.Named(s.Op), Supposed: s.Supposed}
		if s.Other != solver.None {
			other := h.Named(s.Other)
			x.Other = &other
		}
		w.Chain = append(w.Chain, x)
	}
	w.Replanned = int(e.Replanned)
	for _, c := range e.Causes {
		x := WhyCause{Kind: c.Kind.String(), Minutes: int(c.Minutes), Recoverable: int(c.Recoverable)}
		if c.Resource != solver.None {
			x.ResourceID = h.Loaded.Problem.Resources[c.Resource].Name
			x.Resource = h.ResourceName(c.Resource)
		}
		w.Causes = append(w.Causes, x)
	}
	return w
}

// cut reports whether the run has cut operations of job j: each segment is set up anew, so uncut they may end earlier than
// anything that is planned with the segments.
func (h *Plan) cut(j int32) bool {
	for o := range h.Names {
		if h.Loaded.Problem.Ops[o].Job == j && h.Names[o].Segment > 0 {
			return true
		}
	}
	return false
}

// Named names a task with its resource.
func (h *Plan) Named(o int32) WhyTask {
	added := int(o) - len(h.Names)
	if added >= 0 { // by a split of the moment
		o = h.Splits[added]
	}
	n := h.Names[o]
	if added >= 0 {
		n.Segment = max(1, n.Segment) + 1
	}
	return WhyTask{n.Task, h.Moulds[h.Loaded.Problem.Ops[o].Job].No, n.Part, n.partName, n.Batch, n.Op, n.Segment, h.words.Process(n.process), h.words.Resource(n.Resource), n.Kind}
}

// forced are the forced deliveries of the plan.
func (h *Plan) forced() []result.ForcedDelivery {
	if h.deliveries == nil {
		h.deliveries = h.forcedIn(h.shop, h.Plan)
	}
	return h.deliveries
}

// forcedIn are the forced deliveries of a plan of the same operations, or of those and what the changes of the moment split off.
func (h *Plan) forcedIn(shop *solver.Shop, plan *solver.Plan) []result.ForcedDelivery {
	return result.Deliveries(shop, plan, func(op int32) (model.Lot, string) {
		if added := int(op) - len(h.Names); added >= 0 {
			op = h.Splits[added]
		}
		n := &h.Names[op]
		return model.Lot{Mould: h.File.Jobs[h.Loaded.Problem.Ops[op].Job].ID, Part: n.Part, Batch: n.Batch}, n.Task
	}, h.Instant)
}

// ForcedShift is a forced delivery whose end the changes of the moment move: as it was, and as it is with them.
type ForcedShift struct{ Was, Now result.ForcedDelivery }

// ForcedShifts compares the forced deliveries of the plan with those of a changed one, and says by how much their weighted
// tardiness changes.
func (h *Plan) ForcedShifts(shop *solver.Shop, plan *solver.Plan) (shifts []ForcedShift, tardiness int64) {
	return moved(h.forced(), h.forcedIn(shop, plan)), shop.Missed(plan) - h.shop.Missed(h.Plan)
}

// moved are the forced deliveries whose ends differ.
func moved(before, after []result.ForcedDelivery) (shifts []ForcedShift) {
	for _, now := range after {
		k := slices.IndexFunc(before, func(x result.ForcedDelivery) bool {
			return x.MouldNo == now.MouldNo && x.PartNo == now.PartNo && x.BatchNo == now.BatchNo
		})
		if k >= 0 && before[k].End != nil && now.End != nil && !now.End.Equal(*before[k].End) {
			shifts = append(shifts, ForcedShift{before[k], now})
		}
	}
	return shifts
}

// ResourceName is the name that the rows give to a resource, or a trial knows.
func (h *Plan) ResourceName(r int32) string {
	for o := range h.Plan.Resource {
		if h.Plan.Resource[o] == r && h.Names[o].Resource != "" {
			return h.words.Resource(h.Names[o].Resource)
		}
	}
	id := h.Loaded.Problem.Resources[r].Name
	return cmp.Or(h.words.Resource(h.Called[id]), id)
}
