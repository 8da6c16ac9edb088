package basedata_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// meanwhile takes a file in while somebody else changes a row between the check and the writing, so that its piece is written row by
// row.
func meanwhile[P resource.Entity](s *shop, r *resource.Resource[P], row P, id string, file string, confirmed string) resource.ImportResult {
	s.Helper()
	ctx := permitted(s.ctx, r)
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		s.Fatal(err)
	}
	actor.Confirmed = confirmed
	ctx = store.BeforeWrite(store.WithActor(ctx, actor), func() error {
		return s.db.Write(s.ctx, func(tx store.Tx) error {
			_, err := tx.Change(row).Set("code = code").Where("id = ?", id).Exec(s.ctx)
			return err
		})
	})
	result, err := r.Import(ctx, s.db, resource.ImportFile{Data: []byte(file), Partly: true})
	if err != nil {
		s.Fatal(err)
	}
	return result
}

// A text that is the code of a row of the file means it, whatever another one is called; the order of the rows does not matter.
func TestACodeOfAFileIsMeantBeforeAName(t *testing.T) {
	for _, file := range []string{"code,name,class,preProcessId\nP1,Q7,1,\nQ7,线割,1,\nR1,终检,5,Q7\n", "code,name,class,preProcessId\nR1,终检,5,Q7\nQ7,线割,1,\nP1,Q7,1,\n"} {
		each(t, func(s *shop) {
			if r := bring(s, s.master.Processes, resource.ImportFile{Data: []byte(file)}); len(r.Faults) > 0 {
				s.Fatal(r.Faults)
			}
			var rows []basedata.Process
			s.write(func(tx store.Tx) error {
				return tx.Select(&rows).WhereIn("code", []string{"Q7", "R1"}).Order("code").Scan(s.ctx)
			})
			if len(rows) != 2 || rows[1].PreProcessID != rows[0].ID {
				s.Errorf("%+v", rows)
			}
		})
	}
}

// The writing asks the rules in the order of the check: what is told as changed is written, whichever rows hang together.
func TestRowsAreWrittenInTheOrderOfTheCheck(t *testing.T) {
	each(t, func(s *shop) {
		for _, file := range []string{
			"code,name,valueType,compares\nA,na,数值,不比较\nB,nb,数值,零件长\nC,nc,数值,不比较\n", // C takes the name and the length, A and C exchange
			"code,name,compares\nA,nc,不比较\nB,nb,不比较\nC,na,零件长\n",
		} {
			if r := bring(s, s.master.MachineAttributes, resource.ImportFile{Data: []byte(file)}); len(r.Faults) > 0 || !r.Committed || r.Created+r.Changed != 3 {
				s.Fatalf("%+v", r)
			}
		}
		bring(s, s.master.Processes, resource.ImportFile{Data: []byte("code,name,class,preProcessId\nY,乙,1,\nX,甲,1,Y\n")})
		if r := bring(s, s.master.Processes, resource.ImportFile{Data: []byte("code,preProcessId,postProcessId\nX,-,Y\nY,X,\n")}); len(r.Faults) > 0 || r.Changed != 2 || !r.Committed {
			s.Errorf("%+v", r)
		}
	})
}

// A row that is refused stores nothing, and so nothing of it counts for the others.
func TestARefusedRowCountsForNoOther(t *testing.T) {
	each(t, func(s *shop) {
		must(s, s.master.Materials, map[string]any{"code": "CU9", "name": "铜", "materialType": 2, "minHardness": 0, "maxHardness": 0})
		head := "code,materialId,roughCount,roughGap,semiFineCount,semiFineGap,fineCount,fineGap,valid\n"
		bring(s, s.master.ElectrodeGaps, resource.ImportFile{Data: []byte(head + "E1,CU9,1,0.3,1,0.2,1,0.1,1\n")})
		file := resource.ImportFile{Data: []byte(head + "E1,CU9,1,0.4,1,0.2,1,0.1,perhaps\nE2,CU9,1,0.3,1,0.2,1,0.1,1\n"), Partly: true, DryRun: true}
		check := bring(s, s.master.ElectrodeGaps, file)
		file.DryRun = false
		done := bring(s, s.master.ElectrodeGaps, file)
		if got := told(check.Faults); len(got) != 2 || check.Refused != 2 || !slices.Equal(got, told(done.Faults)) {
			s.Errorf("check %q, writing %q", got, told(done.Faults))
		}

		check = bring(s, s.master.OrderTypes, resource.ImportFile{Data: []byte("name,sortOrder\n甲,-9\n乙,1\n"), Partly: true, DryRun: true})
		var flag string
		for _, row := range check.Rows {
			for _, c := range row.Changes {
				if row.Key == "乙" && c.Field == "default" {
					flag = c.After.En
				}
			}
		}
		if flag != "Yes" {
			s.Errorf("the first order type that is taken in is told with the default flag %q", flag)
		}
	})
}

// A value that a row gives up is free, also where the row stands in the file a second time and is refused there.
func TestARepeatedRowKeepsNothing(t *testing.T) {
	each(t, func(s *shop) {
		bring(s, s.master.Currencies, resource.ImportFile{Data: []byte("code,name,rate\nGBP,英镑,9\nJPY,日元,0.05\n")})
		r := bring(s, s.master.Currencies, resource.ImportFile{Data: []byte("code,name,rate\nJPY,日圆,\nJPY,,0.06\nGBP,日元,\n"), Partly: true})
		if got := told(r.Faults); !slices.Equal(got, []string{`3 code duplicateKey "JPY"`}) {
			s.Errorf("%q", got)
		}
		if got := s.currencies(); !slices.Equal(got, []string{"GBP 日元 9", "JPY 日圆 0.05"}) {
			s.Errorf("%q", got)
		}
	})
}

// Rows that name one another in both directions are written together where their piece is written row by row; a row that somebody else
// has changed alone is refused.
func TestNewRowsThatNameOneAnotherGoTogether(t *testing.T) {
	each(t, func(s *shop) {
		bring(s, s.master.Processes, resource.ImportFile{Data: []byte("code,name,class\nOLD9,旧,1\n")})
		var old basedata.Process
		s.write(func(tx store.Tx) error { return tx.Select(&old).Where("code = ?", "OLD9").Scan(s.ctx) })
		r := meanwhile(s, s.master.Processes, &basedata.Process{}, old.ID, "code,name,class,preProcessId,postProcessId\nA,甲,1,,B\nB,乙,1,A,\nOLD9,更旧,1,,\n", "")
		if got := told(r.Faults); !slices.Equal(got, []string{`4 code refused "OLD9"`}) || r.Created != 2 {
			s.Fatalf("%q %+v", got, r)
		}
		var rows []basedata.Process
		s.write(func(tx store.Tx) error {
			return tx.Select(&rows).WhereIn("code", []string{"A", "B"}).Order("code").Scan(s.ctx)
		})
		if len(rows) != 2 || rows[0].PostProcessID != rows[1].ID || rows[1].PreProcessID != rows[0].ID {
			s.Errorf("%+v", rows)
		}
	})
}

// Rates are noted against the base that the file makes, row by row too, and where names are exchanged beside it.
func TestRatesRowByRowAreAgainstTheBaseOfTheFile(t *testing.T) {
	for _, file := range []string{
		"code,name,rate,base\nRMB,美元,0.14,0\nUSD,人民币,1,1\nGBP,,8,\nJPY,,0.06,\n",
		"code,name,rate,base\nUSD,,1,1\nGBP,日元,8,\nJPY,英镑,0.07,\nEUR,,6,\n",
	} {
		each(t, func(s *shop) {
			if err := s.db.System(s.ctx, "a company is founded", func(tx store.Tx) error { return basedata.FoundCurrency(s.ctx, tx, s.actor.TenantID) }); err != nil {
				s.Fatal(err)
			}
			bring(s, s.master.Currencies, resource.ImportFile{Data: []byte("code,name,rate\nUSD,美元,7\nGBP,英镑,9\nJPY,日元,0.05\nEUR,欧元,8\n")})
			var before []string
			s.write(func(tx store.Tx) error {
				return tx.Select((*basedata.ExchangeRate)(nil)).Columns("id").ScanColumn(s.ctx, &before)
			})
			theirs := map[bool]string{true: "EUR", false: "JPY"}[strings.Contains(file, "EUR")]
			var stale basedata.Currency
			s.write(func(tx store.Tx) error { return tx.Select(&stale).Where("code = ?", theirs).Scan(s.ctx) })
			r := meanwhile(s, s.master.Currencies, &basedata.Currency{}, stale.ID, file, "replaceBase")
			if len(r.Faults) != 1 || r.Faults[0].Key != theirs || r.Changed != 3 {
				s.Fatalf("%q %+v", told(r.Faults), r)
			}
			var rates []basedata.ExchangeRate
			s.write(func(tx store.Tx) error { return tx.Select(&rates).Scan(s.ctx) })
			var against []string
			for _, x := range rates {
				if !slices.Contains(before, x.ID) {
					against = append(against, fmt.Sprint(x.Currency, " ", cmp.Or(x.BaseCode, "?")))
				}
			}
			slices.Sort(against)
			want := map[string][]string{"JPY": {"GBP USD", "RMB USD"}, "EUR": {"GBP USD", "JPY USD"}}[theirs]
			if against = slices.DeleteFunc(against, func(one string) bool { return one == "USD USD" }); !slices.Equal(against, want) {
				s.Errorf("%s: %q, want %q", file, against, want)
			}
		})
	}
}

// What somebody does not see is taken all the same: the check says so and not only the writing.
func TestAValueOfAnotherSectionIsTaken(t *testing.T) {
	each(t, func(s *shop) {
		south := must(s, s.master.Sections, map[string]any{"name": "SOUTH", "chineseName": "南"})
		s.write(func(tx store.Tx) error {
			var calendar basedata.Calendar
			var shift basedata.Shift
			if err := errors.Join(tx.Select(&calendar).Limit(1, 0).Scan(s.ctx), tx.Select(&shift).Limit(1, 0).Scan(s.ctx)); err != nil {
				return err
			}
			return s.master.Groups.Save(s.ctx, tx, &basedata.Group{Code: "G9", Name: "九组", SectionID: south.ID, Kind: basedata.GroupMachines, CalendarID: calendar.ID, ShiftID: shift.ID, Valid: true, Scheduled: true})
		})
		ctx := permitted(s.ctx, s.master.Groups)
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			s.Fatal(err)
		}
		actor.Hidden = store.Hidden{Sections: []string{south.ID}}
		for _, dryRun := range []bool{true, false} {
			r, err := s.master.Groups.Import(store.WithActor(ctx, actor), s.db, resource.ImportFile{Data: []byte("code,name\nG9,十组\nG8,八组\n"), DryRun: dryRun})
			if got := told(r.Faults); err != nil || !slices.Contains(got, `2 code unique "G9"`) || slices.Contains(got, `3 code unique "G8"`) || r.Committed {
				s.Errorf("%v %q", err, got)
			}
		}
	})
}

// A row that passes one rule and is refused by the next is not what a third one is refused for.
func TestNobodyIsRefusedForWhatIsNotStored(t *testing.T) {
	for _, x := range []struct {
		before, file string
		refused      []string
	}{
		{"code,name,class\nA9,甲,机加工\nB9,乙,机加工\n", "code,camqc,preProcessId\nA9,1,B9\nB9,,A9\n", []string{`2 camqc class "1"`}},
	} {
		each(t, func(s *shop) {
			bring(s, s.master.Processes, resource.ImportFile{Data: []byte(x.before)})
			for _, dryRun := range []bool{true, false} {
				r := bring(s, s.master.Processes, resource.ImportFile{Data: []byte(x.file), Partly: true, DryRun: dryRun})
				if got := told(r.Faults); !slices.Equal(got, x.refused) || r.Changed != 1 {
					s.Errorf("dry run %t: %q, want %q; %d changed", dryRun, got, x.refused, r.Changed)
				}
			}
		})
	}
}

// Rows that exchange names beside one that hands a flag over, or beside a row that fails only when it is written, are written.
func TestAnExchangeIsWrittenRowByRow(t *testing.T) {
	each(t, func(s *shop) {
		if err := s.db.System(s.ctx, "a company is founded", func(tx store.Tx) error { return basedata.FoundCurrency(s.ctx, tx, s.actor.TenantID) }); err != nil {
			s.Fatal(err)
		}
		bring(s, s.master.Currencies, resource.ImportFile{Data: []byte("code,name,rate\nUSD,美元,7\nGBP,英镑,9\nJPY,日元,0.05\n")})
		var yen, base basedata.Currency
		s.write(func(tx store.Tx) error {
			return errors.Join(tx.Select(&yen).Where("code = ?", "JPY").Scan(s.ctx), tx.Select(&base).Where("is_base = ?", true).Scan(s.ctx))
		})
		file := fmt.Sprintf("code,name,rate,base\n%s,英镑,0.14,0\nGBP,%s,8,\nUSD,,1,1\nJPY,,0.06,\n", base.Code, base.Name)
		r := meanwhile(s, s.master.Currencies, &basedata.Currency{}, yen.ID, file, "replaceBase")
		if got := told(r.Faults); len(got) != 1 || r.Faults[0].Key != "JPY" || r.Changed != 3 {
			s.Fatalf("%q %+v", got, r)
		}
		var now []basedata.Currency
		s.write(func(tx store.Tx) error { return tx.Select(&now).Where("is_base = ?", true).Scan(s.ctx) })
		if len(now) != 1 || now[0].Code != "USD" {
			s.Errorf("the base is %+v", now)
		}
		if got := s.currencies(); !slices.Contains(got, "GBP "+base.Name+" 8") {
			s.Errorf("%q", got)
		}
	})
}

// The rows of a long file are written in the order of the check, too, and what follows a save is nobody else's change.
func TestALongFileIsWrittenInTheOrderOfTheCheck(t *testing.T) {
	each(t, func(s *shop) {
		var file strings.Builder
		file.WriteString("code,name,class,preProcessId\nOLD1,旧一,机加工,\nOLD2,旧二,机加工,OLD1\n")
		for i := range 600 {
			fmt.Fprintf(&file, "K%03d,第%d道,机加工,\n", i, i)
		}
		bring(s, s.master.Processes, resource.ImportFile{Data: []byte(file.String())})
		// OLD1 gives up its place before OLD2 only behind 600 rows; NEW1 hangs together with the last row.
		file.Reset()
		file.WriteString("code,name,class,preProcessId\nNEW1,新一,机加工,OLD1\n")
		for i := range 600 {
			fmt.Fprintf(&file, "K%03d,改第%d道,,\n", i, i)
		}
		file.WriteString("OLD2,,,-\nOLD1,,,OLD2\n")
		for _, dryRun := range []bool{true, false} {
			if r := bring(s, s.master.Processes, resource.ImportFile{Data: []byte(file.String()), DryRun: dryRun}); len(r.Faults) > 0 || r.Created != 1 || r.Committed == dryRun {
				s.Fatalf("dry run %t: %q %+v", dryRun, told(r.Faults), r.Created)
			}
		}
	})
}
