package result

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// WordOtherMould stands for a mould that the reader may not see, and for all in it.
var WordOtherMould = L("其他模具", "Other mould")

// HiddenMoulds are the moulds that a reader does not see, as plans name them. A nil one hides nothing.
type HiddenMoulds struct {
	ids, numbers []string
	word         string
}

// HiddenMouldsOf are those of whoever asks. A plan keeps the numbers that moulds had when it was made: plans are those that are told of.
func HiddenMouldsOf(ctx context.Context, tx store.Tx, plans ...string) (*HiddenMoulds, error) {
	hidden := tx.Actor().Hidden
	if len(hidden.Moulds) == 0 {
		return nil, nil
	}
	h := &HiddenMoulds{ids: hidden.Moulds, numbers: slices.Clone(hidden.MouldNumbers), word: WordOtherMould.In(problem.Language(ctx))}
	var then []string
	if err := tx.Select((*Task)(nil)).Columns("mould_no").WhereIn("plan_id", plans).WhereIn("mould_id", h.ids).ScanColumn(ctx, &then); err != nil {
		return nil, err
	}
	h.numbers = append(h.numbers, then...)
	slices.Sort(h.numbers)
	h.numbers = slices.Compact(h.numbers)
	return h, nil
}

// ID tells whether a mould is hidden.
func (h *HiddenMoulds) ID(id string) bool { return h != nil && slices.Contains(h.ids, id) }

// Number tells whether the mould of a number is hidden.
func (h *HiddenMoulds) Number(no string) bool {
	if h == nil {
		return false
	}
	_, found := slices.BinarySearch(h.numbers, no)
	return found
}

// Split parts the numbers that may be told from the count of the others.
func (h *HiddenMoulds) Split(numbers []string) (told []string, others int) {
	for _, no := range numbers {
		if h.Number(no) {
			others++
		} else {
			told = append(told, no)
		}
	}
	return told, others
}

// Told are numbers with a word in the place of those that are hidden: their count stays.
func (h *HiddenMoulds) Told(numbers []string) []string {
	if h == nil {
		return numbers
	}
	told, others := h.Split(numbers)
	if told == nil {
		told = []string{}
	}
	for range others {
		told = append(told, h.word)
	}
	return told
}

// Word stands for a hidden mould.
func (h *HiddenMoulds) Word() string { return h.word }

// Title is the title of a task, or the word where its mould is hidden.
func (h *HiddenMoulds) Title(title string) string {
	if h != nil && slices.ContainsFunc(h.numbers, func(no string) bool { return strings.HasPrefix(title, no+"/") }) {
		return h.word
	}
	return title
}

// Veil takes the names of hidden moulds out of what tasks say of others that they collide with.
func (h *HiddenMoulds) Veil(tasks []Task) {
	if h == nil {
		return
	}
	for i := range tasks {
		t := &tasks[i]
		t.ConflictWith = h.Title(t.ConflictWith)
		for k := range t.Broken {
			t.Broken[k].With = h.Title(t.Broken[k].With)
		}
	}
}

// VeilConflicts does the same for conflicts, and leaves of those of hidden moulds the rules alone.
func (h *HiddenMoulds) VeilConflicts(list []PlanConflict) []PlanConflict {
	if h == nil {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		c := &list[i]
		c.Rules = slices.Clone(c.Rules)
		for k := range c.Rules {
			c.Rules[k].With = h.Title(c.Rules[k].With)
		}
		if h.Number(c.MouldNo) {
			*c = PlanConflict{MouldNo: h.word, Rules: c.Rules}
		}
	}
	return list
}

// Veil leaves the rows of hidden moulds out of the lists; what is counted stays.
func (e *Evaluation) Veil(h *HiddenMoulds) {
	if h == nil {
		return
	}
	e.Unplanned = slices.DeleteFunc(e.Unplanned, func(m UnplannedMould) bool { return h.ID(m.MouldID) || h.Number(m.MouldNo) })
	e.Forced = slices.DeleteFunc(e.Forced, func(d ForcedDelivery) bool { return h.Number(d.MouldNo) })
	e.Hints = slices.DeleteFunc(e.Hints, func(d model.DataHint) bool { return h.Number(d.MouldNo) })
}
