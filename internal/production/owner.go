package production

import (
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// A mould may have a person who is responsible for it and a department that makes it. Whoever's roles narrow it sees the moulds of
// the people and departments in reach, and those that have neither; with a mould goes all that belongs to it.

// Owners are the people and departments that a file may name.
type Owners struct {
	People, Departments map[string]string // ids by what files call them
	Names               map[string]string // what files call them, by their ids: of those alone that whoever asks sees
	Invalid             []string          // ids of those that nobody may choose now
}

// byMould says that a row is hidden with its mould.
func byMould() store.Belonging { return store.Belonging{Moulds: []string{"mould_id"}} }

// Belonging says that a mould is hidden where it is out of reach.
func (*Mould) Belonging() store.Belonging { return store.Belonging{Moulds: []string{"id"}} }

// Belonging says that a part is hidden with its mould.
func (*Part) Belonging() store.Belonging { return byMould() }

// Belonging says that a batch is hidden with its mould.
func (*Batch) Belonging() store.Belonging { return byMould() }

// Belonging says that a report is hidden with its mould.
func (*Progress) Belonging() store.Belonging { return byMould() }

// Belonging says that an electrode of an operation is hidden with its mould.
func (*EDMLink) Belonging() store.Belonging { return byMould() }

// Belonging says that a machine of an operation is hidden with its mould.
func (*OperationResource) Belonging() store.Belonging { return byMould() }

// OfMoulds are the entities whose lines in the operation log are hidden with their moulds.
func OfMoulds() map[string]store.Sectioned {
	return map[string]store.Sectioned{
		"mould": (*Mould)(nil), "part": (*Part)(nil), "operation": (*Operation)(nil), "batch": (*Batch)(nil), "outsource-order": (*OutsourceOrder)(nil), "program": (*Operation)(nil), // whose files they are
	}
}

// Within tells whether somebody with a reach sees the mould.
func (m *Mould) Within(reach store.Reach) bool {
	return !reach.Narrow || m.ResponsibleID == "" && m.DepartmentID == "" ||
		m.ResponsibleID != "" && reach.Member(m.ResponsibleID) || m.DepartmentID != "" && reach.Department(m.DepartmentID)
}

var msgConcealedMould = L("此行属于您无权查看的模具，文件不能更改", "This belongs to a mould that you may not see: a file cannot change it")

// concealsMould tells whether a row is about a mould that the person's roles hide.
func (in *importer) concealsMould(scope workbook.Scope) bool {
	m := in.loaded.moulds[scope.Mould]
	return m != nil && in.tx.Hides(m)
}

// forget leaves out moulds with all that is stored of them: the file says nothing about them.
func (s *stock) forget(gone map[string]bool) {
	for no := range gone {
		delete(s.moulds, no)
		delete(s.versions, no)
	}
	forgetRows(s.parts, gone)
	forgetRows(s.operations, gone)
	forgetRows(s.links, gone)
	forgetRows(s.resources, gone)
	forgetRows(s.batches, gone)
	forgetRows(s.progress, gone)
	forgetRows(s.orders, gone)
	forgetRows(s.further, gone)
	forgetRows(s.standing, gone)
	forgetRows(s.qty, gone)
}

func forgetRows[K interface {
	comparable
	workbook.Key
}, T any](rows map[K]T, gone map[string]bool) {
	for key := range rows {
		if mould, _ := workbook.Owner(key); gone[mould] {
			delete(rows, key)
		}
	}
}

// knowOwners reads what the file may call people and departments, where it says anything of moulds.
func (in *importer) knowOwners() error {
	in.owners = &Owners{}
	if in.p.deps.Owners == nil || len(in.book.Moulds) == 0 {
		return nil
	}
	owners, err := in.p.deps.Owners(in.ctx, in.tx)
	if err != nil {
		return err
	}
	in.owners = owners
	for _, id := range owners.Invalid {
		in.masters.Invalid[id] = true
	}
	return nil
}

func (in *importer) person(name string) string {
	return spelt(in, "person", in.owners.People, name)
}

func (in *importer) department(name string) string {
	return spelt(in, "department", in.owners.Departments, name)
}

// resolveOwner checks the person and the department of a row, and that whoever brings the file goes on seeing its mould.
func (in *importer) resolveOwner(r *workbook.Mould, old *Mould) {
	person := in.refer("moulds", r.Line, r.Scope(), "responsible", r.Responsible, in.person, nameResponsible, old.ResponsibleID)
	department := in.refer("moulds", r.Line, r.Scope(), "department", r.Department, in.department, nameDepartment, old.DepartmentID)
	if in.upload.Trusted || !person || !department {
		return
	}
	now := &Mould{ResponsibleID: in.owner(r.Responsible, old.ResponsibleID, in.person), DepartmentID: in.owner(r.Department, old.DepartmentID, in.department)}
	switch now.leaves(in.tx.Actor().Work, old) {
	case "responsibleId":
		in.bad("moulds", r.Line, r.Scope(), "responsible", r.Responsible.Value, "reach", msgBeyondOwner)
	case "departmentId":
		in.bad("moulds", r.Line, r.Scope(), "department", r.Department.Value, "reach", msgBeyondOwner)
	}
}

// owner resolves a person or a department. A file takes away none that its sender does not see: the cell was empty for them.
func (in *importer) owner(cell workbook.Text, old string, of func(string) string) string {
	if cell.State == workbook.Cleared && old != "" && in.owners.Names[old] == "" && !in.upload.Trusted {
		return old
	}
	return id(cell, old, of)
}

var (
	nameResponsible = L("负责人", "Responsible")
	nameDepartment  = L("部门", "Department")
	msgBeyondOwner  = L("这样您自己将看不到此模具：请选择您数据范围内的负责人或部门", "You would not see the mould yourself: choose somebody or a department within your data scope")
)

// ownerRules refuse to give a mould to people or departments out of the reach of whoever saves it: nobody loses sight of what
// they write. Somebody in reach beside is enough.
func ownerRules(_ context.Context, tx store.Tx) (func(old, now *Mould) error, error) {
	reach := tx.Actor().Work
	return func(old, now *Mould) error {
		if field := now.leaves(reach, old); field != "" {
			return problem.Invalid(problem.Field(field, "reach", msgBeyondOwner))
		}
		return nil
	}, nil
}

// leaves is the field by which a mould would leave a reach, "" where it does not.
func (m *Mould) leaves(reach store.Reach, old *Mould) string {
	switch {
	case m.Within(reach) || old != nil && !old.Within(reach):
		return ""
	case m.ResponsibleID != "" && (old == nil || old.ResponsibleID != m.ResponsibleID):
		return "responsibleId"
	}
	return "departmentId"
}
