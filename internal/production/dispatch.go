package production

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Dispatch is the list of what is next, at a machine or for a mould.
type Dispatch struct {
	Rows  []DispatchRow `json:"rows" nullable:"false" doc:"the first 500"`
	Total int           `json:"total"`
}

// DispatchRow is an operation with what the shop floor needs to know of it.
type DispatchRow struct {
	OperationID    string           `json:"operationId"`
	MouldID        string           `json:"mouldId"`
	MouldNo        string           `json:"mouldNo"`
	MouldName      string           `json:"mouldName"`
	Delivery       *time.Time       `json:"delivery"`
	PartNo         string           `json:"partNo"`
	PartName       string           `json:"partName"`
	Kind           int              `json:"kind"`
	Qty            int              `json:"qty"`
	OpNo           int              `json:"opNo"`
	Branch         string           `json:"branch"`
	Process        string           `json:"process"`
	Group          string           `json:"group"`
	MachineIDs     []string         `json:"machineIds" nullable:"false" doc:"that may do it"`
	PlannedMachine string           `json:"plannedMachine" doc:"id; of several batches the earliest one's"`
	PlannedOn      []string         `json:"plannedOn" nullable:"false" doc:"machines of all its batches"`
	PlannedStart   *time.Time       `json:"plannedStart"`
	PlannedEnd     *time.Time       `json:"plannedEnd"`
	Late           bool             `json:"late"`
	Hours          quantity.Minutes `json:"hours"`
	Standing
	Waits      []string    `json:"waits" nullable:"false" doc:"what has to be done before, such as P1/10 CNC"`
	Electrodes *Readiness  `json:"electrodes,omitempty"`
	Blocked    []Blocked   `json:"blocked" nullable:"false" doc:"of it or its batches: starts that are blocked and wait for an answer"`
	Batches    []BatchTurn `json:"batches" nullable:"false" doc:"each with its own reports; the pieces that are in none come last, without an id"`
}

// Standing is how far an operation is, all its batches together, or one batch of it.
type Standing struct {
	Status         int               `json:"status" enum:"0,1,2,3"`
	MachineID      string            `json:"machineId" doc:"where it runs or ran"`
	RealStart      *time.Time        `json:"realStart"`
	RealEnd        *time.Time        `json:"realEnd"`
	ReportedHours  quantity.Minutes  `json:"reportedHours"`
	RemainingHours *quantity.Minutes `json:"remainingHours"`
	QtyDone        int               `json:"qtyDone"`
	ReportID       string            `json:"reportId" doc:"of the newest report"`
	PauseReason    int               `json:"pauseReason" doc:"why it is paused, as mf/place names the reasons; 0: nobody said"`
	ReportedAt     *time.Time        `json:"reportedAt"`
}

// BatchTurn is a batch of the operation's part and how far the operation is with it.
type BatchTurn struct {
	TreeBatch
	Hours quantity.Minutes `json:"hours" doc:"its share, with the whole set-up"`
	Standing
}

// Places are what the list of the shop floor can be asked for.
type Places struct {
	Machines []Place `json:"machines" nullable:"false"`
	Moulds   []Place `json:"moulds" nullable:"false"`
	// What people choose from.
	PauseReasons []Reason `json:"pauseReasons" nullable:"false" doc:"why work is paused"`
	BlockReasons []Reason `json:"blockReasons" nullable:"false" doc:"why work cannot begin"`
}

// Place is a machine or a mould to choose.
type Place struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Title string `json:"title" doc:"group of a machine, name of a mould"`
}

// DispatchQuestion narrows the list.
type DispatchQuestion struct {
	Machine string `query:"machine" doc:"id: what is planned or runs on it, and what it may take"`
	Mould   string `query:"mould" doc:"id"`
	Search  string `query:"q" doc:"in mould, part, process and group"`
	Status  string `query:"status" doc:"0 to 3; empty for all that is not finished; all for everything"`
}

const dispatchShown = 500

func (p *Production) mountDispatch(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "mf/dispatch", ID: "mf-dispatch", Summary: "What is next at a machine or for a mould", Tag: "production", Permission: "mf.progress.check",
		Example: &api.Example{Query: map[string]string{"status": "all"}},
	}, p.Dispatch)
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "mf/place", ID: "mf-place", Summary: "The machines and open moulds that can be reported on", Tag: "production", Permission: "mf.progress.check",
		Example: &api.Example{},
	}, p.places)
}

func (p *Production) places(ctx context.Context, tx store.Tx, _ *struct{}) (*Places, error) {
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	all := &Places{Machines: []Place{}, Moulds: []Place{}, PauseReasons: PauseReasons, BlockReasons: BlockReasons}
	hidden := tx.Actor().Hidden
	for id, m := range names.Machines {
		if slices.Contains(hidden.Machines, id) {
			continue
		}
		all.Machines = append(all.Machines, Place{id, m.Name, names.Groups[m.GroupID]})
	}
	slices.SortFunc(all.Machines, func(a, b Place) int { return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Name, b.Name)) })
	var moulds []Mould
	if err := tx.Seen(&moulds).Where("status = ?", MouldOpen).Order("mould_no").Scan(ctx); err != nil {
		return nil, err
	}
	for _, m := range moulds {
		all.Moulds = append(all.Moulds, Place{m.ID, m.MouldNo, m.Name})
	}
	return all, nil
}

// Dispatch lists operations of open moulds: what runs first, then what was paused, then in the order of the plan in
// force; what the plan does not hold comes last, by the priority of its mould and the level of its part's type.
func (p *Production) Dispatch(ctx context.Context, tx store.Tx, in *DispatchQuestion) (*Dispatch, error) {
	var only []string
	if in.Mould != "" {
		only = []string{in.Mould}
	}
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	planned, err := p.deps.Planned(ctx, tx, only)
	if err != nil {
		return nil, err
	}
	if in.Machine != "" && only == nil {
		if only, err = mouldsAt(ctx, tx, in.Machine, names, planned); err != nil || len(only) == 0 {
			return &Dispatch{Rows: []DispatchRow{}}, err
		}
	}
	d := &dispatcher{names: names, planned: planned, ask: in, hidden: tx.Actor().Hidden.Groups, lang: problem.Language(ctx)}
	return d.list(ctx, tx, only, dispatchShown)
}

// DispatchTo lists what is dispatched to some groups: what runs there and what the plan in force puts there.
func (p *Production) DispatchTo(ctx context.Context, tx store.Tx, groups []string, most int) (*Dispatch, error) {
	var operations []Operation
	if err := tx.Select(&operations).Columns("id", "mould_id").WhereIn("group_id", groups).Scan(ctx); err != nil || len(operations) == 0 {
		return &Dispatch{Rows: []DispatchRow{}}, err
	}
	var moulds []string
	for i := range operations {
		moulds = append(moulds, operations[i].MouldID)
	}
	slices.Sort(moulds)
	moulds = slices.Compact(moulds)
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	planned, err := p.deps.Planned(ctx, tx, moulds)
	if err != nil {
		return nil, err
	}
	d := &dispatcher{names: names, planned: planned, ask: &DispatchQuestion{}, groups: groups, hidden: tx.Actor().Hidden.Groups, lang: problem.Language(ctx)}
	return d.list(ctx, tx, moulds, most)
}

// list reads open moulds, all of them without names, and gives the first rows in their order.
func (d *dispatcher) list(ctx context.Context, tx store.Tx, moulds []string, most int) (*Dispatch, error) {
	orders, err := ReadOpen(ctx, tx, moulds)
	if err != nil {
		return nil, err
	}
	for i := range orders {
		if !tx.Hides(&orders[i].Mould) {
			d.mould(&orders[i])
		}
	}
	slices.SortStableFunc(d.rows, byTurn)
	out := &Dispatch{Rows: []DispatchRow{}, Total: len(d.rows)}
	for _, r := range d.rows[:min(len(d.rows), most)] {
		out.Rows = append(out.Rows, r.DispatchRow)
	}
	return out, readBlocked(ctx, tx, out.Rows)
}

// byTurn orders the list.
func byTurn(a, b turn) int {
	rank := func(r turn) int { return map[int]int{Running: 0, Paused: 1, NotStarted: 2, Finished: 3}[r.Status] }
	start := func(r turn) int64 {
		if r.PlannedStart == nil {
			return 1 << 62
		}
		return r.PlannedStart.Unix()
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(start(a), start(b)), cmp.Compare(b.priority, a.priority), cmp.Compare(b.level, a.level), cmp.Compare(a.MouldNo, b.MouldNo), cmp.Compare(a.PartNo, b.PartNo), cmp.Compare(a.OpNo, b.OpNo))
}

// turn is a row with what it is sorted by.
type turn struct {
	DispatchRow
	priority int // of the mould
	level    int // of the part's type
}

type dispatcher struct {
	names   *Names
	planned map[string]Planned
	ask     *DispatchQuestion
	groups  []string // only what is dispatched to these; empty: all
	hidden  []string // groups of which the caller sees no work
	lang    string
	rows    []turn
}

func (d *dispatcher) mould(order *Order) {
	g := &grower{order: order, names: d.names, electrodes: map[string]*Part{}, lang: d.lang}
	for i := range order.Parts {
		x := &order.Parts[i]
		if x.Kind == Electrode {
			g.electrodes[x.ID] = x
		}
	}
	routes := routesOnFloor(order)
	for i := range order.Parts {
		part := &order.Parts[i]
		if part.made() {
			continue
		}
		for _, o := range order.Operations[part.ID] {
			if slices.Contains(d.hidden, o.GroupID) {
				continue
			}
			row := d.row(order, part, o)
			if !d.wanted(&row, d.names.Otherwise[o.ProcessID], d.names.Otherwise[o.GroupID]) || !d.dispatched(&row, o.GroupID) {
				continue
			}
			if row.Status != Finished {
				row.Waits = d.waits(routes, o)
				if len(order.Links[o.ID]) > 0 {
					row.Electrodes = g.readiness(o)
				}
			}
			d.rows = append(d.rows, turn{row, order.Mould.Priority, d.names.Levels[part.PartTypeID]})
		}
	}
}

func (d *dispatcher) row(order *Order, part *Part, o *Operation) DispatchRow {
	m := &order.Mould
	row := DispatchRow{
		OperationID: o.ID, MouldID: m.ID, MouldNo: m.MouldNo, MouldName: m.Name, Delivery: m.Delivery, PartNo: part.PartNo, PartName: part.Name, Kind: part.Kind,
		Qty: part.Made(), OpNo: o.OpNo, Branch: o.Branch, Process: d.names.Processes[o.ProcessID], Group: d.names.Groups[o.GroupID], Hours: o.Minutes,
		MachineIDs: eligible(o, order.Resources[o.ID], d.names), PlannedOn: []string{}, Waits: []string{}, Blocked: []Blocked{},
		Standing: standingAt(order.Progress[o.ID]), Batches: batchTurns(order, part, o),
	}
	if row.MachineIDs == nil {
		row.MachineIDs = []string{}
	}
	if row.Process == "" {
		row.Process = o.StepName().In(d.lang)
	}
	if p, ok := d.planned[o.ID]; ok {
		row.PlannedMachine, row.PlannedOn, row.PlannedStart, row.PlannedEnd, row.Late = p.MachineID, p.Machines, &p.Start, &p.End, p.Late
	}
	return row
}

// wanted holds a row against the question; otherwise is what its process and group are called in the other language.
func (d *dispatcher) wanted(r *DispatchRow, otherwise ...string) bool {
	switch d.ask.Status {
	case "":
		if r.Status == Finished {
			return false
		}
	case "all":
	default:
		if strconv.Itoa(r.Status) != d.ask.Status {
			return false
		}
	}
	if m := d.ask.Machine; m != "" && !atMachine(r, m) {
		return false
	}
	text := strings.Join([]string{r.MouldNo, r.MouldName, r.PartNo, r.PartName, r.Process, r.Group, strings.Join(otherwise, "\n")}, "\n")
	for word := range strings.FieldsSeq(strings.ReplaceAll(d.ask.Search, "*", " ")) {
		if !resource.Fits(word, text) {
			return false
		}
	}
	return true
}

// dispatched tells whether a group that is asked for has the work: it has begun, or the plan says when it does.
func (d *dispatcher) dispatched(r *DispatchRow, group string) bool {
	return len(d.groups) == 0 || slices.Contains(d.groups, group) && (r.Status != NotStarted || r.PlannedStart != nil)
}

func sortedByName(ids []string, names *Names) []string {
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(names.Machines[a].Name, names.Machines[b].Name) })
	return ids
}
