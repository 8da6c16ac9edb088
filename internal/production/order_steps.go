package production

import (
	"cmp"
	"maps"
	"slices"

	"mouldworks/internal/production/workbook"
)

// orderRoute is what a file leaves of the assembly of one mould: what its order makes of steps depends on it.
type orderRoute struct {
	assemblies []*Part // without parent, as the steps choose among them: the planner's first
	steps      map[int][]workbook.OperationKey
	planned    bool // the routes have an assembly of their own
}

// orderRoutes are those of the moulds that the file writes, as it leaves them.
func (in *importer) orderRoutes() map[string]*orderRoute {
	gone := map[workbook.Key]bool{}
	for i := range in.pass.rows {
		if in.pass.rows[i].Action == ActionRemoved {
			gone[in.pass.rows[i].key] = true
		}
	}
	routes := map[string]*orderRoute{}
	for scope, w := range in.writes {
		if scope.Mould != "" && !in.out(scope) && w.size()+len(w.touched) > 0 {
			routes[scope.Mould] = &orderRoute{steps: map[int][]workbook.OperationKey{}}
		}
	}
	inAssembly := map[workbook.PartKey]bool{}
	for _, key := range sortedKeys(in.stored.parts) {
		p := in.stored.parts[key]
		if r := routes[key.Mould]; r != nil && !gone[key] && p.Kind == Assembly && p.ParentPartNo == "" {
			r.assemblies, inAssembly[key] = append(r.assemblies, p), true
		}
	}
	for _, key := range sortedKeys(in.stored.operations) {
		o, r := in.stored.operations[key], routes[key.Mould]
		switch {
		case r == nil || gone[key]:
		case o.OrderStep != 0:
			r.steps[o.OrderStep] = append(r.steps[o.OrderStep], key)
		case inAssembly[key.Of()]:
			r.planned = true
		}
	}
	for _, r := range routes {
		slices.SortStableFunc(r.assemblies, func(a, b *Part) int { return cmp.Compare(implicit(a.Implied), implicit(b.Implied)) })
	}
	return routes
}

func implicit(implied bool) int {
	if implied {
		return 1
	}
	return 0
}

// tellSteps tells which steps of orders come, change and go with what the file writes of their moulds. The writing itself brings them in
// line (implySteps); a file that replaces its moulds has told what goes already.
func (in *importer) tellSteps() {
	routes, held, begun := in.orderRoutes(), in.heldKeys(), in.begun()
	idle := map[workbook.OperationKey]bool{}
	if in.upload.Mode != ModeReplace {
		idle = in.idleSteps(held, begun, func(key workbook.OperationKey) bool { return routes[key.Mould] != nil && routes[key.Mould].planned })
	}
	stays := map[workbook.PartKey]bool{} // parts with an operation that does not go
	for key := range in.stored.operations {
		stays[key.Of()] = stays[key.Of()] || !idle[key]
	}
	for _, mould := range slices.Sorted(maps.Keys(routes)) {
		r, m := routes[mould], in.orderAfter(mould)
		part := impliedPart
		if len(r.assemblies) > 0 {
			part = r.assemblies[0].PartNo
		}
		made := false
		for _, s := range []orderStep{
			{ImpliedAssembly, m.AssemblyGroupID, m.AssemblyMinutes, !r.planned && m.names(ImpliedAssembly)},
			{ImpliedTryout, m.TryoutGroupID, m.TryoutMinutes, !r.planned && m.names(ImpliedTryout)},
		} {
			for _, key := range r.steps[s.number] {
				o := in.stored.operations[key]
				switch {
				case idle[key]:
					in.tellStep("operations", mould, key, ActionRemoved)
				case s.wanted && o.Implied && !in.operationRows[key] && !begun[o.ID] && !in.hidden[o.ID] && (o.GroupID != s.group || o.Minutes != s.minutes):
					now := *o
					now.GroupID, now.Minutes = s.group, s.minutes
					in.tellStep("operations", mould, key, ActionChanged, differences(in, "operations", o, &now)...)
				}
			}
			if s.wanted && len(r.steps[s.number]) == 0 {
				in.tellStep("operations", mould, workbook.OperationKey{Mould: mould, Part: part, Op: s.number}, ActionNew)
				made = true
			}
		}
		if made && len(r.assemblies) == 0 {
			in.tellStep("parts", mould, workbook.PartKey{Mould: mould, Part: part}, ActionNew)
		}
		for _, p := range r.assemblies {
			if key := (workbook.PartKey{Mould: mould, Part: p.PartNo}); p.Implied && in.stored.partRow[key] == nil && !stays[key] && !made && len(idle) > 0 {
				in.tellStep("parts", mould, key, ActionRemoved)
			}
		}
	}
}

func (in *importer) tellStep(sheet, mould string, key workbook.Key, action string, changes ...CellChange) {
	row := in.newRow(workbook.Place{Sheet: sheet}, workbook.OfMould(mould), key, action, changes...)
	row.along = true
	in.pass.rows = append(in.pass.rows, row)
}
