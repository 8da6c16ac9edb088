package result

import (
	"time"

	"mouldworks/internal/aps/model"
)

// End is when a mould or a part is handed over in a plan, nil while one of its tasks has no place, and whether it is late.
type End struct {
	At      *time.Time
	Late    bool
	partial bool
}

// Ends are the ends of moulds or of parts; of names a task's, and tells whether the task makes it late.
func Ends[K comparable](tasks []Task, of func(*Task) (K, bool)) map[K]End {
	out := map[K]End{}
	for i := range tasks {
		t := &tasks[i]
		key, late := of(t)
		e := out[key]
		e.Late = e.Late || late
		switch at := t.Leaves(); {
		case at == nil:
			e.partial = true
		case e.At == nil || at.After(*e.At):
			e.At = at
		}
		out[key] = e
	}
	for key, e := range out {
		if e.partial {
			e.At = nil
			out[key] = e
		}
	}
	return out
}

// OfMould names the mould of a task, and tells whether the task makes it late.
func OfMould(t *Task) (string, bool) { return t.MouldNo, t.MouldLate }

// OfPart names the part or batch of a task, and tells whether the task makes it late.
func OfPart(t *Task) (model.Lot, bool) { return t.Lot(), t.PartLate }
