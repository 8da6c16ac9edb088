package workbook

import (
	"cmp"
	"iter"
	"slices"
)

// MostFaults is how many faults of a file are kept one by one. Of the rows beyond, each has one fault for all of its kind,
// with their number in Fault.More: a file of nothing but faults would take many times its size in memory.
const MostFaults = 5000

// FaultList collects the faults of a file, exact in number and bounded in memory. The zero value is empty.
type FaultList struct {
	all    []*Fault
	folded map[foldKey]*Fault
}

// foldKey is what the faults must share of which one stands for the rest: whoever looks at the one does with the row what
// they would do for each.
type foldKey struct {
	sheet     string
	part, row int32
	warning   bool
	onlyNew   bool
	kind      foldKind
}

type foldKind uint8

const (
	foldCell foldKind = iota
	foldHeader
	foldDuplicate
)

func kindOfRule(rule string) foldKind {
	switch rule {
	case RuleMissingColumn, RuleUnknownColumn, RuleDuplicateColumn:
		return foldHeader
	case RuleDuplicateKey:
		return foldDuplicate
	}
	return foldCell
}

// Add takes a fault, which may stand for others already.
func (l *FaultList) Add(f Fault) {
	if len(l.all) < MostFaults {
		l.keep(f)
		return
	}
	key := foldKey{f.Sheet, int32(f.Part), int32(f.Row), f.Level == Warning, f.OnlyNew, kindOfRule(f.Rule)}
	if one := l.folded[key]; one != nil {
		one.More += f.Count()
		return
	}
	if l.folded == nil {
		l.folded = map[foldKey]*Fault{}
	}
	l.folded[key] = l.keep(f)
}

func (l *FaultList) keep(f Fault) *Fault {
	l.all = append(l.all, &f)
	return &f
}

// All visits the faults in the order in which they came, or in that of Sort.
func (l *FaultList) All() iter.Seq[Fault] {
	return func(yield func(Fault) bool) {
		for _, f := range l.all {
			if !yield(*f) {
				return
			}
		}
	}
}

// Len is how many faults All visits; it may stand for more, see Fault.More.
func (l *FaultList) Len() int { return len(l.all) }

// Sort orders the faults as the sheets and rows of the file.
func (l *FaultList) Sort() {
	order := map[string]int{}
	for i, t := range tables {
		order[t.describe().Code] = i
	}
	slices.SortStableFunc(l.all, func(a, b *Fault) int {
		return cmp.Or(cmp.Compare(order[a.Sheet], order[b.Sheet]), cmp.Compare(a.Row, b.Row))
	})
}

// Sorted visits the faults of several lists in one order.
func Sorted(compare func(a, b *Fault) int, lists ...*FaultList) iter.Seq[Fault] {
	var all FaultList
	for _, l := range lists {
		all.all = append(all.all, l.all...)
	}
	slices.SortStableFunc(all.all, compare)
	return all.All()
}

// Count is how many faults f stands for: itself and More.
func (f *Fault) Count() int { return 1 + f.More }

// List is what All visits.
func (l *FaultList) List() []Fault { return slices.Collect(l.All()) }
