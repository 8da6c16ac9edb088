package explaining

import (
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/solver"
	"mouldworks/solver/explain"
)

// Apart is the plan on a board of its own, for whoever works on it longer than others should wait. What never changes of it is shared;
// nobody else has it, so nobody has to release it. The caller holds the plan while this copies it.
func (h *Plan) Apart() (*Plan, error) {
	board, err := h.shop.Open(h.Plan)
	if err != nil {
		return nil, err
	}
	board.DispatchBy(h.Loaded.Params)
	return &Plan{
		ready: true, File: h.File, Loaded: h.Loaded, shop: h.shop, Plan: h.Plan, Board: board, Names: h.Names, Task: h.Task, Aside: h.Aside, mould: h.mould, Moulds: h.Moulds,
		alone: h.alone, Called: h.Called, words: h.words,
	}, nil
}

// Process is the process of an operation, as its record calls it.
func (h *Plan) Process(o int32) string { return h.Names[o].process }

var (
	msgNotLate     = L("模具“%s”没有延期，无需补救", "Mould “%s” is not late: there is nothing to rescue")
	msgNotLateThen = L("计入草稿的变更后，模具“%s”没有延期，无需补救", "With the changes of the draft mould “%s” is not late: there is nothing to rescue")
)

// LateMould is the job of a mould and why it is late in a plan that changes may have made of this one, without the causes. A mould
// that is not late, or not wholly planned, is refused.
func (h *Plan) LateMould(id string, isChanged bool, shop *solver.Shop, plan *solver.Plan) (int32, *explain.Explanation, error) {
	j, known := h.mould[id]
	if !known {
		return 0, nil, problem.NotFound(msgNotInPlan)
	}
	m := &h.Moulds[j]
	if m.state() != result.Wholly {
		return 0, nil, problem.Refuse(msgNotScheduled, m.No, result.ReasonWords(m.reason))
	}
	e := explain.New(shop, plan).Job(j)
	if e == nil {
		return 0, nil, problem.Refuse(msgWhyFinished, m.No)
	}
	if e.Late() == 0 && isChanged {
		return 0, nil, problem.Refuse(msgNotLateThen, m.No)
	}
	if e.Late() == 0 {
		return 0, nil, problem.Refuse(msgNotLate, m.No)
	}
	if h.cut(j) { // uncut it might end earlier
		e.Earliest = solver.None
	}
	return j, e, nil
}

// ForcedMoved compares the forced deliveries of two plans that changes have made of this one.
func (h *Plan) ForcedMoved(wasShop *solver.Shop, was *solver.Plan, shop *solver.Shop, plan *solver.Plan) []ForcedShift {
	if len(h.Loaded.Problem.Targets) == 0 {
		return nil
	}
	return moved(h.forcedIn(wasShop, was), h.forcedIn(shop, plan))
}
