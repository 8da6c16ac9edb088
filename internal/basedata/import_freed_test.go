package basedata_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// currencies are the codes, names and rates that are stored, but RMB.
func (s *shop) currencies() (all []string) {
	s.Helper()
	var rows []basedata.Currency
	s.write(func(tx store.Tx) error {
		return tx.Select(&rows).Where("code <> ?", "RMB").Where("code NOT LIKE ?", "X%").Order("code").Scan(s.ctx)
	})
	for i := range rows {
		all = append(all, fmt.Sprint(rows[i].Code, " ", rows[i].Name, " ", rows[i].Rate))
	}
	return all
}

// A name that is unique goes from one row of a file to another: exchanged, handed on in either order, or taken by a new row. The check
// and the writing agree, also where the row that was to give it up is refused.
func TestANameGoesFromOneRowOfAFileToAnother(t *testing.T) {
	var between strings.Builder // more rows than one transaction writes
	for i := range 600 {
		fmt.Fprintf(&between, "X%c%c,第%d种,1\n", 'A'+i/26, 'A'+i%26, i)
	}
	for _, x := range []struct {
		what, file    string
		refused, want []string
	}{
		{"exchanged", "code,name\nGBP,日元\nJPY,英镑\n", nil, []string{"GBP 日元 9", "JPY 英镑 0.05"}},
		{"handed on", "code,name\nGBP,日元\nJPY,日圆\n", nil, []string{"GBP 日元 9", "JPY 日圆 0.05"}},
		{"given up first", "code,name\nJPY,日圆\nGBP,日元\n", nil, []string{"GBP 日元 9", "JPY 日圆 0.05"}},
		{"by a new row", "code,name,rate\nEUR,日元,8\nJPY,日圆,\n", nil, []string{"EUR 日元 8", "GBP 英镑 9", "JPY 日圆 0.05"}},
		{"in a circle of three", "code,name,rate\nEUR,日元,8\nJPY,英镑,\nGBP,欧元,\n", nil, []string{"EUR 日元 8", "GBP 欧元 9", "JPY 英镑 0.05"}},
		{"far away in the file", "code,name,rate\nGBP,日元,\n" + between.String() + "JPY,英镑,\n", nil, []string{"GBP 日元 9", "JPY 英镑 0.05"}},
		{"from a row that is refused", "code,name,rate\nGBP,日元,\nJPY,日圆,0\n", []string{`2 name unique "日元"`, `3 rate min "0"`}, []string{"GBP 英镑 9", "JPY 日元 0.05"}},
		{"from a row that gets nothing", "code,name,rate\nEUR,英镑,8\nGBP,日元,\nJPY,日圆,0\n", []string{`2 name unique "英镑"`, `3 name unique "日元"`, `4 rate min "0"`}, []string{"GBP 英镑 9", "JPY 日元 0.05"}},
		{"beside a row that is repeated", "code,name\nJPY,日圆\nJPY,日圆二\nGBP,日元\n", []string{`3 code duplicateKey "JPY"`}, []string{"GBP 日元 9", "JPY 日圆 0.05"}},
	} {
		each(t, func(s *shop) {
			bring(s, s.master.Currencies, resource.ImportFile{Data: []byte("code,name,rate\nGBP,英镑,9\nJPY,日元,0.05\n")})
			check := bring(s, s.master.Currencies, resource.ImportFile{Data: []byte(x.file), Partly: len(x.refused) > 0, DryRun: true})
			done := bring(s, s.master.Currencies, resource.ImportFile{Data: []byte(x.file), Partly: len(x.refused) > 0})
			for what, r := range map[string]resource.ImportResult{"check": check, "writing": done} {
				if got := told(r.Faults); !slices.Equal(got, x.refused) {
					s.Errorf("%s, %s: %q", x.what, what, got)
				}
			}
			if got := s.currencies(); !slices.Equal(got, x.want) {
				s.Errorf("%s: stored %q", x.what, got)
			}
		})
	}
}

// So do numbers; a reference that is one row's alone has no stand-in, and the check says so.
func TestANumberGoesFromOneRowOfAFileToAnother(t *testing.T) {
	each(t, func(s *shop) {
		bring(s, s.master.AccuracyGrades, resource.ImportFile{Data: []byte("grade,rank,tolerance\nA,901,1\nB,902,1\nC,903,1\n")})
		for _, x := range [][2]string{
			{"grade,rank\nA,902\nB,903\nC,901\n", "A902 B903 C901"}, {"grade,rank\nA,903\nB,909\n", "A903 B909 C901"}, {"grade,rank\nA,909\nB,904\n", "A909 B904 C901"},
		} {
			file, want := x[0], x[1]
			r := bring(s, s.master.AccuracyGrades, resource.ImportFile{Data: []byte(file)})
			var rows []basedata.AccuracyGrade
			s.write(func(tx store.Tx) error { return tx.Select(&rows).Where("rank > ?", 900).Order("grade").Scan(s.ctx) })
			var got []string
			for i := range rows {
				got = append(got, fmt.Sprint(rows[i].Grade, rows[i].Rank))
			}
			if strings.Join(got, " ") != want || len(r.Faults) > 0 {
				s.Errorf("%q: %q %q", file, got, told(r.Faults))
			}
		}
		one, two := must(s, s.master.PartNumberTypes, map[string]any{"code": "ONE", "name": "一"}), must(s, s.master.PartNumberTypes, map[string]any{"code": "TWO", "name": "二"})
		for name, kind := range map[string]string{"甲则": one.ID, "乙则": two.ID} {
			must(s, s.master.PartNumberRules, map[string]any{"name": name, "typeId": kind, "prefix": "S", "digits": 4})
		}
		r := bring(s, s.master.PartNumberRules, resource.ImportFile{Data: []byte("name,typeId\n甲则,TWO\n乙则,ONE\n"), DryRun: true})
		if got := told(r.Faults); !slices.Equal(got, []string{`2 typeId unique "TWO"`, `3 typeId unique "ONE"`}) {
			s.Errorf("references: %q", got)
		}
	})
}

// A name and a flag go to another row at once, and a new row takes the name of one that is to refer to it.
func TestANameGoesTogetherWithMore(t *testing.T) {
	each(t, func(s *shop) {
		if err := s.db.System(s.ctx, "a company is founded", func(tx store.Tx) error { return basedata.FoundCurrency(s.ctx, tx, s.actor.TenantID) }); err != nil {
			s.Fatal(err)
		}
		must(s, s.master.Currencies, map[string]any{"code": "USD", "name": "美元", "rate": 7.1})
		ctx := permitted(s.ctx, s.master.Currencies)
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			s.Fatal(err)
		}
		actor.Confirmed = "replaceBase"
		for _, x := range []struct{ file, want string }{
			{"code,name,rate,base\nRMB,美元,0.14,0\nUSD,人民币,1,1\n", "RMB美元0.14 false USD人民币1 true"},
			{"code,name,rate,base\nRMB,人民币,1,1\nUSD,美元,7,\n", "RMB人民币1 true USD美元7 false"},
			{"code,name,rate,base\nUSD,人民币,1,1\nRMB,美元,0.15,0\n", "RMB美元0.15 false USD人民币1 true"},
		} {
			r, err := s.master.Currencies.Import(store.WithActor(ctx, actor), s.db, resource.ImportFile{Data: []byte(x.file)})
			var rows []basedata.Currency
			s.write(func(tx store.Tx) error { return tx.Select(&rows).Order("code").Scan(s.ctx) })
			var got []string
			for i := range rows {
				got = append(got, fmt.Sprint(rows[i].Code, rows[i].Name, rows[i].Rate, rows[i].Base))
			}
			if strings.Join(got, " ") != x.want || err != nil || len(r.Faults) > 0 {
				s.Errorf("%q: %v %q %q", x.file, err, got, told(r.Faults))
			}
		}
		// Whoever takes the flag is refused for a name that is not given up: it stays where it is.
		must(s, s.master.Currencies, map[string]any{"code": "JPY", "name": "日元", "rate": 0.05})
		for file, want := range map[string][]string{
			"code,name,rate,base\nRMB,日元,1,1\nJPY,日圆,0,\nUSD,,7.2,0\n": {`2 name unique "日元"`, `3 rate min "0"`, `4 base base "0"`},
			"code,name,rate,base\nRMB,日元,1,1\nJPY,日圆,0,\nUSD,,7.2,\n":  {`2 name unique "日元"`, `3 rate min "0"`, `4 rate base "7.2"`},
		} {
			r, err := s.master.Currencies.Import(store.WithActor(ctx, actor), s.db, resource.ImportFile{Data: []byte(file), Partly: true})
			var bases []string
			s.write(func(tx store.Tx) error {
				return tx.Select((*basedata.Currency)(nil)).Columns("code").Where("is_base = ?", true).ScanColumn(s.ctx, &bases)
			})
			if got := told(r.Faults); err != nil || !slices.Equal(got, want) || !slices.Equal(bases, []string{"USD"}) {
				s.Errorf("%q: %v %q, base %v", file, err, got, bases)
			}
		}
		must(s, s.master.Processes, map[string]any{"code": "AX5", "name": "五轴加工", "class": basedata.ClassMachining})
		for _, file := range []string{"code,name,preProcessId,class\nNEW1,五轴加工,,1\nAX5,旧五轴,NEW1,\n", "code,name,preProcessId,class\nAX5,五轴,NEW2,\nNEW2,旧五轴,,1\n"} {
			if r := bring(s, s.master.Processes, resource.ImportFile{Data: []byte(file)}); !r.Committed || len(r.Faults) > 0 {
				s.Errorf("%q: %q", file, told(r.Faults))
			}
		}
		// A name that goes to another row of the file means one of two; a code means its row.
		file := "code,name,preProcessId,class\nNEW3,五轴,,1\nAX5,最旧五轴,,\nP9,丙,五轴,1\nP8,丁,AX5,1\n"
		if got := told(bring(s, s.master.Processes, resource.ImportFile{Data: []byte(file), DryRun: true}).Faults); !slices.Equal(got, []string{`4 preProcessId ambiguous "五轴"`}) {
			s.Errorf("which of two: %q", got)
		}
		// Nobody is asked about a row that is refused.
		unsure := permitted(s.ctx, s.master.Currencies)
		if r, err := s.master.Currencies.Import(unsure, s.db, resource.ImportFile{Data: []byte("code,name,rate,base\nRMB,日元,1,1\nJPY,日圆,0,\n"), Partly: true}); err != nil || r.Refused != 2 {
			s.Errorf("asked about a refused row: %v %+v", err, told(r.Faults))
		}
	})
}

// Where one row of a piece is refused only when it is written, rows that exchange their names are written all the same; and a row that
// is refused takes no flag from another.
func TestAnExchangeBesideARefusedRow(t *testing.T) {
	eachGrade(t, func(ctx context.Context, t *testing.T, db *store.DB) {
		refuse := false
		list := grades(func(s *resource.Spec[*grade]) {
			s.Form = func(g *grade, f *resource.Form) {
				f.Text(&g.Name, "名称", "Name").Required().Unique().Title().Max(20)
				f.Integer(&g.Rank, "级别", "Rank").Unique().Between(0, 99_999)
				f.Flag(&g.Valid, "状态", "Status").Initial(true)
			}
			s.AfterSave = func(_ context.Context, _ store.Tx, _, now *grade) error {
				if refuse && now.Rank == 13 {
					return problem.Refuse(problem.L("不行", "No"))
				}
				return nil
			}
		})
		if _, err := list.Import(ctx, db, resource.ImportFile{Data: []byte("name,rank\nA,1\nB,2\nC,3\n")}); err != nil {
			t.Fatal(err)
		}
		refuse = true
		r, err := list.Import(ctx, db, resource.ImportFile{Data: []byte("name,rank\nA,2\nC,13\nB,1\n"), Partly: true})
		var rows []grade
		if err == nil {
			err = db.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Order("grade").Scan(ctx) })
		}
		if err != nil || len(rows) != 3 || rows[0].Rank != 2 || rows[1].Rank != 1 || rows[2].Rank != 3 || !slices.Equal(told(r.Faults), []string{`3 name refused "C"`}) {
			t.Errorf("%v %+v %q", err, rows, told(r.Faults))
		}
	})
	each(t, func(s *shop) {
		bring(s, s.master.OrderTypes, resource.ImportFile{Data: []byte("name\n甲\n乙\n丙\n")})
		check := bring(s, s.master.OrderTypes, resource.ImportFile{Data: []byte("name,default,sortOrder\n乙,1,-9\n丙,1,5\n"), Partly: true, DryRun: true})
		if got := told(check.Faults); !slices.Equal(got, []string{`2 sortOrder min "-9"`}) {
			s.Errorf("%q", got)
		}
	})
}

// A row that takes a number and a flag is refused for the row that does not give the number up: nobody is asked about its flag.
func TestNobodyIsAskedAboutARowThatIsRefusedForAnother(t *testing.T) {
	eachGrade(t, func(ctx context.Context, t *testing.T, db *store.DB) {
		list := grades(func(s *resource.Spec[*grade]) {
			s.Form = func(g *grade, f *resource.Form) {
				name := f.Text(&g.Name, "名称", "Name").Required().Unique().Title().Max(20)
				f.Integer(&g.Rank, "级别", "Rank").Unique().Between(0, 99_999)
				f.Flag(&g.Valid, "首选", "First").Sole("replaceFirst", problem.L("%s %s", "%s %s"), name)
			}
			s.Rules = func(context.Context, store.Tx) (func(old, now *grade) error, error) {
				return func(_, now *grade) error {
					if now.Rank == 13 {
						return problem.Refuse(problem.L("不行", "No"))
					}
					return nil
				}, nil
			}
		})
		if _, err := list.Import(ctx, db, resource.ImportFile{Data: []byte("name,rank,valid\nA,1,1\nB,2,0\nC,3,0\n")}); err != nil {
			t.Fatal(err)
		}
		r, err := list.Import(ctx, db, resource.ImportFile{Data: []byte("name,rank,valid\nB,3,1\nC,13,\n"), Partly: true})
		if err != nil || !slices.Equal(told(r.Faults), []string{`2 rank unique "3"`, `3 name refused "C"`}) {
			t.Errorf("%v %q", err, told(r.Faults))
		}
	})
}

// A file that is wanted whole is in whole or not at all, as far as one transaction reaches: also where a row is refused only when it
// is written.
func TestAFileWantedWholeIsNotTakenInPart(t *testing.T) {
	for _, partly := range []bool{true, false} {
		eachGrade(t, func(ctx context.Context, t *testing.T, db *store.DB) {
			list := grades(func(s *resource.Spec[*grade]) {
				s.AfterSave = func(_ context.Context, _ store.Tx, _, now *grade) error {
					if now.Rank == 2 {
						return problem.Refuse(problem.L("不行", "No"))
					}
					return nil
				}
			})
			r, err := list.Import(ctx, db, resource.ImportFile{Data: gradeFile(3), Partly: partly})
			if err != nil || r.Committed != partly || r.Created != 2 || r.Refused != 1 || r.Read != 3 || !slices.Equal(told(r.Faults), []string{`3 name refused "N2"`}) {
				t.Errorf("partly %t: %v %+v", partly, err, r)
			}
			if got, want := countGrades(ctx, t, db), map[bool]int{true: 2}[partly]; got != want {
				t.Errorf("partly %t: %d rows are in, want %d", partly, got, want)
			}
		})
	}
}

// Where a piece is written row by row, the row that hands a flag over is written like the others.
func TestAFlagIsHandedOverRowByRow(t *testing.T) {
	eachGrade(t, func(ctx context.Context, t *testing.T, db *store.DB) {
		list := grades(func(s *resource.Spec[*grade]) {
			s.Form = func(g *grade, f *resource.Form) {
				name := f.Text(&g.Name, "名称", "Name").Required().Unique().Title().Max(20)
				f.Integer(&g.Rank, "级别", "Rank").Between(0, 99_999)
				f.Flag(&g.Valid, "首选", "First").Sole("replaceFirst", problem.L("%s %s", "%s %s"), name).Kept("首选", "the first")
			}
			s.AfterSave = func(_ context.Context, _ store.Tx, _, now *grade) error {
				if now.Rank == 13 {
					return problem.Refuse(problem.L("不行", "No"))
				}
				return nil
			}
		})
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		actor.Confirmed = "replaceFirst"
		ctx = store.WithActor(ctx, actor)
		for _, file := range []string{"name,rank,valid\nA,1,1\nB,2,0\n", "name,rank,valid\nA,5,0\nC,13,0\nB,6,1\n"} {
			if _, err := list.Import(ctx, db, resource.ImportFile{Data: []byte(file), Partly: true}); err != nil {
				t.Fatal(err)
			}
		}
		var rows []grade
		if err := db.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Order("grade").Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		if len(rows) != 2 || rows[0].Rank != 5 || rows[0].Valid || rows[1].Rank != 6 || !rows[1].Valid {
			t.Errorf("stored: %+v", rows)
		}
		if err := db.Read(ctx, func(tx store.Tx) error { // the log tells once that the flag has gone
			var lines []store.Operation
			err := tx.Select(&lines).Where("row_id = ?", rows[0].ID).Where("action = ?", store.ActionChange).Order("id").Scan(ctx)
			var changes []string
			for i := range lines {
				changes = append(changes, string(lines[i].Changes))
			}
			if all := strings.Join(changes, " "); strings.Count(all, `"valid"`) != 1 || strings.Count(all, `"rank"`) != 1 {
				t.Errorf("the log of the first row: %s", all)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// The history of rates names the base currency that a file makes, whatever stands before its row and however long the file is.
func TestRatesOfAFileAreAgainstItsBaseCurrency(t *testing.T) {
	each(t, func(s *shop) {
		if err := s.db.System(s.ctx, "a company is founded", func(tx store.Tx) error { return basedata.FoundCurrency(s.ctx, tx, s.actor.TenantID) }); err != nil {
			s.Fatal(err)
		}
		must(s, s.master.Currencies, map[string]any{"code": "USD", "name": "美元", "rate": 7.1})
		file := strings.Builder{}
		file.WriteString("code,name,rate,base\n")
		for i := range 520 {
			fmt.Fprintf(&file, "X%c%c,第%d种,3,\n", 'A'+i/26, 'A'+i%26, i)
		}
		file.WriteString("USD,,1,1\n")
		ctx := permitted(s.ctx, s.master.Currencies)
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			s.Fatal(err)
		}
		actor.Confirmed = "replaceBase"
		if r, err := s.master.Currencies.Import(store.WithActor(ctx, actor), s.db, resource.ImportFile{Data: []byte(file.String())}); err != nil || len(r.Faults) > 0 {
			s.Fatal(err, r.Faults)
		}
		var bases []string
		s.write(func(tx store.Tx) error {
			return tx.Select((*basedata.ExchangeRate)(nil)).Columns("base_code").Where("currency LIKE ?", "X%").ScanColumn(s.ctx, &bases)
		})
		if slices.Sort(bases); len(bases) != 520 || bases[0] != "USD" || bases[519] != "USD" {
			s.Errorf("%d rates, against %v", len(bases), slices.Compact(bases))
		}
	})
}
