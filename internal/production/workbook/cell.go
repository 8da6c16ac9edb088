package workbook

import (
	"strconv"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/quantity"
)

// State says what a cell does to the stored value.
type State uint8

// The states of a Cell.
const (
	Kept    State = iota // empty: the stored value stays
	Cleared              // "-": the stored value goes
	Given                // Value is the new value
)

// Cell is one optional cell of a row.
type Cell[T any] struct {
	State State
	Value T
}

// Of is a cell with a value.
func Of[T any](v T) Cell[T] { return Cell[T]{State: Given, Value: v} }

// Or is the value of the cell, old when the cell keeps it, the zero value when the cell clears it.
func (c Cell[T]) Or(old T) T {
	switch c.State {
	case Given:
		return c.Value
	case Cleared:
		var zero T
		return zero
	}
	return old
}

// IsGiven says whether the cell carries a value.
func (c Cell[T]) IsGiven() bool { return c.State == Given }

// The cells by kind of column.
type (
	// Text is a text or the code or name of a referenced record.
	Text = Cell[string]
	// Int is a whole number or the code of a choice.
	Int = Cell[int]
	// Hours is working time or a wait.
	Hours = Cell[quantity.Minutes]
	// Decimal is any other number.
	Decimal = Cell[quantity.Decimal]
	// Flag is yes or no.
	Flag = Cell[bool]
	// Date is a date or a point in time.
	Date = Cell[When]
	// List is a list of texts.
	List = Cell[[]string]
)

// When is a point in time, and the calendar date when the cell names no time of day.
type When = cell.When

// Pred is one predecessor: all operations OpNo of a part, or one branch of them.
type Pred struct {
	PartNo string // "" = the same part
	OpNo   int
	Branch string // "" = every branch
}

// String writes the predecessor as the workbook does: 10, P3/10, 10#a.
func (p Pred) String() string {
	s := strconv.Itoa(p.OpNo)
	if p.PartNo != "" {
		s = p.PartNo + "/" + s
	}
	if p.Branch != "" {
		s += "#" + p.Branch
	}
	return s
}

// ParsePred reads one predecessor.
func ParsePred(s string) (Pred, bool) {
	var p Pred
	s, p.Branch, _ = strings.Cut(cell.Clean(s), "#")
	number := s
	if i := strings.LastIndexByte(s, '/'); i >= 0 { // a part number may hold a slash itself
		p.PartNo, number = strings.TrimSpace(s[:i]), s[i+1:]
		if p.PartNo == "" {
			return Pred{}, false
		}
	}
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(number), ".0"))
	if err != nil || n < 1 || n > 9999 {
		return Pred{}, false
	}
	p.OpNo, p.Branch = n, strings.TrimSpace(p.Branch)
	return p, true
}

// Period is one stretch of a shift, in minutes after midnight; an end at or before the start is on the next day.
type Period struct{ Start, End int }

// String writes 08:00-12:00.
func (p Period) String() string { return cell.ShowClock(p.Start) + "-" + cell.ShowClock(p.End) }

// ParsePeriod reads 08:00-12:00; 24:00 is midnight at the end of the day.
func ParsePeriod(s string) (Period, bool) {
	from, to, ok := strings.Cut(cell.Fold(s), "-")
	a, badA := cell.Clock(from)
	b, badB := cell.Clock(to)
	return Period{a, b}, ok && badA == nil && badB == nil && a < 24*60
}
