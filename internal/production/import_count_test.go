package production_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production"
)

// madeUpBook holds sheets, twice under different names, with rows that are right, wrong, repeated, empty or remarks.
func madeUpBook(t *testing.T, r *rand.Rand, mill string) []byte {
	t.Helper()
	heads := map[string][]string{
		"moulds": {"moulds", "模具"}, "parts": {"parts", "零件"}, "operations": {"operations", "C operations"}, "electrodes": {"electrodes", "电极"}, "customers": {"customers", "客户"}, "notes": {"notes", "remarks"},
	}
	columns := map[string]string{
		"moulds": "mouldNo|name|delivery", "parts": "mouldNo|partNo|qty", "operations": "mouldNo|partNo|opNo|process|hours|pred", "electrodes": "mouldNo|electrodeNo|pieces", "customers": "number|name|shortName", "notes": "x|y|z",
	}
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	mould := func() string { return one("M1", "m1", "M2", "M－3", "M-3", "") }
	row := func(kind string) string {
		switch kind {
		case "moulds":
			return mould() + "|" + one("a", "b", "") + "|" + one("2030-03-20", "20300320", "someday", "")
		case "parts":
			return mould() + "|" + one("P1", "p1", "P#2;x", "") + "|" + one("1", "２", "x", "")
		case "operations":
			return mould() + "|" + one("P1", "P#2;x", "P9") + "|" + one("10", "20", "0") + "|" + one(mill, "nobody", mill) + "|" + one("4", "-1") + "|" + one("", "", "20", `"P#2;x"/10`)
		case "electrodes":
			return mould() + "|" + one("E1", "P1", "") + "|" + one("1", "2", "-1")
		case "customers":
			return one("C900|x", "c900|X", "C900|xx", "C901|y", "C901|yy", "C901|REFUSED", "|z") + "|" + one("AB", "")
		}
		return "1|2|3"
	}
	sheets := map[string][]string{}
	for kind, names := range heads {
		for _, name := range names[:1+r.IntN(2)] {
			if r.IntN(4) == 0 {
				continue
			}
			lines := []string{columns[kind]}
			for range r.IntN(5) {
				line := row(kind)
				switch r.IntN(6) {
				case 0:
					line = "# " + line
				case 1:
					lines = append(lines, line)
				case 2:
					lines = append(lines, "||")
				}
				lines = append(lines, line)
			}
			sheets[name] = lines
		}
	}
	sheets["moulds"] = append([]string{columns["moulds"], "M1||2030-03-20"}, sheets["moulds"][min(1, len(sheets["moulds"])):]...)
	return book(t, sheets)
}

// Every row of every file is counted once, by sheet and in all, and a check says what the import then does.
func TestCountsOfAnyWorkbook(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		for seed := range uint64(40) {
			r := rand.New(rand.NewPCG(seed, 7))
			data := madeUpBook(t, r, mill)
			u := production.Upload{Name: "x.xlsx", Data: data, Trusted: true, Mode: []string{production.ModeMould, production.ModeRow, production.ModeReplace}[r.IntN(3)], DryRun: true}
			checked, err := s.production.Import(ctx, s.db, u)
			if err != nil {
				t.Fatalf("%d: %v", seed, err)
			}
			u.DryRun = false
			done, err := s.production.Import(ctx, s.db, u)
			if err != nil {
				t.Fatalf("%d: %v", seed, err)
			}
			balanced := func(what string, c production.Count) {
				if c.Read != c.New+c.Changed+c.Same+c.Refused+c.Skipped {
					t.Errorf("%d (%s): %s does not add up: %+v", seed, u.Mode, what, c)
				}
			}
			sum := 0
			for code, c := range checked.Counts {
				balanced(code, *c)
				if other := done.Counts[code]; other == nil || *other != *c {
					t.Errorf("%d (%s): %s was to be %+v and is %+v", seed, u.Mode, code, *c, other)
				}
				sum += c.Read
			}
			for _, p := range checked.Pages {
				if p.Sheet == "" {
					sum += p.Skipped
				}
			}
			balanced("the whole", checked.Total)
			if checked.Total != done.Total || checked.Total.Read != sum || len(checked.Rows) != len(done.Rows) {
				t.Errorf("%d (%s): in all %+v, then %+v; by sheet %d", seed, u.Mode, checked.Total, done.Total, sum)
			}
			at := map[string]bool{}
			for i, row := range checked.Rows {
				place := fmt.Sprint(row.Sheet, row.Part, row.Row)
				if row.Row > 0 && at[place] {
					t.Errorf("%d: %s is told twice", seed, place)
				}
				at[place] = true
				if now := done.Rows[i]; now.Sheet != row.Sheet || now.Row != row.Row || now.Key != row.Key || now.Action != row.Action {
					t.Errorf("%d: row %d was %+v and is %+v", seed, i, row, now)
				}
			}
		}
	})
}

// What fails because of another row of the file says so, and names that row.
func TestAConsequenceNamesItsCause(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeRow, Trusted: true, DryRun: true, Data: book(t, map[string][]string{
			"customers":  {"number|name", "C900|REFUSED"},
			"moulds":     {"mouldNo|delivery|customer", "M1|2030-03-20|", "M2|2030-03-20|c900"},
			"parts":      {"mouldNo|partNo|qty|parentPart", "M1|P1|0|", "M1|P2|1|P1", "M1|P3|1|nobody"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
		})})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, f := range result.Faults {
			got[fmt.Sprintf("%s %d %s", f.Sheet, f.Row, f.Column)] = f.Texts.En
		}
		for place, want := range map[string]string{
			"parts 3 parentPart": "refers to “P1” in row 2, which", "operations 2 partNo": "row 2 of the sheet “parts”", "parts 4 parentPart": "“nobody” does not exist", "moulds 3 customer": "row 2 of the sheet “customers”",
		} {
			if !strings.Contains(got[place], want) {
				t.Errorf("%s: %q, want %q; all: %q", place, got[place], want, got)
			}
		}
	})
}

// Every fault shows what stands in its cell, and a repeated row its own spelling.
func TestEveryFaultShowsItsValue(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		machine := "CN01"
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery|release", "M7|2020-03-20|2020-04-01", "M1|2030-03-20|", "m1|2030-03-20|", "M－2|2030-03-20|", "M-2|2030-03-20|"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart|realEnd", "M1|P1|10|3|" + machine + "|2026-01-05 10:00|2026-01-05 08:00"},
			"exceptions": {"resource|from|to|kind", machine + "|2031-03-05 08:00|2031-03-05 07:00|1"},
			"calendars":  {"name|rest|holidays", "Cal|7|2027-05-01", "Cal2|0|someday"},
		}))
		faults := faultsOf(result)
		for _, want := range []string{
			"error moulds mouldNo duplicateKey m1", "error moulds mouldNo duplicateKey M-2", "warning moulds release dateOrder 2020-04-01", "warning moulds delivery overdue 2020-03-20", "error progress realEnd dateOrder 2026-01-05 08:00",
			"error exceptions to dateOrder 2031-03-05 07:00", "error calendars rest format 7", "error calendars holidays date someday",
		} {
			if !slices.Contains(faults, want) {
				t.Errorf("%q is missing in\n%s", want, strings.Join(faults, "\n"))
			}
		}
	})
}

// The file of refused rows holds these and no others, each cell as it was typed; without any there is no file. One engine
// after the other: the budget is the process's.
func TestTheFileOfRefusedRows(t *testing.T) {
	works.EachInTurn(t, inShop(func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		checked := in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery|priority", "M1|2030-03-20|", "M2|2030-03-20|４０", "|2027年5月1日|007"}, "parts": {"mouldNo|partNo|qty", "M1|P1|1", "M2|P1|-1"},
		}), map[string]string{"dryRun": "true"})
		status, _, file := in.form("production/import/failed", nil, map[string]string{"importId": checked.ImportID})
		if status != http.StatusOK {
			t.Fatalf("%d %.200s", status, file)
		}
		var lines []string
		if err := sheet.Read(t.Context(), file, sheet.Limits{}, func(r sheet.Row) error {
			lines = append(lines, r.Sheet+": "+strings.Join(r.Cells[:len(r.Cells)-1], "|"))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		want := []string{"moulds: mouldNo|delivery|priority", "moulds: M2|2030-03-20|４０", "moulds: |2027年5月1日|007", "parts: mouldNo|partNo|qty", "parts: M2|P1|-1"}
		if !slices.Equal(lines, want) || checked.Total.Refused != 3 {
			t.Errorf("%q, %d refused", lines, checked.Total.Refused)
		}
		healthy := in.run(book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M9|2030-03-20"}}), map[string]string{"dryRun": "true"})
		if status, _, _ := in.form("production/import/failed", nil, map[string]string{"importId": healthy.ImportID}); status != http.StatusConflict {
			t.Errorf("nothing is refused: %d", status)
		}
		if n := budget.Used(); n != 0 {
			t.Errorf("the answers keep %d bytes", n)
		}
	}))
}
