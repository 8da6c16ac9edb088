package production

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/production/workbook"
)

// Answers of the preview: cells that were mended, values replaced, records to be made, headings explained. One that the file has
// no use for would be lost without a word: it is refused.

// mostAnswers is how many cells may be mended, values replaced and records made with one import, each. They are kept and
// looked through for every row.
const mostAnswers = 5000

var (
	msgMostAnswers  = L("一次最多 %d 项，请在文件中修改后重新上传", "At most %d at once: please change the file and upload it again")
	msgNotCreatable = L("不能随导入新建“%s”", "Records of “%s” cannot be made with an import")
	msgNoName       = L("请写明要新建的名称", "Say the names of the records to make")
	msgNoFrom       = L("请写明要替换的原值", "Say which value is replaced")
	msgNoRow        = L("行号须从 1 开始", "Rows are counted from 1")
	msgFromTwice    = L("“%s”已写明替换为另一个值", "Another value is to replace “%s” already")
	msgNoValue      = L("文件的该列中没有“%s”", "No cell of the column is “%s” in the file")
	msgNotInFile    = L("文件中没有工作表“%s”", "The file has no sheet “%s”")
	msgNoHeading    = L("文件的“%s”中没有表头“%s”", "The sheet “%s” of the file has no heading “%s”")
)

// refused is the error that names the faults, nil for none.
func refused(bad []problem.FieldError) error {
	if len(bad) == 0 {
		return nil
	}
	return problem.Invalid(bad...)
}

// checkAnswers refuses answers that no file could have asked for.
func (u *Upload) checkAnswers() error {
	names := 0
	for _, m := range u.Create {
		names += len(m.Names)
	}
	for _, most := range []struct {
		field string
		count int
	}{{"edits", len(u.Edits)}, {"replaced", len(u.Replaced)}, {"create", names}} {
		if most.count > mostAnswers {
			return problem.Invalid(problem.Field(most.field, "max", msgMostAnswers, mostAnswers))
		}
	}
	if err := u.told.check(); err != nil { // with earlier ones a second spelling would only replace the first
		return err
	}
	return refused(slices.Concat(u.misplacedEdits(), u.misplacedReplacements(), u.unmakeable()))
}

func (u *Upload) misplacedEdits() (bad []problem.FieldError) {
	type edited struct {
		at     workbook.Place
		column string
	}
	seen := map[edited]bool{}
	for i, e := range u.Edits {
		own := edited{workbook.Place{Sheet: e.Sheet, Part: e.Part, Row: e.Row}, e.Column}
		switch {
		case e.Row < 1 || e.Part < 0:
			bad = append(bad, problem.Field("edits."+strconv.Itoa(i)+".row", "min", msgNoRow))
		case seen[own]:
			bad = append(bad, resource.EditedTwice(i, e.Row, e.Column))
		}
		seen[own] = true
	}
	return bad
}

func (u *Upload) misplacedReplacements() (bad []problem.FieldError) {
	seen := map[workbook.Replacement]bool{}
	for i, r := range u.Replaced {
		own := workbook.Replacement{Sheet: r.Sheet, Column: r.Column, From: strings.ToLower(r.From)}
		at := "replaced." + strconv.Itoa(i)
		switch {
		case !slices.ContainsFunc(workbook.Sheets(), func(s workbook.Sheet) bool { return s.Code == r.Sheet }):
			bad = append(bad, problem.Field(at+".sheet", "exists", msgNoSuchSheet, r.Sheet))
		case !HasColumn(r.Sheet, r.Column):
			bad = append(bad, problem.Field(at+".column", "exists", msgNoSuchColumn, r.Sheet, r.Column))
		case cell.Clean(r.From) == "": // it would stand for every empty cell of the column
			bad = append(bad, problem.Field(at+".from", "required", msgNoFrom))
		case seen[own]:
			bad = append(bad, problem.Field(at+".from", "unique", msgFromTwice, cell.Brief(r.From)))
		}
		seen[own] = true
	}
	return bad
}

// unmakeable are the faults of Create. A name that stands there twice is one.
func (u *Upload) unmakeable() (bad []problem.FieldError) {
	seen := map[[2]string]bool{}
	for i, m := range u.Create {
		at := "create." + strconv.Itoa(i)
		if creatable[m.Entity] == "" {
			bad = append(bad, problem.Field(at+".entity", "choice", msgNotCreatable, m.Entity))
		}
		if len(m.Names) == 0 {
			bad = append(bad, problem.Field(at+".names", "required", msgNoName))
		}
		for j, name := range m.Names {
			if cell.Clean(name) == "" {
				bad = append(bad, problem.Field(at+".names."+strconv.Itoa(j), "required", msgNoName))
			}
		}
		u.Create[i].Names = slices.DeleteFunc(slices.Clone(m.Names), func(name string) bool {
			own := [2]string{m.Entity, cell.Key(name)}
			again := seen[own]
			seen[own] = true
			return again
		})
	}
	u.Create = slices.DeleteFunc(u.Create, func(m Missing) bool { return len(m.Names) == 0 })
	return bad
}

// checkFound refuses answers of this call that speak of nothing in the file. Earlier ones may have lost their use since.
func (u *Upload) checkFound(parsed *workbook.Result) error {
	bad := slices.Concat(u.lostEdits(parsed), u.lostHeadings(parsed.Met))
	for i, r := range u.Replaced {
		if !parsed.Met.Replaced[i] && !slices.Contains(u.before, r) {
			bad = append(bad, problem.Field("replaced."+strconv.Itoa(i)+".from", "exists", msgNoValue, cell.Brief(r.From)))
		}
	}
	return refused(bad)
}

// lostEdits are the faults of edits of cells that the file does not have.
func (u *Upload) lostEdits(parsed *workbook.Result) (bad []problem.FieldError) {
	if !u.edited {
		return nil
	}
	rows := map[workbook.Place]bool{}
	for _, at := range parsed.Read {
		rows[at] = true
	}
	for i, e := range u.Edits {
		field := ""
		switch {
		case !slices.ContainsFunc(parsed.Read, func(at workbook.Place) bool { return at.Sheet == e.Sheet && at.Part == e.Part }):
			field = "sheet"
		case !rows[workbook.Place{Sheet: e.Sheet, Part: e.Part, Row: e.Row}]:
			field = "row"
		case !HasColumn(e.Sheet, e.Column):
			field = "column"
		}
		if field != "" {
			bad = append(bad, resource.NoEditedCell(i, field, e.Sheet, e.Row, e.Column))
		}
	}
	return bad
}

// lostHeadings are the faults of meanings that were told of sheets and headings which the file does not have.
func (u *Upload) lostHeadings(met workbook.Met) (bad []problem.FieldError) {
	for _, name := range slices.Sorted(maps.Keys(u.told.Sheets)) {
		if !met.Sheets[name] {
			bad = append(bad, problem.Field(ofSheet(name), "exists", msgNotInFile, cell.Brief(name)))
		}
	}
	for _, sheet := range slices.Sorted(maps.Keys(u.told.Columns)) {
		for _, heading := range slices.Sorted(maps.Keys(u.told.Columns[sheet])) {
			if !met.Headers[[2]string{sheet, heading}] {
				bad = append(bad, problem.Field(ofHeader(sheet, heading), "exists", msgNoHeading, sheet, cell.Brief(heading)))
			}
		}
	}
	return bad
}
