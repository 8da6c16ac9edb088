package basedata_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
)

// rowsOf are the rows of a file, cell by cell.
func rowsOf(s *shop, file []byte) (rows [][]string) {
	s.Helper()
	if err := sheet.Read(s.Context(), file, sheet.Limits{}, func(r sheet.Row) error { rows = append(rows, slices.Clone(r.Cells)); return nil }); err != nil {
		s.Fatal(err)
	}
	return rows
}

// Values below an empty heading are named with their column, as the workbook names them, and keep no row out; remarks, titles and
// columns with a heading that nothing is read of are none.
func TestValuesBelowNoHeadingAreTold(t *testing.T) {
	each(t, func(s *shop) {
		data := []byte("machines of 2027,,,,title\nname,groupId,,status, * ,# Reason\nU1,CNC,a,1,,no\nU2,CNC, ,1,,no,x\n# a remark,,b,,,,y\nU3,CNC,c,1,,,z\n")
		for lang, want := range map[string][]string{
			problem.Chinese: {
				`3 C "a" noHeading C 列有 2 行内容但没有表头，未读取：请填写表头，或删去此列`,
				`4 G "x" noHeading G 列有 2 行内容但没有表头，未读取：请填写表头，或删去此列`,
			},
			problem.English: {
				`3 C "a" noHeading Column C holds values in 2 rows but has no heading, so that nothing of it is read: give it a heading or remove it`,
				`4 G "x" noHeading Column G holds values in 2 rows but has no heading, so that nothing of it is read: give it a heading or remove it`,
			},
		} {
			result, err := s.master.Machines.Import(problem.WithLanguage(permitted(s.ctx, s.master.Machines), lang), s.db, resource.ImportFile{Data: data, DryRun: true})
			var got []string
			for _, w := range result.Warnings {
				got = append(got, fmt.Sprintf("%d %s %q %s %s", w.Row, w.Column, w.Value, w.Rule, w.Texts.In(lang)))
			}
			if err != nil || !slices.Equal(got, want) || len(result.Faults) > 0 || result.Created != 3 {
				s.Errorf("%v: %+v\ngot  %q\nwant %q", err, result, got, want)
			}
		}
		if r := bring(s, s.master.Machines, resource.ImportFile{Data: data}); !r.Committed || r.Created != 3 || len(r.Warnings) != 2 || names(s) != "U1 U2 U3" {
			s.Errorf("%+v, stored %q", r, names(s))
		}
		if r := bring(s, s.master.Machines, resource.ImportFile{Data: []byte("name,groupId,\nU4,CNC,\n"), DryRun: true}); r.Warnings == nil || len(r.Warnings) > 0 {
			s.Errorf("without such a value: %+v", r.Warnings)
		}
	})
}

// A column that a mended cell adds has nothing but mended cells: what stands in its place in the file is below no heading and means
// nothing. In the file of refused rows it stands behind the columns of the file.
func TestAnAddedColumnTakesNoCellOfTheFile(t *testing.T) {
	each(t, func(s *shop) {
		file := resource.ImportFile{
			Data:  []byte("name,groupId\nW1,CNC,loose,9\nW2,NO,2,9\n"),
			Edits: []resource.CellEdit{{Row: 2, Column: "workRate", Value: "1.5"}, {Row: 3, Column: "alias", Value: "second"}},
		}
		file.DryRun = true
		if r := bring(s, s.master.Machines, file); !slices.Equal(told(r.Faults), []string{`3 groupId reference "NO"`}) || r.Created != 1 || len(r.Warnings) != 2 {
			s.Errorf("%+v", r)
		}
		rows := rowsOf(s, refusedRows(s, s.master.Machines, file))
		if len(rows) != 2 || !slices.Equal(rows[0], []string{"name", "groupId", "", "", "工作效率", "别名", "# 原因"}) || !slices.Equal(rows[1][:6], []string{"W2", "NO", "2", "9", "", "second"}) {
			s.Errorf("%q", rows)
		}
		file.DryRun, file.Partly = false, true
		if r := bring(s, s.master.Machines, file); !r.Committed || names(s) != "W1" {
			s.Fatalf("%+v, stored %q", r, names(s))
		}
		if again := bring(s, s.master.Machines, resource.ImportFile{Data: []byte("name,workRate,alias\nW1,1.5,\n")}); again.Same != 1 {
			s.Errorf("stored otherwise: %+v", again.Rows)
		}
	})
}

// As long as the headings keep the whole file out, each of its rows is counted as refused, is listed as refused, and stands in the
// file of refused rows; nothing would be made for any of them.
func TestHeadingsThatKeepAllOutRefuseEveryRow(t *testing.T) {
	each(t, func(s *shop) {
		bring(s, s.master.Machines, resource.ImportFile{Data: []byte("name,groupId\nX1,CNC\n")})
		for what, data := range map[string]string{
			"an unknown heading":   "name,groupId,status,Nr\nX1,CNC,,1\nX2,CNC,1,2\nX3,NO,1,3\n",
			"one heading twice":    "name,groupId,status,Status\nX1,CNC,,\nX2,CNC,1,1\nX3,NO,1,1\n",
			"no column of the key": "Nr,groupId,status\nX1,CNC,1\nX2,CNC,1\nX3,NO,1\n",
		} {
			file := resource.ImportFile{Data: []byte(data), DryRun: true, Create: []resource.Wanted{{Entity: "group", Names: []string{"NO"}}}}
			r := bring(s, s.master.Machines, file)
			var listed []string
			for _, row := range r.Rows {
				listed = append(listed, fmt.Sprintf("%d %s", row.Row, row.Action))
			}
			if r.Refused != 3 || r.Created+r.Changed+r.Same != 0 || !slices.Equal(listed, []string{"2 refused", "3 refused", "4 refused"}) || len(r.Made) != 0 {
				s.Errorf("%s: %+v", what, r)
			}
			rows := rowsOf(s, refusedRows(s, s.master.Machines, file))
			if len(rows) != 4 || rows[1][0] != "X1" || rows[2][0] != "X2" || rows[3][0] != "X3" {
				s.Errorf("%s: %q", what, rows)
			}
			// A row with a fault of its own names that of the headings, too.
			whole, own := rows[1][len(rows[1])-1], rows[3][len(rows[3])-1]
			if !strings.HasSuffix(own, whole) || strings.Contains(what, "heading") && own == whole {
				s.Errorf("%s: %q beside %q", what, own, whole)
			}
		}
	})
}
