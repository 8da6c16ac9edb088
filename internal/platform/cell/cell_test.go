package cell_test

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		" M1 ": "M1", "\ufeffM1\u200b": "M1", "Ｍ１２ａ": "M12a", "Ｍ－１２": "M-12", "a\u00a0b\u3000c": "a b c", "模具（新），好": "模具（新），好",
		"a\tb": "a b", "a\r\nb\rc": "a\nb\nc", "soft\u00adhyphen": "softhyphen", "\u202aM1\u202c": "M1", "É²": "É²", "": "",
		"M\u3164\u115f1\ufe0f\u034f\U000e0041": "M1", "\u3164": "", "M\u28001": "M 1", "E\u0301": "É", "\u06001": "\u06001",
	} {
		if got := cell.Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"－": "-", "—": "-", "１２：３０": "12:30", "Ａ／Ｂ": "A/B", "1。5": "1.5"} {
		if got := cell.Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
	if got := cell.Key(" Ｃnc  Mill（A） "); got != "cnc mill(a)" {
		t.Errorf("Key gave %q", got)
	}
	if got := cell.Title("Name * "); got != "name" {
		t.Errorf("Title gave %q", got)
	}
	for text, want := range map[string]bool{"#": true, "# a remark": true, "＃ 备注": true, "#N/A": false, "#REF!": false, "a#": false, "": false} {
		if cell.Comment(text) != want {
			t.Errorf("Comment(%q) is not %v", text, want)
		}
	}
	for text, rule := range map[string]string{
		"#N/A": cell.RuleFormula, "#FORMULA!": cell.RuleFormula, "a\x00b": cell.RuleControl, "a\x1fb": cell.RuleControl, "a\u0085": "", "two\nlines": "",
		"1.23456789012345E+18": cell.RuleFormat, "1.23457E+11": cell.RuleFormat, "2e100": cell.RuleFormat, "9.9E+10": "", "1E3": "", "12E+18": "", "A1E+18": "", "1.E+18": "",
	} {
		if got := ruleOf(cell.Check(text)); got != rule {
			t.Errorf("Check(%q) = %q, want %q", text, got, rule)
		}
	}
}

func ruleOf(f *cell.Fault) string {
	if f == nil {
		return ""
	}
	return f.Rule
}

func TestNumbers(t *testing.T) {
	for in, want := range map[string]string{
		"1234.5": "1234.5", "1,234.5": "1234.5", "1 234": "1234", "１２３４．５": "1234.5", "1，234，567": "1234567", "1.5E3": "1500",
		"−2": "-2", "+3": "3", "0.30000000000000004": "0.3", " 7\u200b ": "7", ".5": "0.5", "12\u00a0345": "12345",
	} {
		d, bad := cell.Number(in)
		if bad != nil || d.Kept.String() != want {
			t.Errorf("%q is %v (%v), want %s", in, d, bad, want)
		}
	}
	for _, in := range []string{"", "1,5", "1,23,456", "1.234,5", "12,34", "1 2", "8h", "½", "0x10", "１／２", "--1"} {
		if d, bad := cell.Number(in); ruleOf(bad) != cell.RuleNumber {
			t.Errorf("%q was read as %v", in, d)
		}
	}
	for _, in := range []string{"1e99", "1000000000", "-99999999999.5"} {
		if _, bad := cell.Number(in); ruleOf(bad) != cell.RuleRange {
			t.Errorf("%q is not told to be too large: %v", in, bad)
		}
	}
	if n, bad := cell.Integer("3.0"); bad != nil || n != 3 {
		t.Error(n, bad)
	}
	if _, bad := cell.Integer("many"); ruleOf(bad) != cell.RuleNumber || bad.Text.In("en") != "Must be a whole number such as 12" || bad.Text.In("zh") != "必须是整数，例如 12" {
		t.Errorf("no number in a column of whole numbers: %+v", bad)
	}
	if n, bad := cell.Integer("3.5"); ruleOf(bad) != cell.RuleInteger {
		t.Error(n, bad)
	}
	if n, bad := cell.Integer("3.0000001"); ruleOf(bad) != cell.RuleInteger {
		t.Error(n, bad)
	}
	if h, bad := cell.Hours("１．５"); bad != nil || quantity.HoursToMinutes(h.Kept) != 90 {
		t.Error(h, bad)
	}
	if h, bad := cell.Hours("5000:00:20"); bad != nil || !h.Above(quantity.Whole(5000)) {
		t.Error(h, bad)
	}
	if r, bad := cell.Rate("100.00001%", false); bad != nil || !r.Above(quantity.Whole(1)) {
		t.Error(r, bad)
	}
}

// A wall time that a zone's clock leaves out is no time: the hour after it would be a guess. Beside it, and as an instant, it counts.
func TestATimeThatTheClockLeavesOutIsRefused(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"2027-03-28 02:00": "", "2027-03-28 02:30": "", "2027/3/28 2:59": "", "2027年3月28日2时30分": "",
		"2027-03-28 01:59": "2027-03-28 01:59", "2027-03-28 03:00": "2027-03-28 03:00", "2027-03-28T01:30:00Z": "2027-03-28 03:30", "2027-03-28": "2027-03-28",
		"2027-10-31 02:30": "2027-10-31 02:30", "2027-03-27 24:00": "2027-03-28 00:00",
	} {
		w, bad := cell.Dates{Zone: zone}.When(in)
		if want == "" && (ruleOf(bad) != cell.RuleDate || !strings.Contains(bad.Text.In("en"), "put forward")) || want != "" && (bad != nil || w.Show(zone) != want) {
			t.Errorf("%q is %s (%v), want %q", in, w.Show(zone), bad, want)
		}
	}
}

func TestDates(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	dates := cell.Dates{Zone: zone}
	for in, want := range map[string]string{
		"2027-05-01": "2027-05-01", "2027/5/1": "2027-05-01", "2027.5.1": "2027-05-01", "2027年5月1日": "2027-05-01", "20270430": "2027-04-30", "2027年5月1号": "2027-05-01",
		"２０２７年５月１日": "2027-05-01", "46508": "2027-05-01", "46508.0": "2027-05-01", "46508.75": "2027-05-01 18:00",
		"2027-05-01 8:30": "2027-05-01 08:30", "2027年5月1日 08：30": "2027-05-01 08:30", "2027年5月1日8时30分": "2027-05-01 08:30",
		"2027-05-01T08:30:00Z": "2027-05-01 16:30", "2027/5/1 8:30 PM": "2027-05-01 20:30", "2027-05-01 24:00": "2027-05-02 00:00", "2199-12-31": "2199-12-31",
		"": "", "20": "", "1": "", "20270431": "", "2027-13-01": "", "01/05/2027": "", "1899-12-31": "", "3000-01-01": "", "99999999": "", "2027-05-01 25:00": "", "tomorrow": "",
	} {
		w, bad := dates.When(in)
		if want == "" {
			if ruleOf(bad) != cell.RuleDate {
				t.Errorf("%q was read as %s", in, w.Show(zone))
			}
			continue
		}
		if bad != nil || w.Show(zone) != want {
			t.Errorf("%q is %s (%v), want %s", in, w.Show(zone), bad, want)
		}
	}
	for in, want := range map[string]string{
		"9999-12-31": "The year must lie between 1990 and 2199", "1989-12-31": "The year must lie between 1990 and 2199", "2200/1/1 8:00": "The year must lie between 1990 and 2199", "３０００年１月１日": "The year must lie between 1990 and 2199",
		"2200-01-01T00:00:00Z": "The year must lie between 1990 and 2199", "20": "As a date this number lies outside the years 1990 to 2199; write 2026-03-20", "2027-02-29": "There is no such day in the calendar", "2027-13-01": "Must be a date, with or without a time, such as 2026-03-20 or 2026-03-20 17:00",
	} {
		if _, bad := dates.When(in); bad == nil || bad.Text.In("en") != want {
			t.Errorf("%q: %v", in, bad)
		}
	}
	old := cell.Dates{Zone: zone, Date1904: true}
	if d, bad := old.Date("45046"); bad != nil || d != "2027-05-01" {
		t.Error(d, bad)
	}
	w, _ := dates.When("2027-05-01")
	if want := time.Date(2027, 4, 30, 16, 0, 0, 0, time.UTC); !w.At.Equal(want) || w.Day != quantity.Date("2027-05-01") {
		t.Errorf("%+v", w)
	}
}

// A spreadsheet program writes a day as its midnight: what is due then is due at the end of that day, not of the one before.
func TestTheMidnightOfASpreadsheetIsItsDay(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	dates := cell.Dates{Zone: zone}
	for in, want := range map[string]string{
		"2027-05-01": "2027-05-01T16:00:00Z", "2027-05-01 00:00": "2027-05-01T16:00:00Z", "2027-05-01T00:00:00": "2027-05-01T16:00:00Z", "2027-05-01 00:00:00": "2027-05-01T16:00:00Z",
		"2027/5/1 0:00": "2027-05-01T16:00:00Z", "2027年5月1日 0时": "2027-05-01T16:00:00Z", "２０２７－０５－０１　００：００": "2027-05-01T16:00:00Z", "2027-05-01 12:00 AM": "2027-05-01T16:00:00Z",
		"2027-05-01 00:00:30": "2027-05-01T16:00:00Z", "46508": "2027-05-01T16:00:00Z", "46508.00001": "2027-05-01T16:00:00Z", "2027-05-01T00:00:00+08:00": "2027-05-01T16:00:00Z",
		"2027-05-01 24:00": "2027-05-01T16:00:00Z", "2027-05-01 00:01": "2027-04-30T16:01:00Z", "2027-05-01 08:30": "2027-05-01T00:30:00Z",
		"2027-04-30T16:00:00Z": "2027-04-30T16:00:00Z", "2027-04-30T12:00:00-04:00": "2027-04-30T16:00:00Z",
	} {
		w, bad := dates.When(in)
		if due := w.Due(zone); bad != nil || due.At.Format(time.RFC3339) != want {
			t.Errorf("%q is due %s (%v), want %s", in, due.At.Format(time.RFC3339), bad, want)
		}
	}
	w, _ := dates.When("2027-05-01 00:00")
	if got := w.Due(zone).Show(zone); got != "2027-05-01" {
		t.Errorf("it is shown as %s", got)
	}
}

// A column of days takes the midnight of a spreadsheet program, and refuses a time of day that it would lose.
func TestADayHasNoTime(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	dates := cell.Dates{Zone: zone}
	const noTime, noDay = "Must be a date without a time such as 2026-03-20", "Must be a date such as 2026-03-20"
	for in, want := range map[string]string{
		"2027-05-01": "2027-05-01", "46508": "2027-05-01", "20270501": "2027-05-01", "2027-05-01 00:00": "2027-05-01", "2027-05-01T00:00:00": "2027-05-01", "2027-05-01T00:00:00Z": "2027-05-01", "2027-04-30T16:00:00Z": "2027-05-01",
		"2027-05-01 24:00": "2027-05-01", "2027年5月1日 24:00": "2027-05-01", "2027-05-01 08:30": noTime, "46508.5": noTime, "2027-05-01T20:00:00Z": noTime, "tomorrow": noDay, "2027-13-01": noDay, "2027-02-29": "There is no such day in the calendar",
	} {
		d, bad := dates.Date(in)
		got := string(d)
		if bad != nil {
			got = bad.Text.In("en")
		}
		if got != want {
			t.Errorf("%q is %s, want %s", in, got, want)
		}
	}
}

func TestClocks(t *testing.T) {
	for in, want := range map[string]string{
		"08:00": "08:00", "8:05": "08:05", "８：００": "08:00", "0.333333333333333": "08:00", "0": "00:00", "24:00": "24:00", "1": "24:00",
		"20:15:30": "20:15", "8点30分": "08:30", "8时": "08:00", "8:30 pm": "20:30",
	} {
		m, bad := cell.Clock(in)
		if bad != nil || cell.ShowClock(m) != want {
			t.Errorf("%q is %s (%v), want %s", in, cell.ShowClock(m), bad, want)
		}
	}
	for _, in := range []string{"", "8", "24:01", "25:00", "08:60", "-1:00", "noon", "800"} {
		if m, bad := cell.Clock(in); ruleOf(bad) != cell.RuleTime {
			t.Errorf("%q was read as %d minutes", in, m)
		}
	}
}

func TestChoicesAndFlags(t *testing.T) {
	options := []cell.Option{{Value: 0, Label: problem.L("待产", "open")}, {Value: 3, Label: problem.L("完工", "Finished")}}
	for in, want := range map[string]int{"0": 0, "3.0": 3, "３": 3, "完工": 3, "FINISHED ": 3, "3 完工": 3, "0 open": 0} {
		if n, bad := cell.Choice(in, options); bad != nil || n != want {
			t.Errorf("%q is %d (%v), want %d", in, n, bad, want)
		}
	}
	_, bad := cell.Choice("1", options)
	if ruleOf(bad) != cell.RuleChoice || bad.Text.In("en") != "Must be one of: 0 open, 3 Finished" || bad.Text.In("zh") != "只能填：0 待产、3 完工" {
		t.Errorf("%+v", bad)
	}
	yes, no := problem.L("有效", "effective"), problem.L("无效", "expired")
	for in, want := range map[string]bool{"有效": true, "EFFECTIVE": true, "无效": false, "是": true, "否": false, "Ｙ": true, "no": false, "true": true, "FALSE": false, "1": true, "0": false, "√": true, "×": false} {
		if got, bad := cell.Flag(in, yes, no); bad != nil || got != want {
			t.Errorf("%q is %v (%v)", in, got, bad)
		}
	}
	for _, in := range []string{"", "2", "maybe", "x", "Ｘ"} {
		if _, bad := cell.Flag(in, problem.Text{}, problem.Text{}); ruleOf(bad) != cell.RuleChoice {
			t.Errorf("%q was taken", in)
		}
	}
}

func TestNames(t *testing.T) {
	n := cell.NewNames()
	n.Add("EDM-1", "a")
	n.Add("mill", "b")
	n.Add("MILL", "c")
	n.Add("线切割（慢）", "d")
	for text, want := range map[string]string{"EDM-1": "a", "edm-1": "a", " ＥＤＭ-1\u200b": "a", "mill": "b", "MILL": "c", "Mill": "", "线切割(慢)": "d", "": "", "x": ""} {
		if id, found := n.Find(text); id != want || found != (want != "") {
			t.Errorf("%q is %q, want %q", text, id, want)
		}
	}
}

// Hours that are not 0 never become 0 unseen, however they are written.
func TestHoursBelowHalfAMinuteAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"0": "", "0:00": "", "0:00:30": "", "0.0084": "", "0.004": cell.RuleShort, "０．００４": cell.RuleShort, "4E-3": cell.RuleShort, "1e-9": cell.RuleShort, "0:00:29": cell.RuleShort,
	} {
		if _, bad := cell.Hours(text); (bad != nil) != (want != "") || bad != nil && bad.Rule != want {
			t.Errorf("%q: %+v, want %q", text, bad, want)
		}
	}
}

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"M1": "M1", "\tM1\n": "M1", "M\n1": "M 1", "M \r\n\t 1": "M 1", "M\r1": "M 1", "M\n\n\u00a01": "M 1", "M\u20281": "M 1", "M\t1": "M 1", "M  1": "M  1", "\n": "", "Ｍ\n１": "M 1",
	} {
		if got := cell.Line(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
