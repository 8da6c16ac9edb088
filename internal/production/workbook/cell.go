package workbook

import (
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/route"
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

// Pred is one predecessor, see route.Predecessor.
type Pred = route.Predecessor

// Period is one stretch of a shift, in minutes after midnight; an end at or before the start is on the next day.
type Period struct{ Start, End int }

// String writes 08:00-12:00.
func (p Period) String() string { return cell.ShowClock(p.Start) + "-" + cell.ShowClock(p.End) }

// ParsePeriod reads 08:00-12:00, also with a dash or a tilde of any width between the times; 24:00 is midnight at the end of the day.
func ParsePeriod(s string) (Period, bool) {
	from, to, ok := strings.Cut(strings.NewReplacer("~", "-", "\u301C", "-").Replace(cell.Fold(s)), "-")
	a, badA := cell.Clock(from)
	b, badB := cell.Clock(to)
	return Period{a, b}, ok && badA == nil && badB == nil && a < 24*60
}
