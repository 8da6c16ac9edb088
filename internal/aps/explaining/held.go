package explaining

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/explain"
	"mouldworks/solver/instance"
)

// Plan is a stored plan in memory, on the engine's board: what explanations and previews ask. Whoever uses it holds
// its lock.
type Plan struct {
	mu         sync.Mutex
	ready      bool
	File       *instance.File
	Loaded     *instance.Loaded
	shop       *solver.Shop
	Plan       *solver.Plan
	Board      *solver.Board
	explainer  *explain.Explainer
	Names      []TaskName // of operation i
	Task       map[string]int32
	Aside      map[string]bool                // tasks of the plan that are not in its problem: carried over, else finished
	mould      map[string]int32               // job by the mould's id
	Moulds     []Mould                        // by job
	deliveries []result.ForcedDelivery        // those with a due date of their own, once asked for
	causes     map[int32]*explain.Explanation // with causes: see caused
	alone      bool                           // see byRule
	Splits     []int32                        // operations that the changes of the moment split: their second segments follow the list
	Called     map[string]string              // names of resources, of the shop that the last trial has read
	used       time.Time
	words      model.Words // of whoever holds its lock
}

// TaskName is what a task of a plan in memory is called, and what of it changes depend on.
type TaskName struct {
	Task, Part, partName, Batch, process, Resource string
	Kind, Op, Segment                              int
	Operation                                      string // id of its operation
	Misplaced                                      bool   // locked to a machine that it may not be made on
}

// Mould is a mould of a plan in memory.
type Mould struct {
	ID, No      string
	priority    int
	tasks       int
	unscheduled int
	reason      int        // why it is not wholly planned
	end         *time.Time // the last real end, where all of it is finished
}

// state is how much of the mould is planned.
func (m *Mould) state() string {
	return (&result.Mould{Tasks: m.tasks, Unscheduled: m.unscheduled}).State()
}

// heldPlans are the plans in memory, the least recently used one goes first.
type heldPlans struct {
	mu    sync.Mutex
	plans map[string]*Plan
}

// mostHeld bounds the plans in memory; a large one takes about a hundred megabytes.
const mostHeld = 4

func (h *heldPlans) of(id string, now time.Time) *Plan {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.plans[id]
	if p == nil {
		if h.plans == nil {
			h.plans = map[string]*Plan{}
		}
		if len(h.plans) >= mostHeld {
			oldest := ""
			for k, x := range h.plans {
				if oldest == "" || x.used.Before(h.plans[oldest].used) {
					oldest = k
				}
			}
			delete(h.plans, oldest)
		}
		p = &Plan{}
		h.plans[id] = p
	}
	p.used = now
	return p
}

func (h *heldPlans) forget(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.plans, id)
}

var msgNotHeld = L("排程“%s”的计划由旧版本生成或数据不完整，请重新排程", "The plan of “%s” was made by an older version or is incomplete; run it again")

// Hold finds a plan of a schedule and keeps it in memory. The caller unlocks it. A plan never changes once it is stored, so
// what is in memory stays true.
func (x *Explainer) Hold(ctx context.Context, tx store.Tx, s *entity.Schedule, planID string) (*Plan, error) {
	if planID == "" {
		return nil, problem.Refuse(entity.MsgNoPlan, s.Name)
	}
	h := x.held.of(planID, x.now())
	h.mu.Lock()
	var err error
	if h.words, err = x.english.Words(ctx, tx); err != nil {
		h.mu.Unlock()
		return nil, err
	}
	if h.ready {
		return h, nil
	}
	if err := h.load(ctx, tx, s, planID); err != nil {
		x.held.forget(planID)
		h.mu.Unlock()
		return nil, err
	}
	h.ready = true
	return h, nil
}

// Release lets others use the plan.
func (h *Plan) Release() { h.mu.Unlock() }

func (h *Plan) load(ctx context.Context, tx store.Tx, s *entity.Schedule, planID string) error {
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "snapshot", "evaluation", "run_id", "origin").Where("id = ?", planID).Scan(ctx); err != nil {
		return err
	}
	var rows []result.Task
	columns := []string{"id", "task_id", "mould_id", "mould_no", "part_no", "part_name", "batch_id", "batch_no", "segment", "kind", "op_no", "branch", "process_name", "resource_id", "resource_name", "planned_start", "planned_end", "priority", "status", "reason", "carried", "lock_status", "conflict", "broken"}
	if err := tx.Select(&rows).Columns(columns...).Where("plan_id = ?", planID).Scan(ctx); err != nil {
		return err
	}
	if err := h.Read(p.Snapshot, rows); err != nil {
		return problem.Refuse(msgNotHeld, s.Name)
	}
	h.Count(rows, p.Evaluation)
	if slices.ContainsFunc(h.Names, func(n TaskName) bool { return n.Segment > 0 }) {
		alone, err := byRule(ctx, tx, &p)
		if err != nil {
			return err
		}
		h.alone = alone
	}
	h.Aside = map[string]bool{}
	for i := range rows {
		switch r := &rows[i]; {
		case r.Carried:
			h.Aside[r.TaskID] = true
		case r.Status == model.OpFinished:
			h.Aside[r.TaskID] = false
		}
	}
	return nil
}

// Read puts the plan together again: the problem from its snapshot, the places from the rows.
func (h *Plan) Read(snapshot string, rows []result.Task) (err error) {
	if h.File, err = unpackProblem(snapshot); err != nil {
		return err
	}
	if h.Loaded, err = h.File.Build(); err != nil {
		return err
	}
	p := h.Loaded.Problem
	of, err := RowsOf(h.File, rows)
	if err != nil {
		return err
	}
	for i := range p.Ops {
		if lo, hi := p.ModesOf(int32(i)); lo == hi {
			p.Ops[i].Barred = solver.ReasonCode(of[i].Reason)
		}
	}
	if h.shop, err = solver.Prepare(p); err != nil {
		return err
	}
	h.name(of)
	if h.Plan, err = h.place(of); err != nil {
		return err
	}
	if h.Board, err = h.shop.Open(h.Plan); err != nil {
		return err
	}
	h.Board.DispatchBy(h.Loaded.Params)
	h.Plan.Conflicts = h.Board.Plan().Conflicts // the rows keep only the worst of each task
	h.explainer = explain.New(h.shop, h.Plan)
	return nil
}

func unpackProblem(packed string) (*instance.File, error) {
	var f instance.File
	return &f, result.Unpack(packed, &f)
}

// RowsOf finds the row of every operation; adapter.name has named them after their rows.
func RowsOf(file *instance.File, rows []result.Task) ([]*result.Task, error) {
	whole, plain, found := map[string]*result.Task{}, map[string][]*result.Task{}, map[*result.Task]bool{}
	for i := range rows {
		r := &rows[i]
		if r.Carried || r.Status == model.OpFinished {
			continue // not in the problem
		}
		name := model.TaskName(r.MouldNo, r.PartNo, r.OpNo, r.Branch, r.BatchNo)
		whole[model.SegmentID(name+"/"+r.Whole(), r.Segment)] = r
		name = model.SegmentID(name, r.Segment)
		plain[name] = append(plain[name], r)
	}
	of := make([]*result.Task, len(file.Ops))
	for i := range file.Ops {
		if of[i] = whole[file.Ops[i].ID]; of[i] != nil {
			found[of[i]] = true
		}
	}
	// A plain name may be that of two tasks, such as of part B/C of mould SA and of part C of mould SA/B: one of them is found already.
	for i := range file.Ops {
		for _, r := range plain[file.Ops[i].ID] {
			if of[i] == nil && !found[r] {
				of[i], found[r] = r, true
			}
		}
		if of[i] == nil {
			return nil, fmt.Errorf("operation %s has no row", file.Ops[i].ID)
		}
	}
	return of, nil
}

func (h *Plan) name(of []*result.Task) {
	p := h.Loaded.Problem
	h.Names, h.Moulds = make([]TaskName, len(of)), make([]Mould, len(p.Jobs))
	h.Task, h.mould = map[string]int32{}, map[string]int32{}
	for i, r := range of {
		h.Names[i] = TaskName{r.TaskID, r.PartNo, r.PartName, r.BatchNo, r.ProcessName, r.ResourceName, r.Kind, r.OpNo, r.Segment, r.Operation(), r.Misplaced()}
		h.Task[r.TaskID] = int32(i)
		j := p.Ops[i].Job
		h.mould[r.MouldID] = j
		h.Moulds[j].ID = r.MouldID
	}
	for j := range h.Moulds {
		h.Moulds[j].No, h.Moulds[j].priority = h.File.Jobs[j].ID, int(p.Jobs[j].Weight)
	}
}

// Count learns how much of each mould is planned, of those too that have no operation in the problem.
func (h *Plan) Count(rows []result.Task, worth *result.Evaluation) {
	at := map[string]int32{}
	for j := range h.Moulds {
		at[h.Moulds[j].No] = int32(j)
	}
	for i := range rows {
		r := &rows[i]
		j, known := at[r.MouldNo]
		if r.Carried || !known {
			continue
		}
		m := &h.Moulds[j]
		m.ID, h.mould[r.MouldID] = r.MouldID, j
		if r.Segment > 1 {
			continue
		}
		m.tasks++
		if r.Reason != 0 {
			m.unscheduled++
			if m.reason == 0 || m.reason == int(solver.ReasonPredecessor) {
				m.reason = r.Reason
			}
		}
		if r.Status == model.OpFinished && r.PlannedEnd != nil && (m.end == nil || r.PlannedEnd.After(*m.end)) {
			m.end = r.PlannedEnd
		}
	}
	if worth == nil {
		return
	}
	for i := range worth.Unplanned {
		x := &worth.Unplanned[i]
		if j, known := at[x.MouldNo]; known && h.Moulds[j].tasks == 0 {
			h.Moulds[j].ID, h.Moulds[j].reason, h.mould[x.MouldID] = x.MouldID, x.Reason, j
		}
	}
}

// place makes the engine's plan of the rows.
func (h *Plan) place(of []*result.Task) (*solver.Plan, error) {
	p := h.Loaded.Problem
	n := len(of)
	plan := &solver.Plan{Mode: make([]int32, n), Resource: make([]int32, n), Start: make([]solver.Min, n), End: make([]solver.Min, n)}
	ids := map[string]int32{}
	for r := range p.Resources {
		ids[p.Resources[r].Name] = int32(r)
	}
	for i, r := range of {
		plan.Mode[i], plan.Resource[i], plan.Start[i], plan.End[i] = solver.None, solver.None, solver.None, solver.None
		if r.Reason != 0 {
			plan.Unplaced = append(plan.Unplaced, solver.Reason{Op: int32(i), Code: solver.ReasonCode(r.Reason), Other: solver.None})
			continue
		}
		on, known := ids[r.ResourceID]
		if !known || r.PlannedStart == nil || r.PlannedEnd == nil {
			return nil, fmt.Errorf("operation %s has no place", r.TaskID)
		}
		plan.Resource[i], plan.Start[i], plan.End[i] = on, h.Minute(*r.PlannedStart), h.Minute(*r.PlannedEnd)
		lo, hi := p.ModesOf(int32(i))
		if k := slices.IndexFunc(p.Modes[lo:hi], func(m solver.Mode) bool { return m.Resource == on }); k >= 0 {
			plan.Mode[i] = lo + int32(k)
		}
	}
	return plan, nil
}

// Minute is a moment as the engine counts it.
func (h *Plan) Minute(t time.Time) solver.Min {
	return solver.Min(t.Sub(h.Loaded.Epoch) / time.Minute)
}

// Instant is the moment of a minute of the engine.
func (h *Plan) Instant(m solver.Min) time.Time {
	return h.Loaded.Epoch.Add(time.Duration(m) * time.Minute).UTC()
}
