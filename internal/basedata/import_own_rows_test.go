package basedata_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Rows of a file refer to rows of the same file, whatever their order, in every list whose rows refer to one another: new ones to
// new ones, stored ones to new ones, and two to each other.
func TestRowsOfAFileReferToOneAnother(t *testing.T) {
	each(t, func(s *shop) {
		must(s, s.master.PartTypes, map[string]any{"name": "旧件", "code": "OLD", "prefix": "P"})
		for _, dryRun := range []bool{true, false} {
			r := bring(s, s.master.PartTypes, resource.ImportFile{DryRun: dryRun, Data: []byte("名称,代码,上级类型,名称前缀\n镶针,PIN,镶件,P\n旧件,OLD,ins,P\n镶件,INS,型腔,P\n型腔,CAV,,P\n")})
			if r.Created != 3 || r.Changed != 1 || r.Committed == dryRun {
				s.Fatalf("dry run %v: %+v", dryRun, r)
			}
			if shown := r.Rows[0].Changes; !slices.ContainsFunc(shown, func(c resource.ImportChange) bool { return c.Field == "parentId" && c.After.Zh == "镶件" }) {
				s.Errorf("the preview shows %+v", shown)
			}
		}
		r := bring(s, s.master.Processes, resource.ImportFile{Data: []byte("代码,名称,类别,前工艺,后工艺\nB,工艺B,机加工,a,C\nA,工艺A,机加工,,B\nC,工艺C,机加工,工艺Ｂ,\n")})
		if r.Created != 3 || !r.Committed {
			s.Fatalf("processes: %+v", r)
		}
		title := map[string]string{"": ""}
		var got []string
		if err := s.db.Read(s.ctx, func(tx store.Tx) error {
			var types []basedata.PartType
			var processes []basedata.Process
			if err := tx.Select(&types).Order("code").Scan(s.ctx); err != nil {
				return err
			}
			if err := tx.Select(&processes).Order("code").Scan(s.ctx); err != nil {
				return err
			}
			for _, x := range types {
				title[x.ID] = x.Code
			}
			for _, x := range processes {
				title[x.ID] = x.Code
			}
			for _, x := range types {
				got = append(got, x.Code+"<"+title[x.ParentID])
			}
			for _, x := range processes {
				got = append(got, title[x.PreProcessID]+"<"+x.Code+"<"+title[x.PostProcessID])
			}
			return nil
		}); err != nil {
			s.Fatal(err)
		}
		if want := "CAV< INS<CAV OLD<INS PIN<INS <A<B A<B<C B<C<"; strings.Join(got, " ") != want {
			s.Errorf("stored: %v, want %s", got, want)
		}
	})
}

// A circle in a file is named with its rows, a row that refers to a refused one is refused with it, and to one that is not valid.
func TestARowGoesWithTheRowOfTheFileThatItRefersTo(t *testing.T) {
	each(t, func(s *shop) {
		r := bring(s, s.master.PartTypes, resource.ImportFile{Partly: true, Data: []byte("name,parentId,code,valid,prefix\n甲,乙,A,1,P\n乙,丙,B,1,P\n丙,甲,C,1,P\n丁,丙,D,1,P\n戊,,MP,1,P\n己,戊,F,1,P\n庚,庚,G,1,P\n辛,,H,0,P\n壬,辛,I,1,P\n好,,OK,1,P\n")})
		want := []string{`2 parentId cycle "乙"`, `3 parentId reference "丙"`, `4 parentId reference "甲"`, `5 parentId reference "丙"`, `6 code reserved "MP"`, `7 parentId reference "戊"`, `8 parentId self "庚"`, `10 parentId invalid "辛"`}
		got := told(r.Faults)
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) || r.Created != 2 || r.Refused != 8 {
			s.Errorf("%v, %+v", got, r)
		}
		for _, f := range r.Faults {
			if f.Rule == "cycle" && (!strings.Contains(f.Texts.Zh, "（第 4 行）") || !strings.Contains(f.Texts.En, "(row 4)")) {
				s.Errorf("the circle does not name its rows: %s", f.Texts.En)
			}
		}
	})
}

// A ring of many rows is told in a few words, at one of its rows; those that name that one are refused with it.
func TestALongCycleIsToldInShort(t *testing.T) {
	each(t, func(s *shop) {
		const rows = 3000
		file := "代码,名称,类别,前工艺,后工艺\n"
		for i := range rows {
			file += fmt.Sprintf("R%d,环%d,机加工,R%d,\nT%d,尾%d,机加工,,T%d\n", i, i, (i+1)%rows, i, i, (i+1)%rows)
		}
		for n, want := range map[int]int{12: 12, 13: 12} { // twelve are told whole
			ring := "代码,名称,类别,前工艺\n"
			for i := range n {
				ring += fmt.Sprintf("R%d,环%d,机加工,R%d\n", i, i, (i+1)%n)
			}
			f := bring(s, s.master.Processes, resource.ImportFile{Data: []byte(ring), DryRun: true, Partly: true}).Faults
			at := slices.IndexFunc(f, func(f resource.RowFault) bool { return f.Rule == "cycle" })
			if text := f[at].Texts.En; strings.Count(text, "→") != want || strings.Contains(text, "…") != (n > 12) {
				s.Errorf("a ring of %d: %s", n, text)
			}
		}
		result := bring(s, s.master.Processes, resource.ImportFile{Data: []byte(file), DryRun: true, Partly: true})
		told := 0
		for _, f := range result.Faults {
			if f.Rule == "cycle" {
				told++
				if n := strings.Count(f.Texts.En, "→"); n != 12 || !strings.Contains(f.Texts.En, "→ … →") {
					s.Errorf("%d steps: %s", n, f.Texts.En)
				}
			}
		}
		if told != 2 || result.Refused < rows {
			s.Errorf("%d cycles told, %d rows refused", told, result.Refused)
		}
	})
}

// A ring that is named from both sides, by rows that have not been looked at yet, is told without a gap.
func TestACycleNamesRowsThatAreStillToCome(t *testing.T) {
	each(t, func(s *shop) {
		for file, want := range map[string]string{
			"代码,名称,类别,前工艺,后工艺\nA,甲,机加工,B,B\nB,乙,机加工,,\n":             "甲 (row 2) → 乙 (row 3) → 甲 (row 2)",
			"代码,名称,类别,前工艺,后工艺\nA,甲,机加工,,B\nB,乙,机加工,,C\nC,丙,机加工,,A\n": "甲 (row 2) → 乙 (row 3) → 丙 (row 4) → 甲 (row 2)",
		} {
			result := bring(s, s.master.Processes, resource.ImportFile{Data: []byte(file), DryRun: true, Partly: true})
			var told []string
			for _, f := range result.Faults {
				if f.Rule == "cycle" {
					told = append(told, f.Texts.En)
				}
			}
			if len(told) != 1 || !strings.HasSuffix(told[0], ": "+want) {
				s.Errorf("%q, want %s", told, want)
			}
		}
	})
}

// A cycle is told although a cell of one of its rows cannot be read, and a name that only a refused row would give leads to nobody.
func TestWhatARefusedRowHides(t *testing.T) {
	each(t, func(s *shop) {
		must(s, s.master.Processes, map[string]any{"code": "OLD", "name": "老工艺", "class": 3})
		r := bring(s, s.master.Processes, resource.ImportFile{Partly: true, Data: []byte("代码,名称,类别,前工艺,默认工时\nCY1,环一,机加工,CY3,1\nCY2,环二,机加工,CY1,1\nCY3,环三,机加工,CY2,90min\nOLD,新名字,Nonsense,,1\nBY1,引一,机加工,新名字,1\nBY2,引二,机加工,老工艺,1\n")})
		rules := map[int][]string{}
		for _, f := range r.Faults {
			rules[f.Row] = append(rules[f.Row], f.Column+" "+f.Rule)
		}
		cycles := 0
		for row := 2; row <= 4; row++ {
			if slices.Contains(rules[row], "preProcessId cycle") {
				cycles++
			}
		}
		if cycles != 1 || r.Refused != 5 || r.Created != 1 {
			s.Errorf("%d cycles told, %v, %+v", cycles, rules, r)
		}
		if !slices.Equal(rules[6], []string{"preProcessId reference"}) || len(rules[7]) > 0 {
			s.Errorf("references to a refused row: %v", rules)
		}
	})
}
