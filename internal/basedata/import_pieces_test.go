package basedata_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// grade is a list with rules of the test's own.
type grade struct {
	bun.BaseModel `bun:"table:accuracy_grade" json:"-"`
	store.Row
	Name  string `bun:"grade" json:"name"`
	Rank  int    `bun:"rank" json:"rank"`
	Valid bool   `bun:"valid" json:"valid"`

	Tolerance int    `bun:"tolerance" json:"-"` // the table asks for them
	Remark    string `bun:"remark" json:"-"`
}

func grades(also func(*resource.Spec[*grade])) *resource.Resource[*grade] {
	spec := resource.Spec[*grade]{
		Path: "test/grade", Label: problem.L("等级", "Grade"), Permission: "test.grade",
		Form: func(g *grade, f *resource.Form) {
			f.Text(&g.Name, "名称", "Name").Required().Unique().Title().Max(20)
			f.Integer(&g.Rank, "级别", "Rank").Between(0, 99_999)
			f.Flag(&g.Valid, "状态", "Status").Initial(true)
		},
	}
	also(&spec)
	return resource.Define(spec)
}

func gradeFile(rows int) []byte {
	var b strings.Builder
	b.WriteString("name,rank\n")
	for n := 1; n <= rows; n++ {
		fmt.Fprintf(&b, "N%d,%d\n", n, n)
	}
	return []byte(b.String())
}

func eachGrade(t *testing.T, fn func(ctx context.Context, t *testing.T, db *store.DB)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		fn(store.WithActor(t.Context(), storetest.Tenant(t, db, "a", "test.grade.check", "test.grade.add", "test.grade.modify")), t, db)
	})
}

func countGrades(ctx context.Context, t *testing.T, db *store.DB) (n int) {
	t.Helper()
	if err := db.Read(ctx, func(tx store.Tx) (err error) { n, err = tx.Select((*grade)(nil)).Count(ctx); return err }); err != nil {
		t.Fatal(err)
	}
	return n
}

// A list is refused when it is declared: one whose rule could be asked only by writing row after row, and one whose form opens
// with a state in which nobody may choose the row.
func TestAListIsDeclaredSoundly(t *testing.T) {
	check := func(context.Context, store.Tx, *grade, *grade) error { return nil }
	rules := func(context.Context, store.Tx) (func(old, now *grade) error, error) {
		return func(old, now *grade) error { return nil }, nil
	}
	for name, c := range map[string]struct {
		also    func(*resource.Spec[*grade])
		refused bool
	}{
		"a plain rule":                 {func(s *resource.Spec[*grade]) { s.BeforeSave = check }, true},
		"both":                         {func(s *resource.Spec[*grade]) { s.BeforeSave, s.Rules, s.Alone = check, rules, true }, true},
		"a rule that looks at its row": {func(s *resource.Spec[*grade]) { s.BeforeSave, s.Alone = check, true }, false},
		"rules for many rows":          {func(s *resource.Spec[*grade]) { s.Rules = rules }, false},
		"a form that opens as invalid": {func(s *resource.Spec[*grade]) {
			s.Form = func(g *grade, f *resource.Form) {
				f.Text(&g.Name, "名称", "Name").Title()
				f.Flag(&g.Valid, "状态", "Status").Validity()
			}
		}, true},
		"a plain rule without an import": {func(s *resource.Spec[*grade]) { s.BeforeSave, s.Without = check, []string{"add"} }, false},
	} {
		func() {
			defer func() {
				if refused := recover() != nil; refused != c.refused {
					t.Errorf("%s: refused %v", name, refused)
				}
			}()
			grades(c.also)
		}()
	}
}

// Where the writing breaks off in its third piece, the first two are in, the rest is named, the log has one import that
// counts what is in, and the same file completes it.
func TestAnImportThatBreaksOffKeepsItsPieces(t *testing.T) {
	eachGrade(t, func(ctx context.Context, t *testing.T, db *store.DB) {
		broken := true
		list := grades(func(s *resource.Spec[*grade]) {
			s.AfterSave = func(_ context.Context, _ store.Tx, _, now *grade) error {
				if broken && now.Name == "N1200" {
					return errors.New("the disk is gone")
				}
				return nil
			}
		})
		result, err := list.Import(ctx, db, resource.ImportFile{Name: "grades.csv", Data: gradeFile(2300)})
		if err != nil {
			t.Fatal(err)
		}
		if !result.Committed || result.Created != 1000 || result.Refused != 0 || result.NotReached != 1300 || result.FaultCount != 1300 || result.Faults[0].Row != 1002 || result.Faults[0].Rule != "notWritten" {
			t.Errorf("%d created, %d refused, %d not reached, first fault %+v", result.Created, result.Refused, result.NotReached, result.Faults[:1])
		}
		if _, _, err := list.Refused(ctx, db, resource.ImportFile{Data: gradeFile(2300)}); err == nil || err.Error() != "No row of the file is refused" {
			t.Errorf("the file of the refused rows: %v", err)
		}
		if n := countGrades(ctx, t, db); n != 1000 {
			t.Errorf("%d rows are stored", n)
		}
		if total := logged(ctx, t, db); total != "grades.csv created 500 open 1800; part created 500 open -500; read 2300 same 0 refused 0 skipped 0" {
			t.Errorf("the log says %s", total)
		}
		broken = false
		again, err := list.Import(ctx, db, resource.ImportFile{Data: gradeFile(2300)})
		if err != nil || again.Same != 1000 || again.Created != 1300 || countGrades(ctx, t, db) != 2300 {
			t.Errorf("again: %+v (%v)", again.Faults, err)
		}
	})
}

var outcome = strings.NewReplacer(`{"field":"`, "", `","before":null,"after":`, " ", `","after":`, " ", "},", " ", "}", "", "[", "", "]", "")

// logged is what the log has about imports, in its order.
func logged(ctx context.Context, t *testing.T, db *store.DB) string {
	t.Helper()
	var ids []string
	if err := db.Read(ctx, func(tx store.Tx) error {
		return tx.Operations(store.OperationQuery{Entity: "grade", Action: store.ActionImport, Oldest: true, Shared: []string{"grade"}}).Columns("row_id").ScanColumn(ctx, &ids)
	}); err != nil {
		t.Fatal(err)
	}
	if len(ids) != 1 {
		return fmt.Sprintf("%d imports", len(ids))
	}
	var told []string
	if err := db.Read(ctx, func(tx store.Tx) error {
		lines, err := tx.History(ctx, "grade", ids[0], 100)
		for i := range lines {
			name := lines[i].Title
			if lines[i].Action == store.ActionImportPart {
				name = "part"
			}
			text, counts := strings.CutPrefix(string(lines[i].Changes), `[{"field":"created",`)
			if !counts { // the outcome of the whole
				told = append([]string{outcome.Replace(text)}, told...)
				continue
			}
			_, open, _ := strings.Cut(text, `"brokeOff","before":null,"after":`)
			text, _, _ = strings.Cut(text, "}")
			if text = name + " created " + text[strings.LastIndexAny(text, ": ")+1:]; open != "" {
				text += " open " + strings.TrimRight(open, "}]")
			}
			told = append([]string{text}, told...)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(told, "; ")
}

// What somebody saves between check and writing costs its own rows alone: the piece is written row by row.
func TestAPieceThatFailsIsWrittenRowByRow(t *testing.T) {
	eachGrade(t, func(ctx context.Context, t *testing.T, db *store.DB) {
		var meanwhile func(tx store.Tx) error
		list := grades(func(s *resource.Spec[*grade]) {
			s.Rules = func(context.Context, store.Tx) (func(old, now *grade) error, error) {
				return func(old, now *grade) error {
					if change := meanwhile; change != nil {
						meanwhile = nil
						return db.Write(ctx, change)
					}
					return nil
				}, nil
			}
		})
		if r, err := list.Import(ctx, db, resource.ImportFile{Data: []byte("name,rank\nOLD,9\n")}); err != nil || r.Created != 1 {
			t.Fatal(r, err)
		}
		meanwhile = func(tx store.Tx) error {
			if _, err := tx.Change((*grade)(nil)).Set("rank = ?", 7777).Where("grade = ?", "OLD").Exec(ctx); err != nil {
				return err
			}
			return tx.Insert(ctx, &grade{Name: "N700", Rank: 8888, Valid: true})
		}
		file := append(gradeFile(1200), "OLD,5000\n"...)
		result, err := list.Import(ctx, db, resource.ImportFile{Data: file})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, f := range result.Faults {
			got[fmt.Sprintf("%d %s", f.Row, f.Rule)] = true
		}
		if result.Created != 1199 || result.Refused != 2 || len(got) != 2 || !got["701 refused"] || !got["1202 refused"] || countGrades(ctx, t, db) != 1201 {
			t.Errorf("%d created, %d refused: %v, %d stored", result.Created, result.Refused, result.Faults, countGrades(ctx, t, db))
		}
	})
}

// A transaction of an import carries 500 rows: others wait for some hundred rows, never for a whole file, and no row costs
// a statement of its own.
func TestAnImportIsWrittenInPieces(t *testing.T) {
	eachGrade(t, func(ctx context.Context, t *testing.T, db *store.DB) {
		list := grades(func(*resource.Spec[*grade]) {})
		var inserts, all atomic.Int64
		db.Watch(func(statement string) {
			if strings.HasPrefix(statement, `INSERT INTO "accuracy_grade"`) {
				inserts.Add(1)
			}
			all.Add(1)
		})
		if r, err := list.Import(ctx, db, resource.ImportFile{Data: gradeFile(3000)}); err != nil || r.Created != 3000 {
			t.Fatal(err)
		}
		if inserts.Load() != 6 || all.Load() > 60 {
			t.Errorf("%d inserts, %d statements", inserts.Load(), all.Load())
		}
	})
}

// A row that is refused while its piece is written row by row keeps its reason where that piece then breaks off: it is refused, and
// the healthy ones beside it were not reached.
func TestARefusedRowOfAPieceThatBreaksOffStaysRefused(t *testing.T) {
	eachGrade(t, func(ctx context.Context, t *testing.T, db *store.DB) {
		list := grades(func(s *resource.Spec[*grade]) {
			s.AfterSave = func(_ context.Context, _ store.Tx, _, now *grade) error {
				switch now.Rank {
				case 700:
					return problem.Refuse(problem.L("不行", "No"))
				case 702:
					return errors.New("the disk is gone")
				}
				return nil
			}
		})
		result, err := list.Import(ctx, db, resource.ImportFile{Name: "grades.csv", Data: gradeFile(1200), Partly: true})
		if err != nil || result.Created != 500 || result.Refused != 1 || result.NotReached != 699 || result.FaultCount != 700 || result.Read != 1200 {
			t.Errorf("%v: %d created, %d refused, %d not reached, %d faults", err, result.Created, result.Refused, result.NotReached, result.FaultCount)
		}
		for _, f := range result.Faults {
			if want := map[bool]string{true: "refused", false: "notWritten"}[f.Row == 701]; f.Rule != want {
				t.Errorf("row %d: %s", f.Row, f.Rule)
			}
		}
		if total := logged(ctx, t, db); total != "grades.csv created 500 open 700; read 1200 same 0 refused 1 skipped 0 brokeOff -1" {
			t.Errorf("the log says %s", total)
		}
	})
}

// What a list import has written is told though everything stops in the middle: who hears of an error alone sends the file again.
func TestAnImportThatIsCutTellsWhatIsIn(t *testing.T) {
	eachGrade(t, func(ctx context.Context, t *testing.T, db *store.DB) {
		ctx, cut := context.WithCancel(ctx)
		defer cut()
		r := grades(func(s *resource.Spec[*grade]) {
			s.AfterSave = func(_ context.Context, _ store.Tx, _, now *grade) error {
				if now.Rank == 700 {
					cut()
				}
				return nil
			}
		})
		result, err := r.Import(ctx, db, resource.ImportFile{Name: "g.csv", Data: gradeFile(1200), Partly: true})
		stored := countGrades(context.WithoutCancel(ctx), t, db)
		if err != nil || !result.Committed || stored == 0 || stored == 1200 || result.Created != stored || result.Refused != 0 || result.NotReached != 1200-stored || result.Rows[stored].Action != resource.ActionNotReached || result.Faults[0].Rule != "notWritten" {
			t.Errorf("%v: %d are in, told are %d, %d refused and %d not reached of %d", err, stored, result.Created, result.Refused, result.NotReached, result.Read)
		}
	})
}
