package production

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
	"mouldworks/internal/route"
)

// Warnings are worth a look and keep nothing out: the same ones in a file and in the forms.

var (
	msgOverdue   = L("交期已过", "The delivery is past")
	msgReleased  = L("下达日期不早于交期，没有加工时间", "The release is not before the delivery: no time is left to make the mould")
	msgTooSmall  = L("零件“%s”超出所有可用设备的加工范围", "The part “%s” is larger than every machine that may do it")
	msgAheadOf   = L("前工序%s尚未完成", "The predecessor %s is not finished")
	ruleOverdue  = "overdue"
	ruleReleased = "dateOrder"
)

// overdue and released are what may be odd about the dates of a mould.
func (m *Mould) overdue(now time.Time) bool {
	return m.Status == MouldOpen && m.Delivery != nil && m.Delivery.Before(now)
}

// releasedLate tells a release that leaves no time before the delivery. A delivery of a date alone is the midnight at its
// end, with which the next day begins: a release of that day is late too.
func (m *Mould) releasedLate() bool {
	return m.Delivery != nil && m.Release != nil && !m.Release.Before(*m.Delivery)
}

func (p *Production) warnOfMould(_ context.Context, _ store.Tx, m *Mould) (warnings []problem.Text, err error) {
	if m.overdue(p.deps.Now()) {
		warnings = append(warnings, msgOverdue)
	}
	if m.releasedLate() {
		warnings = append(warnings, msgReleased)
	}
	return warnings, nil
}

func (p *Production) warnOfOperation(ctx context.Context, tx store.Tx, o *Operation) ([]problem.Text, error) {
	masters, err := p.deps.Masters(ctx, tx)
	if err != nil {
		return nil, err
	}
	part, err := p.Parts.Get(ctx, tx, o.PartID)
	if err != nil {
		return nil, err
	}
	narrowed, err := NarrowedTo(ctx, tx, []Operation{*o})
	if err != nil {
		return nil, err
	}
	var warnings []problem.Text
	names, unseen := &Names{}, tx.Actor().Hidden.Machines
	if len(unseen) > 0 {
		if names, err = p.deps.Names(ctx, tx); err != nil {
			return nil, err
		}
	}
	if !names.anyOf(unseen, o, narrowed[o.ID]) && masters.tooSmall(o, narrowed[o.ID], part) {
		warnings = append(warnings, msgTooSmall.With(part.PartNo))
	}
	if rule, text := workbook.OddBurns(o.burnHours(), workbook.Of(o.Minutes-o.SetupMinutes)); rule != "" {
		warnings = append(warnings, text)
	}
	return warnings, nil
}

// smaller tells whether a part is known to be too large for the machine; it may be turned about its height.
func (m *MasterMachine) smaller(p *Part) bool {
	over := func(size, limit quantity.Decimal) bool { return size > 0 && limit > 0 && size > limit }
	return over(max(p.Length, p.Width), max(m.Length, m.Width)) || m.Length > 0 && m.Width > 0 && over(min(p.Length, p.Width), min(m.Length, m.Width)) ||
		over(p.Height, m.Height) || over(p.Weight, m.Weight)
}

// tooSmall tells whether every machine that may do an operation is smaller than its part: those that it is narrowed to,
// else all of its group. A group without machines is no smaller than anything.
func (m *Masters) tooSmall(o *Operation, only []Eligible, p *Part) bool {
	some := false
	for _, x := range m.Machines {
		named := slices.ContainsFunc(only, func(e Eligible) bool { return e.MachineID == x.ID })
		if len(only) > 0 && !named || len(only) == 0 && (x.GroupID != o.GroupID || o.GroupID == "") {
			continue
		}
		if !x.smaller(p) {
			return false
		}
		some = true
	}
	return some
}

// anyOf tells whether one of some machines may do an operation: of those that it is narrowed to, else of its group. Of machines that
// are hidden nothing is told, so that nobody who does not see all of them can say that a part is too large.
func (n *Names) anyOf(machines []string, o *Operation, only []Eligible) bool {
	return slices.ContainsFunc(machines, func(id string) bool {
		if len(only) > 0 {
			return slices.ContainsFunc(only, func(e Eligible) bool { return e.MachineID == id })
		}
		return o.GroupID != "" && n.Machines[id].GroupID == o.GroupID
	})
}

// warn looks at what the file makes of the rows that it holds, once they are built.
func (in *importer) warn() {
	now := in.p.deps.Now()
	for i := range in.book.Moulds {
		r := &in.book.Moulds[i]
		m := in.stored.moulds[r.MouldNo]
		if m == nil || in.out(r.Scope()) {
			continue
		}
		if m.overdue(now) {
			in.hint("moulds", r.Line, r.Scope(), "delivery", r.Key(), ruleOverdue, msgOverdue)
		}
		if m.releasedLate() {
			in.hint("moulds", r.Line, r.Scope(), "release", r.Key(), ruleReleased, msgReleased)
		}
	}
	in.warnOfFiles()
	in.warnOfSizes()
	in.warnOfOrder()
}

func (in *importer) hint(sheet string, line workbook.Line, scope workbook.Scope, column string, key workbook.Key, rule string, text problem.Text) {
	in.fault(workbook.Fault{Sheet: sheet, Part: line.Part, Row: line.Row, Column: column, Rule: rule, Level: workbook.Warning, Text: text, Scope: scope, Key: key})
}

// warnOfSizes names the operations of the file whose part no machine takes.
func (in *importer) warnOfSizes() {
	only, byType := map[workbook.OperationKey][]Eligible{}, narrowing{}
	for key, r := range in.stored.resources {
		only[key.Operation] = append(only[key.Operation], r.Eligible)
	}
	for _, e := range in.stored.eligible {
		byType.add(e)
	}
	for i := range in.book.Operations {
		r := &in.book.Operations[i]
		o, part := in.stored.operations[r.Key()], in.stored.parts[r.Part()]
		if o == nil || part == nil || in.out(r.Scope()) {
			continue
		}
		narrowed := only[r.Key()]
		if len(narrowed) == 0 {
			narrowed = byType.of(o, part.PartTypeID)
		}
		if !in.names.anyOf(in.unseen.Machines, o, narrowed) && in.masters.tooSmall(o, narrowed, part) {
			in.hint("operations", r.Line, r.Scope(), "group", r.Key(), "tooSmall", msgTooSmall.With(part.PartNo))
		}
	}
}

// warnOfOrder names the operations that the file reports as finished while one before them is not.
func (in *importer) warnOfOrder() {
	if len(in.book.Progress) == 0 {
		return
	}
	finished, batched := map[workbook.OperationKey]bool{}, map[workbook.OperationKey]bool{}
	for key, s := range in.stored.standing {
		finished[key] = s.Status == Finished
	}
	for i := range in.book.Progress {
		if r := &in.book.Progress[i]; r.BatchNo == "" {
			finished[r.Operation()] = r.Status.Or(NotStarted) == Finished
		} else { // what all batches make together is for the reports of the floor
			batched[r.Operation()] = true
		}
	}
	moulds := in.stored.routes(in.book)
	for i := range in.book.Progress {
		r := &in.book.Progress[i]
		o := in.stored.operations[r.Operation()]
		if o == nil || in.out(r.Scope()) || r.BatchNo != "" || !finished[r.Operation()] {
			continue
		}
		m := moulds[r.MouldNo]
		for _, l := range m.Before(m.at[r.Operation()]) {
			key := m.keys[l.Op]
			if l.Why != route.Burnt && !finished[key] && !batched[key] && !in.stored.gone(key) {
				var ahead any = key.String()
				if in.conceals(key) {
					ahead = wordHidden
				}
				in.hint("progress", r.Line, r.Scope(), "status", r.Key(), "predecessor", msgAheadOf.With(ahead))
				break
			}
		}
	}
}

// stockRoutes are the routes of a mould as they are stored, by the keys of the workbook.
type stockRoutes struct {
	*route.Mould
	keys []workbook.OperationKey
	at   map[workbook.OperationKey]int
}

// routes are those of the moulds that a book reports on.
func (s *stock) routes(book *workbook.Book) map[string]*stockRoutes {
	moulds, parts, ops, at := map[string]*stockRoutes{}, map[string][]route.Part{}, map[string][]route.Operation{}, map[workbook.PartKey]int{}
	for i := range book.Progress {
		moulds[book.Progress[i].MouldNo] = &stockRoutes{at: map[workbook.OperationKey]int{}}
	}
	for _, key := range sortedKeys(s.parts) {
		if moulds[key.Mould] != nil {
			at[key] = len(parts[key.Mould])
			parts[key.Mould] = append(parts[key.Mould], s.parts[key].inRoute())
		}
	}
	for _, key := range sortedKeys(s.operations) {
		if m := moulds[key.Mould]; m != nil {
			m.at[key], m.keys = len(m.keys), append(m.keys, key)
			ops[key.Mould] = append(ops[key.Mould], s.operations[key].inRoute(at[key.Of()]))
		}
	}
	for no, m := range moulds {
		m.Mould = route.Of(parts[no], ops[no])
	}
	return moulds
}

// gone tells that an operation is done without a report: its electrode is made, or its supplier has brought it back.
func (s *stock) gone(key workbook.OperationKey) bool {
	if p := s.parts[key.Of()]; p != nil && p.made() {
		return true
	}
	order := s.orders[workbook.ReportKey{Operation: key}]
	return order != nil && order.Received != nil
}
