package basedata_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// exported is a list as its own export, as rows of cells.
func exported(ctx context.Context, s *shop, l list, format string) (data []byte, rows [][]string) {
	s.Helper()
	file, err := l.Export(ctx, s.db, resource.Query{}, format)
	if err != nil {
		s.Fatal(err)
	}
	var out bytes.Buffer
	if err := file.Write(&out); err != nil {
		s.Fatal(err)
	}
	if err := sheet.Read(s.Context(), out.Bytes(), sheet.Limits{}, func(r sheet.Row) error { rows = append(rows, slices.Clone(r.Cells)); return nil }); err != nil {
		s.Fatal(err)
	}
	return out.Bytes(), rows
}

// otherValue is another value that a field may have, as people write it; "" where there is none to try.
func otherValue(f *resource.Field, now string) string {
	switch f.Kind {
	case resource.KindText, resource.KindLongText:
		if now == "" {
			return "x"
		}
		return strings.TrimSuffix(now, "9") + "9"
	case resource.KindInteger, resource.KindDecimal, resource.KindHours:
		if now == "3" {
			return "4"
		}
		return "3"
	case resource.KindFlag:
		for _, o := range append(f.Options, resource.Opt(1, "是", "yes"), resource.Opt(0, "否", "no")) {
			if o.Label.Zh != now && o.Label.En != now {
				return o.Label.Zh
			}
		}
	case resource.KindChoice:
		for _, o := range f.Options {
			if o.Label.Zh != now && o.Label.En != now {
				return o.Label.En
			}
		}
	case resource.KindDate:
		return "2027-05-01"
	case resource.KindLines:
		return "-"
	}
	return ""
}

// The export of a list says nothing new about it: imported again, in each format and language, every row is the same and
// nothing is written. A file in which one cell is another changes one row, in that field.
func TestAListIsTheSameAsItsExport(t *testing.T) {
	each(t, func(s *shop) {
		for _, l := range lists(s) {
			const rows = 7
			if r, err := l.Import(permitted(s.ctx, l), s.db, resource.ImportFile{Data: fileOf(l.Name(), rows)}); err != nil || r.Created != rows {
				s.Fatal(l.Name(), r.Faults, err)
			}
			if err := s.db.Write(s.ctx, func(tx store.Tx) error { return l.Example(s.ctx, tx) }); err != nil {
				s.Fatal(l.Name(), err)
			}
			s.odd(l)
			for _, lang := range []string{problem.Chinese, problem.English} {
				ctx := problem.WithLanguage(permitted(s.ctx, l), lang)
				for _, format := range []string{"csv", "xlsx"} {
					data, cells := exported(ctx, s, l, format)
					for _, dryRun := range []bool{true, false} {
						r, err := l.Import(ctx, s.db, resource.ImportFile{Data: data, DryRun: dryRun})
						if err != nil || r.Same != len(cells)-1 || r.Read != r.Same || r.Committed {
							s.Errorf("%s %s %s: %d of %d the same, rows %+v, faults %+v (%v)", l.Name(), lang, format, r.Same, len(cells)-1, r.Rows, r.Faults, err)
						}
					}
				}
			}
			s.changeOneCell(l)
		}
	})
}

// odd gives a row texts as people type them into forms, which a cell would be read as something else: a dash, a formula,
// characters of full width, the mark of a remark.
func (s *shop) odd(l list) {
	s.Helper()
	texts := map[string][]any{
		"customer": {&basedata.Customer{Number: "#1", Name: "Ａ１　模具", Area: "-", Phone: "=1+1", Fax: "０７５５", Valid: true}, &basedata.Customer{Number: "＃2", Name: "=A;B,\"C\"", Windows: []basedata.CustomerWindow{{Name: "Ｂ;１,", Phone: "-"}}, Valid: true}},
		"supplier": {&basedata.Supplier{Code: "Ｓ１", Name: "--", Address: "a\u200bb", Currency: "CNY", Valid: true}},
		"shift":    {&basedata.Shift{Name: "#夜", EnglishName: "1.0", ShiftType: 1, Effective: true, Periods: []basedata.Period{{Start: "20:00", End: "24:00", Overtime: 30}}}},
		"material": {&basedata.Material{Code: "000123", Name: "1E5", Abbreviation: "TRUE", Remark: "line\n- two", MaterialType: 1, Valid: true}},
		"machine":  {&basedata.Machine{Name: "E5", Alias: "2027-05-01", GroupID: s.groupID, Status: 1, Scheduled: true, WorkRate: 1_000_001, LoginPassword: "secret"}},
	}
	s.write(func(tx store.Tx) error {
		for _, row := range texts[l.Name()] {
			if err := tx.Insert(s.ctx, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// changeOneCell changes every field of one row of a list, one at a time.
func (s *shop) changeOneCell(l list) {
	s.Helper()
	ctx := permitted(s.ctx, l)
	_, cells := exported(ctx, s, l, "csv")
	tried := 0
	for _, f := range l.Meta(func(string) bool { return true }).Fields {
		at := slices.IndexFunc(cells[0], func(h string) bool { return strings.Trim(h, " *") == f.Label.Zh })
		if at <= 0 || f.ReadOnly || f.IsUnique {
			continue
		}
		value := otherValue(f, cells[1][at])
		if value == "" || value == cells[1][at] || value == "-" && cells[1][at] == "" {
			continue
		}
		changed := slices.Clone(cells)
		changed[1] = slices.Clone(cells[1])
		changed[1][at] = value
		var file bytes.Buffer
		for _, row := range changed {
			for i, c := range row {
				if i > 0 {
					file.WriteByte(',')
				}
				fmt.Fprintf(&file, `"%s"`, strings.ReplaceAll(c, `"`, `""`))
			}
			file.WriteByte('\n')
		}
		r, err := l.Import(ctx, s.db, resource.ImportFile{Data: file.Bytes(), DryRun: true})
		if err != nil {
			s.Errorf("%s.%s: %v", l.Name(), f.Key, err)
			continue
		}
		if r.Read != r.Changed+r.Same+r.Refused || r.Same != len(cells)-2 {
			s.Errorf("%s.%s = %q: %d read, %d the same, %d changed, %d refused: %+v %+v", l.Name(), f.Key, value, r.Read, r.Same, r.Changed, r.Refused, r.Rows, r.Faults)
			continue
		}
		if r.Changed == 1 {
			tried++
			if !slices.ContainsFunc(r.Rows[0].Changes, func(c resource.ImportChange) bool { return c.Field == f.Key && c.Before.En != c.After.En }) {
				s.Errorf("%s.%s = %q: the change is told as %+v", l.Name(), f.Key, value, r.Rows[0].Changes)
			}
		}
	}
	if tried == 0 {
		s.Errorf("%s: no field was changed", l.Name())
	}
}
