package app

import (
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// What the rows of basic data in a file refer to.

// found is what the references of a row have led to.
type found struct {
	bad   []problem.FieldError // what is wrong with the row before any rule of its list is asked
	lost  []lostName           // names that nobody has
	meant []meantName          // names that somebody has
	uses  []string             // ids of the records that they name
}

// lostName is a name in a column that nobody has.
type lostName struct {
	column, name string
	text         problem.Text
}

// meantName is a name in a column, and the record that has it.
type meantName struct {
	column, name, id string
	keys             map[string]string // ids by the keys of such records
}

// sheetsOf are the sheets whose rows a column names, where these are not called like it.
var sheetsOf = map[string][]string{
	"section": {"sections"}, "calendar": {"calendars"}, "shift": {"shifts"}, "group": {"groups"}, "level": {"accuracyGrades"},
	"resource": {"machines", "groups"}, "up": {"machines", "groups"}, "down": {"machines", "groups"},
}

// faults are the faults of a row of the file so far.
func (f *found) faults(w *masterPlanner, at workbook.Place) []problem.FieldError {
	bad := slices.Clone(f.bad)
	for _, lost := range f.lost {
		bad = append(bad, problem.Field(lost.column, "reference", w.in.Because(at, lost.name, lost.text.With(lost.name), sheetsOf[lost.column]...)))
	}
	for _, m := range f.meant { // a refused row of the file may be the one that is called so
		for _, sheet := range sheetsOf[m.column] {
			if of, refused := w.in.Instead(sheet, m.name, m.id, m.keys); refused {
				bad = append(bad, problem.Field(m.column, "reference", production.RefusedRow(m.name, w.in.Words(at, of))))
				break
			}
		}
	}
	return bad
}

// name finds the record that a column names, "" for none.
func (f *found) name(ids references, column, name string, text problem.Text) string {
	id := ids.of(name)
	switch {
	case id != "":
		f.uses = append(f.uses, id)
		f.meant = append(f.meant, meantName{column, name, id, ids.keys})
	case ids.shared(name):
		f.bad = append(f.bad, problem.Field(column, "ambiguous", msgShared, name))
	default:
		f.lost = append(f.lost, lostName{column, name, text})
	}
	return id
}

// refer finds the id of a name; a name that nobody has is a fault of its column.
func refer(cell workbook.Text, old string, ids references, column string, text problem.Text, f *found) string {
	switch cell.State {
	case workbook.Kept:
		return old
	case workbook.Cleared:
		return ""
	}
	return f.name(ids, column, cell.Value, text)
}

var (
	msgShared     = problem.L("“%s”对应多条记录，请改填编码或名称", "“%s” names several records; write the code or the name of the one that is meant")
	msgNotKept    = problem.L("此列还不能导入，请在设备的属性中维护", "This column cannot be imported yet; enter it with the machine's attributes")
	msgNoSection  = problem.L("工段“%s”不存在", "Section “%s” does not exist")
	msgNoShift    = problem.L("班次“%s”不存在", "Shift “%s” does not exist")
	msgNoCalendar = problem.L("工作日历“%s”不存在", "Work calendar “%s” does not exist")
	msgNoGroup    = problem.L("资源组“%s”不存在", "Resource group “%s” does not exist")
	msgNoMachine  = problem.L("没有名为“%s”的资源组或设备", "There is no group or machine “%s”")
	msgNoGrade    = problem.L("精度等级“%s”不存在", "Accuracy grade “%s” does not exist")
)
