package app

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"mouldworks/internal/demo"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// machinesBook holds n machines of the demo's first group.
func machinesBook(t *testing.T, n int, rate string) []byte {
	t.Helper()
	lines := []string{"name|group|section|workRate"}
	group := demo.Factory().Groups[0]
	for i := range n {
		lines = append(lines, fmt.Sprintf("X%04d|%s|%s|%s", i, group.Code, group.Section, rate))
	}
	return book(t, map[string][]string{"machines": lines})
}

// Three thousand machines take few statements, whether they are new, changed or the same, and no transaction holds many of
// them: others write between.
func TestAnImportOfThousandsTakesFewStatements(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		const machines = 3000
		var statements atomic.Int64
		var entersTenant atomic.Bool // each transaction of PostgreSQL does, by a statement of its own
		a.DB.Watch(func(statement string) {
			switch {
			case !strings.HasPrefix(statement, `UPDATE "import_run"`):
				entersTenant.CompareAndSwap(false, strings.Contains(statement, "set_config"))
				statements.Add(1)
			case entersTenant.Load(): // the sign of life of the run comes every second, however long a busy machine takes
				statements.Add(-1)
			}
		})
		deps := a.productionDeps()
		pieces, most, before := 0, int64(0), int64(0)
		deps.PieceWritten = func(context.Context) {
			if pieces++; pieces > 1 { // the first comes after reading
				most = max(most, statements.Load()-before)
			}
			before = statements.Load()
		}
		p := production.New(deps)
		for _, row := range []struct {
			name          string
			rate          string
			limit, pieces int
		}{{"new", "1", 300, 20}, {"the same", "1", 100, 0}, {"changed", "1.5", 400, 20}} {
			statements.Store(0)
			pieces, most = 0, 0
			result, err := p.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Data: machinesBook(t, machines, row.rate), Trusted: true})
			if err != nil || result.Errors != 0 || result.Total.Read != machines {
				t.Fatalf("%s: %v %+v", row.name, err, result)
			}
			if n := int(statements.Load()); n > row.limit || pieces < row.pieces || most > 20 {
				t.Errorf("%s: %d statements for %d machines in %d pieces of up to %d statements", row.name, n, machines, pieces, most)
			}
		}
	})
}

// An import whose writing breaks off tells what is in and what is not; the same file taken again brings the rest.
func TestABrokenImportTellsWhatIsInAndCanBeRepeated(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		sheets := map[string][]string{"moulds": {"mouldNo|delivery"}, "parts": {"mouldNo|partNo"}, "operations": {"mouldNo|partNo|opNo|process|hours"}}
		for i := range 4 {
			no := fmt.Sprintf("M%d", i)
			sheets["moulds"], sheets["parts"] = append(sheets["moulds"], no+"|2030-03-20"), append(sheets["parts"], no+"|P1")
			for op := range 100 {
				sheets["operations"] = append(sheets["operations"], fmt.Sprintf("%s|P1|%d|%s|1", no, op+1, mill))
			}
		}
		for name, row := range map[string]struct {
			data  []byte
			after int // pieces
			in    int // rows that are in
			total int
		}{
			"basic data": {machinesBook(t, 400, "1"), 2, 300, 400},
			"moulds":     {book(t, sheets), 3, 306, 408},
		} {
			deps, wrote := a.productionDeps(), 0
			broken, cancel := context.WithCancel(ctx)
			deps.PieceWritten = func(context.Context) {
				if wrote++; wrote == row.after {
					cancel()
				}
			}
			u := production.Upload{Name: "x.xlsx", Data: row.data, Trusted: true}
			result, err := production.New(deps).Import(broken, a.DB, u)
			cancel()
			if err != nil || !result.Committed || result.Total.New != row.in || result.Total.NotReached != row.total-row.in || result.Total.Read != row.total || result.Faults[0].Rule != "notWritten" || !strings.Contains(result.Faults[0].Texts.En, "broke off") {
				t.Fatalf("%s: %v %+v", name, err, result.Total)
			}
			again, err := a.Production.Import(ctx, a.DB, u)
			if err != nil || again.Errors != 0 || again.Total.Same != row.in || again.Total.New != row.total-row.in {
				t.Errorf("%s again: %v %+v", name, err, again.Total)
			}
		}
	})
}

// What an import does to a record stands in that record's own history, worded like what a form does.
func TestAnImportStandsInTheHistoryOfEachRecord(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		machine := machineFor(ctx, t, a, mill)
		sheets := map[string][]string{
			"moulds": {"mouldNo|name|delivery", "M1|old|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|2"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + mill + "|4"},
			"machines":   {"name|workRate", machine + "|1"},
		}
		a.importBook(ctx, t, book(t, sheets))
		ids := map[string]string{}
		read(ctx, t, a, func(tx store.Tx) error {
			var rows []production.Operation
			if err := tx.Select(&rows).Order("op_no").Scan(ctx); err != nil {
				return err
			}
			ids["mould"], ids["part"], ids["first"], ids["second"] = rows[0].MouldID, rows[0].PartID, rows[0].ID, rows[1].ID
			m, err := importMasters(ctx, tx)
			if err == nil {
				ids["machine"] = m.Machines[machine].ID
			}
			return err
		})
		sheets["moulds"][1], sheets["parts"][1], sheets["machines"][1] = "M1|new|2030-03-20", "M1|P1|3", machine+"|1.5"
		sheets["operations"] = []string{sheets["operations"][0], "M1|P1|10|" + mill + "|4"}
		sheets["operationResources"] = []string{"mouldNo|partNo|opNo|resource|rank", "M1|P1|10|" + machine + "|1"}
		sheets["progress"] = []string{"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P1|10|1|" + machine + "|2026-01-05 08:00|1.5"}
		if result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Data: book(t, sheets), Mode: production.ModeReplace, Trusted: true}); err != nil || result.Errors != 0 {
			t.Fatalf("%v %+v", err, result.Faults)
		}
		read(ctx, t, a, func(tx store.Tx) error {
			for _, row := range []struct {
				entity, id string
				want       []string // newest first: action, title, parts of the changes
			}{
				{"mould", "mould", []string{`change M1 "name" "old" "new"`, "create M1"}},
				{"part", "part", []string{`change M1 · P1 "qty"`, "create M1 · P1"}},
				{"operation", "first", []string{`change M1 · P1 · 10 `, `change M1 · P1 · 10 `, "create M1 · P1 · 10"}},
				{"operation", "second", []string{"delete M1 · P1 · 20", "create M1 · P1 · 20"}},
				{"machine", "machine", []string{"change " + machine + ` "workRate"`, ""}},
			} {
				lines, err := tx.History(ctx, row.entity, ids[row.id], 10)
				if err != nil {
					return err
				}
				if len(lines) < len(row.want) || row.id != "machine" && len(lines) > len(row.want) {
					t.Errorf("%s: %d lines", row.id, len(lines))
					continue
				}
				for i, want := range row.want {
					got := lines[i].Action + " " + lines[i].Title + " " + string(lines[i].Changes)
					for part := range strings.FieldsFuncSeq(want, func(r rune) bool { return r == '"' }) {
						if !strings.Contains(got, strings.TrimSpace(part)) {
							t.Errorf("%s: line %d is %s, want %s", row.id, i, got, want)
						}
					}
				}
			}
			lines, err := tx.History(ctx, "operation", ids["first"], 10)
			all := ""
			for _, l := range lines {
				all += string(l.Changes)
			}
			for _, want := range []string{`"field":"operationResources"`, ids["machine"], `"field":"progress"`} {
				if !strings.Contains(all, want) {
					t.Errorf("the history of the operation lacks %s: %s", want, all)
				}
			}
			return err
		})
	})
}
