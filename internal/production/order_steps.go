package production

import (
	"maps"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// What the check of a file tells of the steps of orders: the writing brings them in line with their orders (implied.go), and what comes,
// changes, moves and goes with that is told before, by the same rules on the rows in memory.

// foreseen are the steps of one mould as a file leaves them, before they are brought in line.
type foreseen struct {
	in       *importer
	mould    string
	order    *Mould
	replaces bool
	parts    []*Part // assemblies without parent, in the order in which the steps choose among them
	steps    []*Operation
	keys     map[*Operation]workbook.OperationKey
	planned  bool                           // the routes have an assembly of their own
	held     map[workbook.PartKey]int       // how many operations a part holds
	built    map[workbook.PartKey]bool      // others are built into it
	batched  map[workbook.PartKey]bool      // it has batches
	free     map[workbook.OperationKey]bool // nobody has made it their own
	gone     map[workbook.Key]bool          // rows that the file removes
	made     *Part                          // for the steps
}

// tellSteps tells what becomes of the steps of the moulds that the file writes.
func (in *importer) tellSteps() {
	moulds, begun, held := in.foreseen(), in.begun(), in.heldKeys()
	if len(moulds) == 0 {
		return
	}
	free, holds := in.freeSteps(held, begun, func(key workbook.OperationKey, _ *Operation) bool { return moulds[key.Mould] != nil })
	idle := map[workbook.OperationKey]bool{}
	order := slices.Sorted(maps.Keys(moulds))
	for _, no := range order {
		f := moulds[no]
		f.free = free
		f.gather()
		f.eachStanding(func(s orderStep, o *Operation, isFirst bool) {
			if !(s.wanted && isFirst) && free[f.keys[o]] && !f.replaces {
				idle[f.keys[o]] = true
			}
		})
	}
	in.dropLast(idle, holds, held, begun)
	for _, no := range order {
		moulds[no].tell(idle, begun)
	}
}

// foreseen are the steps of the moulds that the file writes.
func (in *importer) foreseen() map[string]*foreseen {
	moulds, gone := map[string]*foreseen{}, map[workbook.Key]bool{}
	for scope, w := range in.writes {
		if scope.Mould != "" && !in.out(scope) && w.size()+len(w.touched) > 0 {
			moulds[scope.Mould] = &foreseen{
				in: in, mould: scope.Mould, order: in.orderAfter(scope.Mould), replaces: in.upload.Mode == ModeReplace, gone: gone,
				keys: map[*Operation]workbook.OperationKey{}, held: map[workbook.PartKey]int{}, built: map[workbook.PartKey]bool{}, batched: map[workbook.PartKey]bool{},
			}
		}
	}
	for i := range in.pass.rows {
		if in.pass.rows[i].Action == ActionRemoved {
			gone[in.pass.rows[i].key] = true
		}
	}
	assemblies := map[workbook.PartKey]bool{}
	for key, p := range in.stored.parts {
		f := moulds[key.Mould]
		if f == nil || gone[key] {
			continue
		}
		if p.Kind == Assembly && p.ParentPartNo == "" {
			f.parts, assemblies[key] = append(f.parts, p), true
		}
		if p.Kind != Electrode && p.ParentPartNo != "" {
			f.built[workbook.PartKey{Mould: key.Mould, Part: p.ParentPartNo}] = true
		}
	}
	for _, key := range sortedKeys(in.stored.operations) {
		o, f := in.stored.operations[key], moulds[key.Mould]
		if f == nil || gone[key] {
			continue
		}
		f.held[key.Of()]++
		if o.OrderStep != 0 {
			f.steps, f.keys[o] = append(f.steps, o), key
		} else if assemblies[key.Of()] {
			f.planned = true
		}
	}
	for key := range in.stored.batches {
		if f := moulds[key.Mould]; f != nil {
			f.batched[workbook.PartKey{Mould: key.Mould, Part: key.Part}] = true
		}
	}
	for _, f := range moulds {
		slices.SortFunc(f.parts, plannersFirst)
	}
	return moulds
}

// wanted are the steps of the order, those wanted that nobody has taken over.
func (f *foreseen) wanted() []orderStep {
	steps := f.order.orderSteps(f.planned)
	for i := range steps {
		s := &steps[i]
		s.wanted = s.wanted && !slices.ContainsFunc(f.steps, func(o *Operation) bool { return o.OrderStep == s.number && !o.Implied })
	}
	return steps
}

func (f *foreseen) key(p *Part) workbook.PartKey {
	return workbook.PartKey{Mould: f.mould, Part: p.PartNo}
}

// at is the place of a step among the assemblies, negative for none of them.
func (f *foreseen) at(o *Operation) int {
	return slices.IndexFunc(f.parts, func(p *Part) bool { return p.ID == o.PartID })
}

// has tells whether an operation has a number in a part.
func (f *foreseen) has(p *Part, number int) bool {
	key := workbook.OperationKey{Mould: f.mould, Part: p.PartNo, Op: number}
	there := f.in.stored.operations[key] != nil && !f.gone[key]
	return there || slices.ContainsFunc(f.steps, func(o *Operation) bool { return o.PartID == p.ID && o.OpNo == number && o.Branch == "" })
}

// home is the part that holds the steps, made where there is none.
func (f *foreseen) home() *Part {
	if len(f.parts) == 0 {
		no, _ := freePartNo(func(no string) (bool, error) { // which cannot fail here
			key := workbook.PartKey{Mould: f.mould, Part: no}
			return f.in.stored.parts[key] != nil && !f.gone[key], nil
		})
		f.made = &Part{PartNo: no, Kind: Assembly, Implied: true}
		f.made.ID = "made for " + f.mould
		f.parts = append(f.parts, f.made)
	}
	return f.parts[0]
}

// gather brings the wanted steps into one assembly (implied.gather), and tells which move.
func (f *foreseen) gather() {
	wanted := map[int]bool{}
	for _, s := range f.wanted() {
		wanted[s.number] = s.wanted
	}
	if !wanted[ImpliedAssembly] && !wanted[ImpliedTryout] || !slices.ContainsFunc(f.steps, func(o *Operation) bool { return f.at(o) != 0 }) {
		return
	}
	first, stays := -1, map[*Operation]bool{}
	for _, o := range f.steps {
		key := f.keys[o]
		stays[o] = f.replaces || f.in.operationRows[key] || !f.free[key] || f.built[key.Of()]
		if at := f.at(o); stays[o] && at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	if first > 0 {
		f.parts[0], f.parts[first] = f.parts[first], f.parts[0]
	}
	for i, o := range f.steps {
		if stays[o] || !wanted[o.OrderStep] {
			continue
		}
		if home := f.home(); o.PartID != home.ID && !f.has(home, o.OpNo) {
			key, moved := f.keys[o], *o
			moved.PartID = home.ID
			f.steps[i], f.keys[&moved] = &moved, key
			f.held[key.Of()]--
			f.held[f.key(home)]++
			label := f.in.column("operations", "partNo").Label
			f.in.tellStep("operations", f.mould, key, ActionChanged, CellChange{"partNo", label, problem.L(key.Part, key.Part), problem.L(home.PartNo, home.PartNo)})
		}
	}
}

// eachStanding goes through the steps that follow the order and have no row of their own, and tells of each whether it is the one that
// counts: what somebody has made their own first, then what stands where the steps belong. One with a row of its own counts before all.
func (f *foreseen) eachStanding(do func(s orderStep, o *Operation, isFirst bool)) {
	for _, s := range f.wanted() {
		var standing []*Operation
		isFirst := true
		for _, o := range f.steps {
			switch {
			case o.OrderStep != s.number:
			case f.in.operationRows[f.keys[o]]:
				isFirst = false
			case o.Implied:
				standing = append(standing, o)
			}
		}
		slices.SortStableFunc(standing, func(a, b *Operation) int { return f.rank(a) - f.rank(b) })
		for _, o := range standing {
			do(s, o, isFirst)
			isFirst = false
		}
	}
}

func (f *foreseen) rank(o *Operation) int {
	switch {
	case !f.free[f.keys[o]]:
		return 0
	case f.at(o) == 0:
		return 1
	}
	return 2
}

// tell tells what changes, goes and comes; idle are the steps that go.
func (f *foreseen) tell(idle map[workbook.OperationKey]bool, begun map[string]bool) {
	f.eachStanding(func(s orderStep, o *Operation, isFirst bool) {
		key := f.keys[o]
		switch {
		case idle[key]:
			of := key.Of()
			if at := f.at(o); at >= 0 { // it may have moved
				of = f.key(f.parts[at])
			}
			f.held[of]--
			f.steps = slices.DeleteFunc(f.steps, func(x *Operation) bool { return x == o })
			f.in.tellStep("operations", f.mould, key, ActionRemoved)
		case s.wanted && isFirst && !begun[o.ID] && !f.in.hidden[o.ID] && (o.GroupID != s.group || o.Minutes != s.minutes):
			now := *o
			now.GroupID, now.Minutes = s.group, s.minutes
			f.in.tellStep("operations", f.mould, key, ActionChanged, differences(f.in, "operations", o, &now)...)
		}
	})
	for _, s := range f.wanted() {
		if !s.wanted || slices.ContainsFunc(f.steps, func(o *Operation) bool { return o.OrderStep == s.number }) {
			continue
		}
		home := f.home()
		if number := s.numberIn(home, f.steps); !f.has(home, number) {
			f.held[f.key(home)]++
			f.in.tellStep("operations", f.mould, workbook.OperationKey{Mould: f.mould, Part: home.PartNo, Op: number}, ActionNew)
		}
	}
	if f.made != nil {
		f.in.tellStep("parts", f.mould, f.key(f.made), ActionNew)
	}
	for _, p := range f.parts {
		key := f.key(p)
		if p.Implied && p != f.made && !f.replaces && f.in.stored.partRow[key] == nil && f.held[key] == 0 && !f.built[key] && !f.batched[key] {
			f.in.tellStep("parts", f.mould, key, ActionRemoved)
		}
	}
}

func (in *importer) tellStep(sheet, mould string, key workbook.Key, action string, changes ...CellChange) {
	row := in.newRow(workbook.Place{Sheet: sheet}, workbook.OfMould(mould), key, action, changes...)
	row.along = true
	in.pass.rows = append(in.pass.rows, row)
}
