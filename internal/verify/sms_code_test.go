package verify_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

func wrongCode(code string) string {
	if code == "000000" {
		return "000001"
	}
	return "000000"
}

// SMS-02, SMS-08, PWD-08: 4 to 6 digits, five minutes, five tries, once, for its own number and purpose; the newest only.
func TestTheLifeOfACode(t *testing.T) {
	eachDesk(t, func(d *desk) {
		code := d.fresh("one", first, 4)
		for _, typed := range []string{"", "123", "1234567", "12a456", "１２３４", " 1234", "1234\n"} {
			if rule := ruleOf(d.t, d.check(first, verify.Switching, typed)); rule != "digits" {
				d.t.Errorf("%q breaks %q", typed, rule)
			}
		}
		for name, try := range map[string]struct {
			phone   string
			purpose verify.Purpose
		}{"another number": {second, verify.Switching}, "another purpose": {first, verify.Recovery}} {
			if rule := ruleOf(d.t, d.check(try.phone, try.purpose, code)); rule != "verification" {
				d.t.Errorf("the code is good for %s", name)
			}
		}
		if rule := ruleOf(d.t, d.check(first, verify.Switching, "1234")); rule != "verification" {
			d.t.Errorf("four digits are %q", rule)
		}
		if rule := ruleOf(d.t, d.check(first, verify.Switching, code)); rule != "" {
			d.t.Errorf("the right code is %q", rule)
		}
		if rule := ruleOf(d.t, d.check(first, verify.Switching, code)); rule != "verification" {
			d.t.Errorf("the code works twice")
		}

		d.later(61 * time.Second)
		code = d.fresh("one", first, 4)
		d.later(5*time.Minute - time.Second)
		if rule := ruleOf(d.t, d.check(first, verify.Switching, code)); rule != "" {
			d.t.Errorf("after 4:59 the code is %q", rule)
		}
		code = d.fresh("one", first, 4)
		d.later(5 * time.Minute)
		if rule := ruleOf(d.t, d.check(first, verify.Switching, code)); rule != "verification" {
			d.t.Error("the code lives longer than 5 minutes")
		}

		d.later(time.Hour)
		code = d.fresh("one", first, 4)
		for range 5 {
			if rule := ruleOf(d.t, d.check(first, verify.Switching, wrongCode(code))); rule != "verification" {
				d.t.Errorf("a wrong code is %q", rule)
			}
		}
		if rule := ruleOf(d.t, d.check(first, verify.Switching, code)); rule != "verification" {
			d.t.Error("the code works after five wrong tries")
		}
		d.later(61 * time.Second)
		old := d.fresh("one", first, 4)
		d.later(61 * time.Second)
		if fresh := d.fresh("one", first, 4); old != fresh {
			if rule := ruleOf(d.t, d.check(first, verify.Switching, old)); rule != "verification" {
				d.t.Error("an older code still works")
			}
		}
	})
}

// Attack: ten wrong codes at once use the five tries up between them, so that the right one comes too late.
func TestTriesAtOnceAreCounted(t *testing.T) {
	eachDesk(t, func(d *desk) {
		code := d.fresh("one", first, 4)
		atOnce := func(n int, typed string) (heard int) {
			answers := make(chan error, n)
			for range n {
				go func() { answers <- d.check(first, verify.Switching, typed) }()
			}
			for range n {
				if err := <-answers; err == nil {
					heard++
				} else if rule := ruleOf(d.t, err); rule != "verification" {
					d.t.Errorf("a try answers %q", rule)
				}
			}
			return heard
		}
		wrong := "111111"
		if code == wrong {
			wrong = "222222"
		}
		if n := atOnce(10, wrong); n != 0 {
			d.t.Errorf("a wrong code was heard %d times", n)
		}
		if n := atOnce(1, code); n != 0 {
			d.t.Error("after ten wrong codes the right one is heard")
		}
		d.later(61 * time.Second)
		if n := atOnce(5, d.fresh("one", first, 4)); n != 1 {
			d.t.Errorf("the right code was heard %d times", n)
		}
	})
}

// Attack: asking for codes without a solved puzzle keeps nothing of the numbers that were made up.
func TestWithoutAPuzzleNothingIsKept(t *testing.T) {
	eachDesk(t, func(d *desk) {
		for i := range 5 {
			if _, a := d.send("", fmt.Sprintf("1380000%04d", i), 2); a.Code != problem.Refused {
				d.t.Errorf("without a puzzle: %+v", a)
			}
		}
		var kept struct {
			bun.BaseModel `bun:"table:sms_number"`
		}
		if err := d.db.SystemRead(d.t.Context(), "the test counts numbers", func(tx store.Tx) error {
			n, err := tx.Select(&kept).Count(d.t.Context())
			if n != 0 {
				d.t.Errorf("%d numbers are kept", n)
			}
			return err
		}); err != nil {
			d.t.Fatal(err)
		}
	})
}

// The database holds no code in the clear, and the log of messages none at all.
func TestNoTableHoldsACode(t *testing.T) {
	eachDesk(t, func(d *desk) {
		code := d.fresh("one", first, 4)
		var kept struct {
			bun.BaseModel `bun:"table:sms_code"`
			Salt          string `bun:"salt"`
			CodeHash      string `bun:"code_hash"`
		}
		var logged verify.Sent
		if err := d.db.SystemRead(d.t.Context(), "the test reads what is kept", func(tx store.Tx) error {
			if err := tx.Select(&kept).Scan(d.t.Context()); err != nil {
				return err
			}
			return tx.Select(&logged).Scan(d.t.Context())
		}); err != nil {
			d.t.Fatal(err)
		}
		if kept.CodeHash == code || len(kept.CodeHash) != 64 || kept.Salt == "" {
			d.t.Errorf("kept is %+v", kept)
		}
		if logged.Outcome != "sent" || logged.Receipt != "receipt" || logged.Home != "t1" || logged.AccountID != "a1" || logged.Phone != first {
			d.t.Errorf("logged is %+v", logged)
		}
	})
}

// What is spent goes: puzzles after an hour, codes after a day, the log after 180 days.
func TestSpentRowsGo(t *testing.T) {
	eachDesk(t, func(d *desk) {
		d.fresh("one", first, 4)
		d.solve("one", first, 4)
		rows := func() (n [4]int) {
			for i, table := range []any{(*puzzleRow)(nil), (*passRow)(nil), (*codeRow)(nil), (*verify.Sent)(nil)} {
				if err := d.db.SystemRead(d.t.Context(), "the test counts", func(tx store.Tx) (err error) {
					n[i], err = tx.Select(table).Count(d.t.Context())
					return err
				}); err != nil {
					d.t.Fatal(err)
				}
			}
			return n
		}
		for _, step := range []struct {
			later time.Duration
			want  [4]int
		}{{0, [4]int{2, 1, 1, 1}}, {61 * time.Minute, [4]int{0, 0, 1, 1}}, {24 * time.Hour, [4]int{0, 0, 0, 1}}, {180 * 24 * time.Hour, [4]int{}}} {
			d.later(step.later)
			if err := d.verify.Forget(d.t.Context()); err != nil {
				d.t.Fatal(err)
			}
			if got := rows(); got != step.want {
				d.t.Errorf("after %v: %v, want %v", step.later, got, step.want)
			}
		}
	})
}

type puzzleRow struct {
	bun.BaseModel `bun:"table:puzzle"`
	Gap           int `bun:"gap"`
}

type passRow struct {
	bun.BaseModel `bun:"table:puzzle_pass"`
	ID            string `bun:"id,pk"`
}

type codeRow struct {
	bun.BaseModel `bun:"table:sms_code"`
	Phone         string `bun:"phone,pk"`
}
