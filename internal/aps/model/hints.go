package model

import (
	"cmp"
	"slices"
	"time"

	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/quantity"
)

// What a run had to take for granted, since its data do not say it: unknown fits, and nothing waits for a date that is
// missing. The plan is none the worse for it, but somebody should know.

// DataHint is one piece of data that a run has missed.
type DataHint struct {
	Kind    string     `json:"kind" enum:"grade,level,size,limit,report,program" doc:"grade: of a part; level: of a machine; size: figures of a part; limit: figures of a machine; report: older than a day; program: no date, and not done"`
	MouldNo string     `json:"mouldNo" doc:"empty for a machine"`
	PartNo  string     `json:"partNo"`
	BatchNo string     `json:"batchNo"`
	OpNo    int        `json:"opNo" doc:"0 for a whole part"`
	Machine string     `json:"machine"`
	Missing []string   `json:"missing" nullable:"false" enum:"length,width,height,weight,hardness"`
	At      *time.Time `json:"at" doc:"of the newest report"`
}

// HintCount is how many hints of a kind there are; the list holds the first of them.
type HintCount struct {
	Kind  string `json:"kind" enum:"grade,level,size,limit,report,program"`
	Count int    `json:"count"`
}

const (
	hintGrade   = "grade"
	hintLevel   = "level"
	hintSize    = "size"
	hintLimit   = "limit"
	hintReport  = "report"
	hintProgram = "program"
)

// mostHints is how many hints of a kind are kept.
const mostHints = 200

// oldReport is the age from which a report says little of what is left.
const oldReport = 24 * time.Hour

// hinter collects hints.
type hinter struct {
	translation *Translation
	machines    map[string]*Machine
	seen        map[[2]string]bool // kind and part or machine
	hints       []DataHint
	counts      map[string]int
}

// Hints are what a run under settings has to take for granted.
func (t *Translation) Hints(at time.Time, set map[string]any) ([]DataHint, []HintCount) {
	h := &hinter{translation: t, machines: map[string]*Machine{}, seen: map[[2]string]bool{}, counts: map[string]int{}}
	for i := range t.Shop.Machines {
		h.machines[t.Shop.Machines[i].ID] = &t.Shop.Machines[i]
	}
	levels, specs := setting.Number(set, "resourceLevelAllocation") != 0, setting.Number(set, "resourceSpecConstraints") != 0
	for i := range t.Tasks {
		x := &t.Tasks[i]
		if x.Op.Status == 0 && !x.Op.Away() && !x.Part.Electrode { // electrodes have neither grade nor size
			if levels {
				h.grades(i)
			}
			if specs {
				h.sizes(i)
			}
		}
		if x.Op.Status == 0 && !x.Op.Away() && x.Group != nil && x.Group.NeedCAM && x.Op.CAMStatus < 2 && x.Op.ProgramReady == nil {
			h.add(hintProgram, x.ID, x.hint(hintProgram))
		}
		if r := x.Op.ReportedAt; r != nil && (x.Op.Status == OpRunning || x.Op.Status == OpPaused) && r.Before(at.Add(-oldReport)) {
			hint := x.hint(hintReport)
			hint.At = r
			h.add(hintReport, x.ID, hint)
		}
	}
	counts := []HintCount{}
	for kind, n := range h.counts {
		counts = append(counts, HintCount{kind, n})
	}
	slices.SortFunc(counts, func(x, y HintCount) int { return cmp.Compare(x.Kind, y.Kind) })
	return h.hints, counts
}

func (h *hinter) add(kind, of string, hint DataHint) {
	if h.seen[[2]string{kind, of}] {
		return
	}
	h.seen[[2]string{kind, of}] = true
	if h.counts[kind]++; h.counts[kind] <= mostHints {
		h.hints = append(h.hints, hint)
	}
}

// hint names a task.
func (t *Task) hint(kind string) DataHint {
	return DataHint{Kind: kind, MouldNo: t.Mould.No, PartNo: t.Part.No, BatchNo: t.Part.batchNo(), OpNo: t.Op.No, Missing: []string{}}
}

// ofPart names a part, whichever of its lots and operations has missed something.
func (t *Task) ofPart(kind string, missing []string) DataHint {
	return DataHint{Kind: kind, MouldNo: t.Mould.No, PartNo: t.Part.No, Missing: missing}
}

// grades tells which side of an operation misses its level, where the other has one.
func (h *hinter) grades(i int) {
	t := &h.translation.Tasks[i]
	for _, mode := range h.translation.File.Ops[i].Modes {
		m := h.machines[mode.On]
		switch {
		case m == nil:
		case t.Part.Grade == 0 && m.Level != 0:
			h.add(hintGrade, t.Mould.ID+"/"+t.Part.No, t.ofPart(hintGrade, []string{}))
		case t.Part.Grade != 0 && m.Level == 0:
			h.add(hintLevel, m.ID, DataHint{Kind: hintLevel, Machine: m.Name, Missing: []string{}})
		}
	}
}

// sizes tells what an operation's part or its machines miss of the figures that are compared.
func (h *hinter) sizes(i int) {
	t := &h.translation.Tasks[i]
	var ofPart []string
	for _, mode := range h.translation.File.Ops[i].Modes {
		m := h.machines[mode.On]
		if m == nil {
			continue
		}
		var ofMachine []string
		for _, c := range compared(t.Part, m) {
			switch {
			case c.of == 0 && c.limit != 0 && !slices.Contains(ofPart, c.name):
				ofPart = append(ofPart, c.name)
			case c.of != 0 && c.limit == 0:
				ofMachine = append(ofMachine, c.name)
			}
		}
		if len(ofMachine) > 0 {
			h.add(hintLimit, m.ID, DataHint{Kind: hintLimit, Machine: m.Name, Missing: ofMachine})
		}
	}
	if len(ofPart) > 0 {
		h.add(hintSize, t.Mould.ID+"/"+t.Part.No, t.ofPart(hintSize, ofPart))
	}
}

// comparison is a figure of a part beside that of a machine, 0 = unknown.
type comparison struct {
	name      string
	of, limit quantity.Decimal
}

func compared(p *Part, m *Machine) [5]comparison {
	l := m.Limits
	return [...]comparison{
		{"length", p.Length, l.Length},
		{"width", p.Width, l.Width},
		{"height", p.Height, l.Height},
		{"weight", p.Weight, l.Weight},
		{"hardness", p.Hardness, max(l.Softest, l.Hardest)},
	}
}
