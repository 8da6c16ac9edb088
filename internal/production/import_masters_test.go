package production_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// customersOf are the names of customers by number.
func customersOf(ctx context.Context, t *testing.T, s *shop, numbers ...string) (names []string) {
	t.Helper()
	read(ctx, t, s, func(tx store.Tx) error {
		var rows []basedata.Customer
		err := tx.Select(&rows).WhereIn("number", numbers).Order("number").Scan(ctx)
		for _, c := range rows {
			names = append(names, c.Number+" "+c.Name)
		}
		return err
	})
	return names
}

// Basic data are written in pieces. A row that is refused only when it is written stays out alone: the others of its piece
// come in, and what refers to it is told.
func TestABasicRecordThatIsRefusedLateStaysOutAlone(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"customers": {"number|name", "C900|first", "C901|LATE", "C902|last", "C01|renamed", "C02|苏州锐锋"}, "moulds": {"mouldNo|delivery|customer", "M1|2030-03-20|C900", "M2|2030-03-20|C901"},
		}))
		if c := *result.Counts["customers"]; c != (production.Count{Read: 5, New: 2, Changed: 1, Same: 1, Refused: 1}) || !result.Committed {
			t.Errorf("%+v", c)
		}
		if got := customersOf(ctx, t, s, "C900", "C901", "C902", "C01"); !slices.Equal(got, []string{"C01 renamed", "C900 first", "C902 last"}) {
			t.Errorf("%q", got)
		}
		if got := storedMoulds(ctx, t, s); !slices.Equal(got, []string{"M1"}) || !slices.Equal(result.NotWritten, []string{"M2"}) {
			t.Errorf("%q, not written %q", got, result.NotWritten)
		}
		for _, f := range result.Faults {
			if f.Sheet == "customers" && (f.Row != 3 || f.Rule != "notWritten" || f.Value != "C901" || !strings.Contains(f.Texts.En, "Somebody else has it")) {
				t.Errorf("%+v", f)
			}
		}
		none := s.importBook(ctx, t, book(t, map[string][]string{"customers": {"number|name", "C903|LATE"}}))
		if none.Committed || none.Counts["customers"].Refused != 1 {
			t.Errorf("all of them refused: %v %+v", none.Committed, none.Counts["customers"])
		}
	})
}

// A piece of basic data holds 150 rows; each of its rows is counted once in the outcome, and so is every one of the next.
func TestManyBasicRecordsAreWrittenInPieces(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		for first, pieces := range map[int]int{1000: 1, 2000: 2} {
			rows := []string{"number|name"}
			for i := range 150 + pieces - 1 {
				rows = append(rows, fmt.Sprintf("K%d|customer %d", first+i, first+i))
			}
			deps, written := s.deps(), 0
			deps.PieceWritten = func(context.Context) { written++ }
			result, err := production.New(deps).Import(ctx, s.db, production.Upload{Name: "x.xlsx", Trusted: true, Data: book(t, map[string][]string{"customers": rows})})
			if err != nil || written != pieces || result.Counts["customers"].New != 150+pieces-1 || !result.Committed {
				t.Errorf("%d pieces, want %d: %v %+v", written, pieces, err, result.Counts["customers"])
			}
		}
	})
}

// What a rule of the basic data refuses is told at its cells, without a cell at its row; the moulds of the file go in where
// none of them needs it.
func TestFaultsOfBasicDataStandAtTheirCells(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"customers": {"number|name", "C900|REFUSED", "C901|PLAIN", "C902|fine"}, "moulds": {"mouldNo|delivery|customer", "M1|2030-03-20|C900", "M2|2030-03-20|C902"},
		}))
		var got []string
		for _, f := range result.Faults {
			got = append(got, fmt.Sprintf("%s %d %s %s %q %s", f.Sheet, f.Row, f.Column, f.Rule, f.Value, f.Texts.En))
		}
		want := []string{
			`moulds 2 customer reference "C900" It refers to “C900” in row 2 of the sheet “customers”, which has an error and stays out: mend that row first`,
			`customers 2 number taboo "C900" No such number`, `customers 2 name taboo "REFUSED" No such name`, `customers 3  refused "" It will not do`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s", strings.Join(got, "\n"))
		}
		if moulds := storedMoulds(ctx, t, s); !slices.Equal(moulds, []string{"M2"}) {
			t.Errorf("%q", moulds)
		}
	})
}

// A customer that is made because a mould needs it is made once, by whatever case it is written in, and not for a mould that
// stays out; a record that is there already is not made.
func TestOnlyWhatIsNeededIsMade(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		u := production.Upload{Name: "x.xlsx", Trusted: true, Mode: production.ModeMould, Create: []production.Missing{{Entity: "customer", Names: []string{"NEW1", "NEW2", "NEW3", "NEW4"}}}, Data: book(t, map[string][]string{
			"customers": {"number|name", "C900|x"},
			"moulds":    {"mouldNo|delivery|customer", "M1|never|NEW1", "M2|2030-03-20|NEW2", "M3|never|NEW3", "M4|2030-03-20|new4", "M5|2030-03-20|C900"},
		})}
		result, err := s.production.Import(ctx, s.db, u)
		if err != nil || result.Total.Made != 2 || result.Counts["customers"].New != 1 {
			t.Fatalf("%v %+v %+v", err, result.Total, result.Faults)
		}
		if got := customersOf(ctx, t, s, "NEW1", "NEW2", "NEW3", "NEW4", "C900"); !slices.Equal(got, []string{"C900 x", "NEW2 NEW2", "NEW4 NEW4"}) {
			t.Errorf("%q", got)
		}
		var made []string
		for _, r := range result.Rows {
			if r.Sheet == "customers" && r.Row == 0 {
				made = append(made, r.Action+" "+r.Key)
			}
		}
		if !slices.Equal(made, []string{"new NEW2", "new NEW4"}) {
			t.Errorf("%q", made)
		}
	})
}
