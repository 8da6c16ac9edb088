package result

import (
	"cmp"
	"context"
	"math"
	"slices"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/problem"
	"mouldworks/solver"
	"mouldworks/solver/figures"
)

// Evaluation is what a plan is worth, as it was measured when the plan was made. Ratios are parts of 1 and nil where
// there is nothing to divide by.
type Evaluation struct {
	Figures  EvaluationFigures `json:"figures"`
	Axes     []EvaluationAxis  `json:"axes" nullable:"false"`
	Load     []GroupLoad       `json:"load" nullable:"false" doc:"per group, highest first"`
	Sections []SectionFigures  `json:"sections" nullable:"false"`
	Notes    model.Notes       `json:"notes" doc:"what the run has to say of its settings"`
	Hints    []model.DataHint  `json:"hints" doc:"data that the run has missed, at most 200 of a kind"`
	// HintCounts are all of them.
	HintCounts []model.HintCount `json:"hintCounts"`
	Overtime   []OvertimeDay     `json:"overtime" doc:"hours by day and resource"`
	Bound      *EvaluationBound  `json:"bound" doc:"how much better a plan could be at most; null where nothing is known"`
	Score      *float64          `json:"score" doc:"weighted mean of the axes that count"`
	Counting   int               `json:"counting" doc:"how many of the axes count; scores of other axes cannot be compared"`
	Unplanned  []UnplannedMould  `json:"unplanned" nullable:"false" doc:"moulds that are not wholly planned"`
	Forced     []ForcedDelivery  `json:"forced" nullable:"false" doc:"parts with a due date of their own that are late"`
}

// EvaluationFigures are the figures of a plan; hours are elapsed unless said otherwise.
type EvaluationFigures struct {
	Moulds            int           `json:"moulds" doc:"in the schedule: planned + partlyPlanned + notPlanned"`
	Planned           int           `json:"planned" doc:"moulds of which every task has a place or is finished"`
	PartlyPlanned     int           `json:"partlyPlanned"`
	NotPlanned        int           `json:"notPlanned"`
	OnTime            int           `json:"onTime"`
	Late              int           `json:"late" doc:"or not wholly planned"`
	Forced            int           `json:"forced" doc:"parts with a due date of their own"`
	ForcedLate        int           `json:"forcedLate"`
	OnTimeRate        *float64      `json:"onTimeRate"`
	MeanTardiness     *float64      `json:"meanTardiness" doc:"hours"`
	MaxTardiness      float64       `json:"maxTardiness" doc:"hours"`
	WeightedTardiness float64       `json:"weightedTardiness" doc:"priority x hours"`
	Makespan          float64       `json:"makespan" doc:"hours"`
	MeanFlow          *float64      `json:"meanFlow" doc:"hours"`
	LeadRatio         *float64      `json:"leadRatio"`
	Bottleneck        string        `json:"bottleneck" doc:"the group that is named as one; else the group of machines that a pass without queues loads most, where that reaches the bottleneck target; else that with the highest load ratio in this plan"`
	Utilisation       *float64      `json:"utilisation" doc:"of the bottleneck"`
	Target            *float64      `json:"target"`
	Imbalance         *float64      `json:"imbalance"`
	Changeovers       int           `json:"changeovers"`
	OvertimeHours     float64       `json:"overtimeHours"`
	OutsourcedHours   float64       `json:"outsourcedHours" doc:"standard hours of all tasks at suppliers, finished ones too"`
	Outsourced        int           `json:"outsourced" doc:"tasks at suppliers, finished ones too"`
	AvoidableHours    float64       `json:"avoidableHours" doc:"of these, standard hours that could be worked inside: what the axis counts"`
	Avoidable         int           `json:"avoidable" doc:"of these, tasks that could be made inside"`
	OpenMoulds        *float64      `json:"openMoulds" doc:"mean number in work"`
	Tasks             int           `json:"tasks" doc:"of its moulds; one that was cut counts once"`
	Finished          int           `json:"finished" doc:"of the tasks"`
	UnscheduledTasks  int           `json:"unscheduledTasks" doc:"of the tasks, without a place"`
	Unscheduled       []ReasonCount `json:"unscheduled" nullable:"false"`
	Conflicts         int           `json:"conflicts"`
	BufferReds        int           `json:"bufferReds" doc:"buffers of which 67 % or more are used up between the arrival and the start that this plan has"`
	Compared          int           `json:"compared" doc:"unstarted tasks that the plan in force holds too"`
	Moved             int           `json:"moved"`
	WindowDays        int           `json:"windowDays" doc:"length from the start over which load is counted"`
	RunSeconds        float64       `json:"runSeconds"`
}

// ReasonCount is how many tasks one reason keeps out of the plan.
type ReasonCount struct {
	Reason int          `json:"reason"`
	Words  problem.Text `json:"words"`
	Count  int          `json:"count"`
}

// EvaluationAxis is one axis of the radar.
type EvaluationAxis struct {
	Key   string       `json:"key"`
	Label problem.Text `json:"label"`
	Help  problem.Text `json:"help"`
	Value *float64     `json:"value" doc:"0 to 100, higher is better; null = undefined"`
	Raw   *float64     `json:"raw"`
	Unit  string       `json:"unit" doc:"of the raw figure: % (a share of 1), h, priorityHours (priority times hours), tasks, buffers; empty = a ratio"`
	// Weight and Counts are set when the evaluation is read: the settings of today weigh.
	Weight float64 `json:"weight" doc:"of the settings in force"`
	Counts bool    `json:"counts" doc:"in the score: it is defined and has a weight"`
}

// GroupLoad is the load of a group.
type GroupLoad struct {
	Group          string   `json:"group"`
	Section        string   `json:"section"`
	Resources      int      `json:"resources" doc:"machines, or people"`
	OccupiedHours  float64  `json:"occupiedHours" doc:"of all work in the plan, what it carries over too"`
	OwnHours       *float64 `json:"ownHours" doc:"of these, of the schedule's own moulds; null for plans of older versions, which counted only those"`
	AvailableHours float64  `json:"availableHours"`
	Ratio          *float64 `json:"ratio"`
}

// SectionFigures sum a section's work.
type SectionFigures struct {
	Section        string   `json:"section" doc:"empty for tasks of no section"`
	Tasks          int      `json:"tasks"`
	LateTasks      int      `json:"lateTasks" doc:"of late deliveries: of a mould, or of a part with a due date of its own"`
	Unscheduled    int      `json:"unscheduled"`
	OccupiedHours  float64  `json:"occupiedHours" doc:"of all work in the plan, what it carries over too"`
	OwnHours       *float64 `json:"ownHours" doc:"of these, of the schedule's own moulds; null for plans of older versions, which counted only those"`
	AvailableHours float64  `json:"availableHours"`
	Ratio          *float64 `json:"ratio"`
}

func defined(x float64) *float64 {
	if x == figures.Undefined || math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// inHours turns minutes into hours, where they are defined.
func inHours(minutes float64) *float64 {
	if minutes == figures.Undefined {
		return nil
	}
	return defined(minutes / 60)
}

// Evaluate measures the plan of a run under its settings.
func Evaluate(ctx context.Context, out *Outcome, set map[string]any, tasks []Task) (*Evaluation, error) {
	f, err := out.Measure(ctx, set)
	if err != nil {
		return nil, err
	}
	moulds := out.Moulds(tasks)
	f.Jobs, f.OnTime, f.OnTimeRate = len(moulds), 0, figures.Undefined
	for i := range moulds {
		if !moulds[i].Late {
			f.OnTime++
		}
	}
	if f.Late = f.Jobs - f.OnTime; f.Jobs > 0 {
		f.OnTimeRate = float64(f.OnTime) / float64(f.Jobs)
	}
	e := &Evaluation{Figures: wordFigures(f), Axes: wordAxes(f), Load: []GroupLoad{}, Sections: sections(tasks), Notes: out.Translation.Notes, Hints: out.Hints, HintCounts: out.HintCounts, Overtime: out.overtimeDays(), Bound: out.bound(set)}
	e.count(moulds)
	e.countForced(out.forced())
	e.countOutsourced(tasks)
	e.Figures.WindowDays, e.Figures.Conflicts = int(setting.Number(set, "evaluationDays")), conflicting(tasks)
	names := out.GroupNames()
	if g := names[f.Bottleneck]; g != nil {
		e.Figures.Bottleneck = g.Name
	}
	for _, l := range f.Groups {
		g := names[l.Group]
		if g == nil {
			continue
		}
		e.Load = append(e.Load, GroupLoad{g.Name, g.Section, l.Resources, float64(l.Occupied) / 60, new(float64(l.Own) / 60), float64(l.Available) / 60, defined(l.Ratio())})
	}
	e.sumSections()
	e.sortLoad()
	return e, nil
}

// conflicting counts the tasks that break a rule, as lists and the question before publishing do: those of the plan itself.
func conflicting(tasks []Task) (n int) {
	for i := range tasks {
		if tasks[i].Conflict > 0 && !tasks[i].Carried {
			n++
		}
	}
	return n
}

func wordFigures(f *figures.Figures) EvaluationFigures {
	e := EvaluationFigures{
		OnTimeRate: defined(f.OnTimeRate), MeanTardiness: inHours(f.MeanTardiness), MaxTardiness: f.MaxTardiness / 60,
		WeightedTardiness: float64(f.WeightedTardiness) / 60, Makespan: float64(f.Makespan) / 60, MeanFlow: inHours(f.MeanFlow), LeadRatio: defined(f.LeadRatio),
		Utilisation: defined(f.Utilisation), Target: defined(math.Round(f.Target*1e6) / 1e6), Imbalance: defined(f.Imbalance), Changeovers: f.Changeovers, OvertimeHours: float64(f.OvertimeMinutes) / 60,
		AvoidableHours: float64(f.OutsideMinutes) / 60, Avoidable: f.OutsideOps, OpenMoulds: defined(f.OpenJobs), Unscheduled: []ReasonCount{},
		BufferReds: f.Red, Compared: f.Common, Moved: f.Common - f.Unmoved,
	}
	for code := solver.ReasonNone; int(code) < len(Reasons); code++ {
		if n := f.Unscheduled[code]; n > 0 {
			e.Unscheduled = append(e.Unscheduled, ReasonCount{int(code), Reasons[code], n})
		}
	}
	return e
}

func wordAxes(f *figures.Figures) []EvaluationAxis {
	values := f.Axes()
	raw := [figures.AxisCount]*float64{
		defined(f.OnTimeRate), inHours(float64(f.WeightedTardiness)), defined(f.Utilisation), defined(f.Imbalance), defined(f.LeadRatio),
		defined(float64(f.Common - f.Unmoved)), inHours(float64(f.OvertimeMinutes + f.OutsideMinutes)), defined(float64(f.Red)),
	}
	out := make([]EvaluationAxis, len(setting.Axes))
	for i, a := range setting.Axes {
		out[i] = EvaluationAxis{Key: a.Key, Label: a.Label, Help: a.Help, Unit: a.Unit, Value: defined(values[i])}
		if out[i].Value != nil {
			out[i].Raw = raw[i]
		}
	}
	return out
}

// Weigh sets the score by the weights of the settings in force, and what plans of older versions say in other words.
func (e *Evaluation) Weigh(set map[string]any) {
	var values, weights [figures.AxisCount]float64
	for i := range values {
		values[i] = figures.Undefined
		if i < len(e.Axes) && e.Axes[i].Value != nil {
			values[i] = *e.Axes[i].Value
		}
		weights[i] = setting.Number(set, setting.Axes[i].Weight)
		if i < len(e.Axes) {
			x := &e.Axes[i]
			x.Unit = setting.Axes[i].Unit // plans of older versions hold another
			x.Weight, x.Counts = weights[i], x.Value != nil && weights[i] > 0
			if x.Counts {
				e.Counting++
			}
		}
	}
	e.Score = defined(figures.Score(values, weights))
}

func sections(tasks []Task) []SectionFigures {
	at, out := map[string]int{}, []SectionFigures{}
	for i := range tasks {
		t := &tasks[i]
		if t.Carried || t.Segment > 1 {
			continue
		}
		k, known := at[t.SectionName]
		if !known {
			k = len(out)
			at[t.SectionName] = k
			out = append(out, SectionFigures{Section: t.SectionName})
		}
		out[k].Tasks++
		if t.Late {
			out[k].LateTasks++
		}
		if t.Reason != 0 {
			out[k].Unscheduled++
		}
	}
	return out
}

func (e *Evaluation) sumSections() {
	for i := range e.Sections {
		s := &e.Sections[i]
		own := 0.0
		for _, l := range e.Load {
			if l.Section == s.Section {
				s.OccupiedHours += l.OccupiedHours
				own += *l.OwnHours
				s.AvailableHours += l.AvailableHours
			}
		}
		s.OwnHours = &own
		if s.AvailableHours > 0 {
			s.Ratio = defined(s.OccupiedHours / s.AvailableHours)
		}
	}
}

// sortLoad puts the groups with the highest load first, those without any hours last.
func (e *Evaluation) sortLoad() {
	ratio := func(l GroupLoad) float64 {
		if l.Ratio == nil {
			return -1
		}
		return *l.Ratio
	}
	slices.SortStableFunc(e.Load, func(x, y GroupLoad) int { return cmp.Compare(ratio(y), ratio(x)) })
}

// NeverNil fills the lists that plans of older versions lack, and sorts those that they left unsorted.
func (e *Evaluation) NeverNil() {
	e.sortLoad()
	if e.Unplanned == nil {
		e.Unplanned = []UnplannedMould{}
	}
	if e.Forced == nil {
		e.Forced = []ForcedDelivery{}
	}
}

// Call puts what somebody reads in the place of the names that were typed.
func (e *Evaluation) Call(words model.Words) {
	e.Figures.Bottleneck = words.Group(e.Figures.Bottleneck)
	for i := range e.Load {
		e.Load[i].Group, e.Load[i].Section = words.Group(e.Load[i].Group), words.Section(e.Load[i].Section)
	}
	for i := range e.Sections {
		e.Sections[i].Section = words.Section(e.Sections[i].Section)
	}
	for i := range e.Overtime {
		e.Overtime[i].Resource, e.Overtime[i].Group = words.Resource(e.Overtime[i].Resource), words.Group(e.Overtime[i].Group)
	}
}

// countOutsourced counts all that suppliers make, by choice or not.
func (e *Evaluation) countOutsourced(tasks []Task) {
	for i := range tasks {
		if t := &tasks[i]; t.Outsourced && !t.Carried && t.Segment <= 1 {
			e.Figures.Outsourced++
			e.Figures.OutsourcedHours += float64(t.Minutes) / 60
		}
	}
}
