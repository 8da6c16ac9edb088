package workbook

import (
	"slices"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// Check finds what is wrong between the cells of the book: numbers taken twice, dates out of order, reports that say too
// little. Routes are held against what is stored as well, which is for the domain.
// The domain may fill kept cells from the stored rows first; a cell that is still kept takes its default. now bounds
// actual times; the zero time leaves them unbounded. Messages name rows by the pages of the file.
func (b *Book) Check(now time.Time, pages []Page) FaultList {
	c := checker{book: b, now: now, pages: pages}
	c.names()
	c.burns()
	c.reports()
	c.orders()
	for i := range b.FlowTimes {
		if f := &b.FlowTimes[i]; f.Up == f.Down {
			c.add("flowTimes", &f.Line, "down", f.Down, RuleDisjoint, msgDisjoint, Scope{}, f.Key())
		}
	}
	for i := range b.Exceptions {
		if x := &b.Exceptions[i]; (x.Resource == "") == (x.Group == "") {
			c.add("exceptions", &x.Line, "group", x.Group, RuleEither, msgOneOfTwo, Scope{}, x.Key())
		}
		if x := &b.Exceptions[i]; x.Start.IsGiven() && x.End.IsGiven() && !x.End.Value.At.After(x.Start.Value.At) {
			c.add("exceptions", &x.Line, "to", "", RuleDateOrder, msgEndNotAfter, Scope{}, x.Key())
		}
	}
	c.settle()
	c.faults.Sort()
	return c.faults
}

type checker struct {
	book   *Book
	now    time.Time
	pages  []Page
	faults FaultList
	last   *Fault // reported and not yet taken: the caller may change it
}

func (c *checker) settle() {
	if c.last != nil {
		c.faults.Add(*c.last)
		c.last = nil
	}
}

// add reports a fault and marks its row; the result is valid until the next call.
func (c *checker) add(sheet string, line *Line, column, value, rule string, text problem.Text, scope Scope, key Key) *Fault {
	line.Faulty = true
	c.settle()
	c.last = &Fault{
		Sheet: sheet, Part: line.Part, Row: line.Row, Column: column, Value: value, Rule: rule, Level: Error, Text: worded(text),
		Scope: scope, Key: key,
	}
	return c.last
}

// names keeps electrodes and parts of a mould apart: they share one name space.
func (c *checker) names() {
	taken := map[PartKey]*Line{}
	for i := range c.book.Parts {
		if p := &c.book.Parts[i]; p.Kind.Or(1) != 2 {
			taken[p.Key()] = &p.Line
		}
	}
	for i := range c.book.Electrodes {
		if e := &c.book.Electrodes[i]; taken[e.Key()] != nil {
			c.add("electrodes", &e.Line, "electrodeNo", e.ElectrodeNo, RuleDuplicateKey, msgNameTaken.With(RowWords(c.pages, e.Place("electrodes"), taken[e.Key()].Place("parts"))), e.Scope(), e.Key())
		}
	}
}

// burns hints at what is odd about the burn hours of each operation: at the first electrode without any, or at the first.
func (c *checker) burns() {
	own := map[OperationKey]Hours{}
	for i := range c.book.Operations {
		if o := &c.book.Operations[i]; o.Hours.IsGiven() {
			own[o.Key()] = Of(o.Hours.Value - o.SetupHours.Or(0))
		}
	}
	links, burns := map[OperationKey][]*EDMLink{}, map[OperationKey][]quantity.Minutes{}
	var operations []OperationKey
	for i := range c.book.EDMLinks {
		l := &c.book.EDMLinks[i]
		key := l.Operation()
		if links[key] == nil {
			operations = append(operations, key)
		}
		links[key], burns[key] = append(links[key], l), append(burns[key], l.BurnHours.Or(0))
	}
	for _, key := range operations {
		rule, text := OddBurns(burns[key], own[key])
		if rule == "" {
			continue
		}
		at, value := 0, ""
		if rule == RuleBurnHours {
			at = slices.Index(burns[key], 0)
		} else {
			value = total(burns[key]).String()
		}
		l := links[key][at]
		faulty := l.Faulty
		c.add("edmLinks", &l.Line, "burnHours", value, rule, text, l.Scope(), l.Key()).Level = Warning
		l.Faulty = faulty
	}
}

// OddBurns says what is odd about how long the electrodes of an operation burn, 0 where that is not known: some are
// missing, or they sum to something else than the operation's own hours without set-up, where these are given.
func OddBurns(burns []quantity.Minutes, own Hours) (rule string, text problem.Text) {
	sum := total(burns)
	switch {
	case sum == 0:
		return "", text
	case slices.Contains(burns, 0):
		return RuleBurnHours, msgBurnHours
	case own.IsGiven() && sum != own.Value:
		return RuleBurnSum, worded(msgBurnSum.With(sum, own.Value))
	}
	return "", text
}

func total(burns []quantity.Minutes) (sum quantity.Minutes) {
	for _, b := range burns {
		sum += b
	}
	return sum
}

// The codes of a progress report.
const (
	reportRunning  = 1
	reportFinished = 3
)

func (c *checker) reports() {
	for i := range c.book.Progress {
		r := &c.book.Progress[i]
		fault := func(column, rule string, text problem.Text) *Fault {
			return c.add("progress", &r.Line, column, "", rule, text, r.Scope(), r.Key())
		}
		// A report may rest on an earlier one: only a first report has to tell everything.
		need := func(column string, label problem.Text, missing bool) {
			if missing {
				faulty := r.Faulty
				fault(column, RuleRequired, msgRequired.With(label)).OnlyNew = true
				r.Faulty = faulty
			}
		}
		if s := r.Status.Or(0); s == reportRunning || s == reportFinished {
			need("realStart", problem.L("实际开始", "Actual start"), !r.RealStart.IsGiven())
			if s == reportRunning {
				need("resource", problem.L("资源", "Resource"), r.Resource.Or("") == "")
			} else {
				need("realEnd", problem.L("实际结束", "Actual end"), !r.RealEnd.IsGiven())
			}
		}
		if r.RealStart.IsGiven() && r.RealEnd.IsGiven() && r.RealEnd.Value.At.Before(r.RealStart.Value.At) {
			fault("realEnd", RuleDateOrder, msgEndBeforeStart)
		}
		future := func(column string, at Date) {
			if at.IsGiven() && !c.now.IsZero() && at.Value.At.After(c.now) {
				fault(column, RuleFuture, msgFuture)
			}
		}
		future("realStart", r.RealStart)
		future("realEnd", r.RealEnd)
	}
}

// orders holds the dates of outsourcing orders against each other.
func (c *checker) orders() {
	for i := range c.book.Outsourcing {
		o := &c.book.Outsourcing[i]
		fault := func(column string, at Date, rule string, text problem.Text) {
			c.add("outsourcing", &o.Line, column, at.Value.Show(time.UTC), rule, text, o.Scope(), o.Key())
		}
		if ordered := o.OrderedAt.Value.At; o.OrderedAt.IsGiven() {
			// The end of the day before is the start of the day of the order, so that a promise of that moment is too early.
			if o.Promised.IsGiven() && !o.Promised.Value.At.After(ordered) {
				fault("promised", o.Promised, RuleDateOrder, msgBeforeOrder)
			}
			// What comes back on the day of the order has the same start of the day.
			if o.Received.IsGiven() && o.Received.Value.At.Before(ordered) {
				fault("received", o.Received, RuleDateOrder, msgBeforeOrder)
			}
		}
		if o.Received.IsGiven() && !c.now.IsZero() && o.Received.Value.At.After(c.now) {
			fault("received", o.Received, RuleFuture, msgFuture)
		}
	}
}
