package quantity_test

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"mouldworks/internal/platform/quantity"
)

func TestDecimalReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := quantity.Decimal(rapid.Int64Range(-999_999_999_999_999, 999_999_999_999_999).Draw(t, "d"))
		b, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var back quantity.Decimal
		if err := json.Unmarshal(b, &back); err != nil || back != d {
			t.Fatalf("%s came back as %s (%v)", d, back, err)
		}
	})
}

// VALID-03: six decimals, never more.
func TestDecimalKeepsSixDecimals(t *testing.T) {
	for in, want := range map[string]string{"1.2345675": "1.234568", "0.1": "0.1", "007": "7", "-2.50": "-2.5", "1e3": "1000", ".5": "0.5"} {
		d, err := quantity.ParseDecimal(in)
		if err != nil || d.String() != want {
			t.Errorf("%s: got %s, %v, want %s", in, d, err, want)
		}
	}
	for _, in := range []string{"", ".", "abc", "1.2.3", "1000000000", "--1", "1,5"} {
		if d, err := quantity.ParseDecimal(in); err == nil {
			t.Errorf("%q was read as %s", in, d)
		}
	}
}

// A limit holds what was typed, not what is kept of it.
func TestAFigureIsHeldAgainstALimitAsItWasTyped(t *testing.T) {
	for _, x := range []struct {
		typed, limit, kept string
		below, above       bool
	}{
		{"100.0000001", "100", "100", false, true},
		{"99.9999999", "100", "100", true, false},
		{"100.0000000", "100", "100", false, false},
		{"0.0000006", "0.000001", "0.000001", true, false},
		{"0.0000004", "0.000001", "0", true, false},
		{"-0.0000004", "0", "0", true, false},
		{"-0.0000006", "0", "-0.000001", true, false},
		{"-1e-300", "0", "0", true, false},
		{"1.000000000000001e2", "100", "100", false, true},
	} {
		f, err := quantity.ParseFigure(x.typed)
		limit, _ := quantity.ParseDecimal(x.limit)
		if err != nil || f.Kept.String() != x.kept || f.Below(limit) != x.below || f.Above(limit) != x.above {
			t.Errorf("%s against %s: kept as %s, below %t, above %t, %v", x.typed, x.limit, f.Kept, f.Below(limit), f.Above(limit), err)
		}
	}
}

func TestHoursRoundHalfUpOnce(t *testing.T) {
	for in, want := range map[string]quantity.Minutes{"1": 60, "0.25": 15, "0.008": 0, "0.0084": 1, "2.5": 150, "1.008333": 60, "1.008334": 61} {
		m, err := quantity.ParseHours(in)
		if err != nil || m != want {
			t.Errorf("%s h: got %d min, %v, want %d", in, m, err, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		m := quantity.Minutes(rapid.Int64Range(0, 50_000_000).Draw(t, "m"))
		b, _ := json.Marshal(m)
		var back quantity.Minutes
		if err := json.Unmarshal(b, &back); err != nil || back != m {
			t.Fatalf("%d min came back as %d (%v)", m, back, err)
		}
	})
}

func TestDateMeansItsEndWhenDue(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	d, err := quantity.ParseDate("2026/3/5")
	if err != nil || d != "2026-03-05" {
		t.Fatalf("got %q, %v", d, err)
	}
	if got := d.End(zone).UTC().Format(time.RFC3339); got != "2026-03-05T16:00:00Z" {
		t.Errorf("the end of the day is %s", got)
	}
	for _, bad := range []string{"2026-02-30", "yesterday", "20260305"} {
		if d, err := quantity.ParseDate(bad); err == nil {
			t.Errorf("%q was read as %s", bad, d)
		}
	}
}

// Hours that are not 0 never become 0 unseen.
func TestHoursBelowHalfAMinuteAreTold(t *testing.T) {
	for text, want := range map[string]bool{
		"0": false, "0.000": false, "": false, "x": false, "0.0084": false, "0.016667": false, "1": false, "-1": false,
		"0.008": true, "0.004": true, "1e-9": true, ".001": true, "-0.004": true, "0.0000001": true,
	} {
		if got := quantity.LessThanAMinute(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
