package production_test

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// planner plans the sheets of customers and of calendars, as simply as can be: what an import makes of the basic data of a
// file is proved with these two. A change of a calendar is asked about.
type planner struct {
	s         *shop
	tx        store.Tx
	in        production.MasterInput
	customers []basedata.Customer
	calendars []basedata.Calendar
	meant     map[string]bool // customers that a row of the file is about
	add       []func(*production.Masters, *production.Names)
}

func (s *shop) planMasters(ctx context.Context, tx store.Tx, in production.MasterInput) (production.MasterPlanner, error) {
	p := &planner{s: s, tx: tx, in: in, meant: map[string]bool{}}
	return p, errors.Join(tx.Select(&p.customers).Order("number").Scan(ctx), tx.Select(&p.calendars).Scan(ctx))
}

func (p *planner) customer(number string) *basedata.Customer {
	for i := range p.customers {
		if cell.Key(p.customers[i].Number) == cell.Key(number) {
			return &p.customers[i]
		}
	}
	return nil
}

// Stored tells whether a row is stored already.
func (p *planner) Stored(f workbook.Fault) bool {
	return f.Sheet == "customers" && f.Key != nil && p.customer(f.Key.String()) != nil
}

// Plan gives the rows of the two sheets and the customers that are to be made.
func (p *planner) Plan() (rows []production.MasterRow, err error) {
	for _, missing := range p.in.Create {
		for _, name := range missing.Names {
			if missing.Entity == "customer" {
				p.in.Book.Customers = append(p.in.Book.Customers, workbook.Customer{Number: name})
			}
		}
	}
	for i := range p.in.Book.Customers {
		rows = append(rows, p.plan(&p.in.Book.Customers[i]))
	}
	for i := range p.in.Book.Calendars {
		r := &p.in.Book.Calendars[i]
		if p.in.Wrong(r.Line.Place("calendars")) != nil {
			continue
		}
		at := slices.IndexFunc(p.calendars, func(c basedata.Calendar) bool { return c.Name == r.Name })
		now := basedata.Calendar{Name: r.Name, Valid: true, Holidays: []basedata.Holiday{}}
		row := production.MasterRow{Sheet: "calendars", Line: r.Line, Key: r.Key(), Action: production.ActionNew, Asks: true}
		if at >= 0 {
			now = p.calendars[at]
			row.Action, row.Version, row.Stored = production.ActionChanged, now.Version, now.Name
			row.Changes = []production.CellChange{{Column: "workdays", Label: problem.L("工作日", "Workdays"), After: problem.L("其他", "other")}}
		}
		if r.Default.State != workbook.Kept {
			row.Left = []production.LeftOut{{Column: "default", Why: problem.L("默认日历仍为六天", "六天 stays the default")}}
		}
		now.SortOrder++
		rows = append(rows, savable(row, p.s.master.Calendars, &now, now.ID))
	}
	return rows, nil
}

func (p *planner) plan(r *workbook.Customer) production.MasterRow {
	row := production.MasterRow{Sheet: "customers", Line: r.Line, Key: r.Key(), Action: production.ActionNew}
	if p.in.Wrong(r.Line.Place("customers")) != nil {
		row.Action, row.Said, row.Err = production.ActionRefused, true, problem.Invalid()
		return row
	}
	now := basedata.Customer{Number: r.Number, Name: r.Number, Valid: true}
	verb := ".add"
	if old := p.customer(r.Number); old != nil {
		now = *old
		row.Action, row.Version, row.Stored, verb = production.ActionSame, old.Version, old.Number, ".modify"
	}
	name := r.Name.Or(now.Name)
	if row.Version > 0 && name != now.Name {
		row.Action, row.Changes = production.ActionChanged, []production.CellChange{{Column: "name", Label: problem.L("名称", "Name"), Before: problem.L(now.Name, now.Name), After: problem.L(name, name)}}
	}
	now.Name = name
	need := "system.customer" + verb
	twice := p.meant[cell.Key(r.Number)]
	p.meant[cell.Key(r.Number)] = true
	switch {
	case twice:
		row.Err = problem.Invalid(problem.Field("number", workbook.RuleDuplicateKey, problem.L("重复", "Repeats another row")))
	case row.Action == production.ActionSame:
		return row
	case name == "REFUSED":
		row.Err = problem.Invalid(problem.Field("name", "taboo", problem.L("禁用", "No such name")), problem.Field("number", "taboo", problem.L("禁用", "No such number")))
	case name == "PLAIN":
		row.Err = problem.Refuse(problem.L("不行", "It will not do"))
	case !p.in.May(need):
		row.Err = problem.Invalid(problem.Field("", "permission", production.Denied(problem.L("客户", "Customers"), row.Action, need, problem.L("权限"+need, "permission "+need))))
	case r.Line.Row > 0:
		row.Err = p.in.Outdated("customers", "number", row.Key.String(), row.Version)
	}
	if row.Err != nil {
		row.Action, row.Changes = production.ActionRefused, nil
		if r.Line.Row > 0 {
			p.in.Refused(r.Line.Place("customers"))
		}
		return row
	}
	now.ID = cmp.Or(now.ID, store.NewID())
	p.add = append(p.add, func(m *production.Masters, n *production.Names) {
		m.Customers[now.Number], m.Customers[now.Name], n.Customers[now.ID] = now.ID, now.ID, now.Name
	})
	out := savable(row, p.s.master.Customers, &now, now.ID)
	if name == "LATE" { // somebody was faster: it is seen only when it is written
		late := problem.Invalid(problem.Field("number", "unique", problem.L("已被占用", "Somebody else has it")))
		out.Save = func(context.Context, store.Tx) error { return late }
		out.SaveAll = func(context.Context, store.Tx, []any) error { return late }
		return out
	}
	all := out.SaveAll
	out.SaveAll = func(ctx context.Context, tx store.Tx, drafts []any) error {
		for _, d := range drafts {
			if d.(*basedata.Customer).Name == "LATE" {
				return problem.Refuse(problem.L("不行", "It will not do"))
			}
		}
		return all(ctx, tx, drafts)
	}
	return out
}

// savable is a row that is written by the rules of its list, alone or with others.
func savable[T any, P interface {
	*T
	resource.Entity
}](row production.MasterRow, to *resource.Resource[P], now *T, id string) production.MasterRow {
	row.ID, row.Draft = id, now
	row.Save = func(ctx context.Context, tx store.Tx) error {
		fresh := *now
		return to.Save(ctx, tx, &fresh)
	}
	row.SaveAll = func(ctx context.Context, tx store.Tx, drafts []any) error {
		for _, d := range drafts {
			fresh := *d.(*T)
			if err := to.Save(ctx, tx, &fresh); err != nil {
				return err
			}
		}
		return nil
	}
	return row
}

// Add makes the planned rows known to whatever refers to them.
func (p *planner) Add(m *production.Masters, n *production.Names) {
	for _, add := range p.add {
		add(m, n)
	}
}
