package instance_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/instance"
)

const jsp3 = "3 3\n0 3 1 2 2 2\n0 2 2 1 1 4\n1 4 2 3 0 1\n"

const fjs2 = "2 3 1.5\n2 1 1 5 2 2 4 3 6\n1 3 1 2 2 3 3 4\n"

const mould = `{"format":"mould/1","start":"2026-03-02T08:00:00+08:00","zone":"Asia/Shanghai","horizonDays":30,
"calendars":[{"id":"two","rest":[0],"closed":["2026-03-05"],"workdays":["2026-03-08"],"periods":[["08:00","24:00"]],"overtime":0},
 {"id":"night","periods":[["22:00","06:00"]]},{"id":"open"}],
"resources":[{"id":"M1","group":"MILL","cap":1,"manned":"two"},{"id":"N1","group":"NIGHT","manned":"night"},
 {"id":"D1","group":"EDM","cap":1,"manned":"two","run":"open"},{"id":"FIT","group":"FIT","cap":2,"manned":"two"},{"id":"HT","cap":0}],
"flow":{"default":60,"pairs":[["MILL","EDM",30],["M1","D1",20],["MILL","D1",25]]},
"jobs":[{"id":"A","due":"2026-03-20T17:00:00+08:00","weight":50}],
"ops":[{"id":"A-E1/10","job":"A","part":"E1","seq":10,"class":"electrode","modes":[{"on":"M1","run":120}]},
 {"id":"A-E2/10","job":"A","part":"E2","seq":10,"class":"electrode","modes":[{"on":"M1","run":120}]},
 {"id":"A-P1/20","job":"A","part":"P1","seq":20,"class":"edm","modes":[{"on":"D1","setup":30,"run":240,"unattended":true}]},
 {"id":"A-P1/30","job":"A","part":"P1","seq":30,"class":"outsourced","modes":[{"on":"HT","run":2880}]},
 {"id":"A-N/10","job":"A","modes":[{"on":"N1","run":60}]},
 {"id":"A-ASM/10","job":"A","part":"ASM","seq":10,"crew":1,"modes":[{"on":"FIT","run":480}]}],
"edges":[["A-P1/30","A-ASM/10"],{"from":"A-N/10","to":"A-ASM/10","lag":15,"flow":false}],
"electrodes":[{"op":"A-P1/20","transfer":1,"burns":[{"from":"A-E1/10","run":120},{"from":"A-E2/10","run":120}]}],
"fixed":[],"blocks":[{"on":"M1","start":0,"end":60}],"settings":{"goal":1,"rule":2,"direction":1}}`

func load(t *testing.T, text, format string) *instance.Loaded {
	t.Helper()
	l, err := instance.Parse([]byte(text), format, "")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestBenchmarks(t *testing.T) {
	for format, want := range map[string]int{"jsp": 9, "fjs": 3} {
		text := map[string]string{"jsp": jsp3, "fjs": fjs2}[format]
		l := load(t, text, "") // guessed
		if len(l.Problem.Ops) != want {
			t.Errorf("%s: %d operations, want %d", format, len(l.Problem.Ops), want)
		}
		plan, err := solver.Solve(context.Background(), l.Problem, l.Params, nil)
		if err != nil {
			t.Fatal(err)
		}
		if bad := check.Plan(l.Problem, plan); len(bad) > 0 {
			t.Error(bad)
		}
	}
	l := load(t, fjs2, "fjs")
	if m := l.Problem.Modes[1]; m.Resource != 1 || m.Run != 4 {
		t.Errorf("second mode %+v", m)
	}
}

// The example of the format: hand-over, set-up under manned hours, flow of the
// stronger pair, night shift and make-up day, all by hand.
func TestMould(t *testing.T) {
	l := load(t, mould, "")
	plan, err := solver.Solve(context.Background(), l.Problem, l.Params, nil)
	if err != nil {
		t.Fatal(err)
	}
	bad := check.Plan(l.Problem, plan)
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	want := map[string][2]string{
		"A-E1/10":  {"2026-03-02T09:00:00+08:00", "2026-03-02T11:00:00+08:00"}, // after the block
		"A-E2/10":  {"2026-03-02T11:00:00+08:00", "2026-03-02T13:00:00+08:00"},
		"A-P1/20":  {"2026-03-02T11:20:00+08:00", "2026-03-02T15:50:00+08:00"}, // 20 minutes of flow; E2 at its burn
		"A-P1/30":  {"2026-03-02T16:50:00+08:00", "2026-03-04T16:50:00+08:00"},
		"A-N/10":   {"2026-03-02T22:00:00+08:00", "2026-03-02T23:00:00+08:00"},
		"A-ASM/10": {"2026-03-04T17:50:00+08:00", "2026-03-06T09:50:00+08:00"}, // over the holiday
	}
	for _, o := range l.Result(plan, true).Ops {
		if diff := cmp.Diff(want[o.ID], [2]string{o.Start.(string), o.End.(string)}); diff != "" {
			t.Errorf("%s: %s", o.ID, diff)
		}
	}
	two := l.Problem.Calendars[1]
	sunday := solver.Min(time.Date(2026, 3, 8, 0, 0, 0, 0, time.UTC).Sub(l.Epoch) / time.Minute)
	for i, open := range two.Open { // Sunday 8 March is a make-up day, 08:00 there is 00:00 UTC
		if open == sunday {
			return
		}
		if open > sunday {
			t.Fatalf("interval %d opens at %d, none at %d", i, open, sunday)
		}
	}
}

func TestWriteThenRead(t *testing.T) {
	f, err := instance.Decode(strings.NewReader(mould))
	if err != nil {
		t.Fatal(err)
	}
	f.Fixed = nil // an empty list is left out
	f.Edges[1].ToAt = new(int32(0))
	f.Ops[0].Release = instance.On(time.Date(2026, 3, 2, 0, 30, 0, 0, time.UTC))
	var buf bytes.Buffer
	if err := instance.Write(&buf, f); err != nil {
		t.Fatal(err)
	}
	again, err := instance.Decode(&buf)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f, again); diff != "" {
		t.Error(diff)
	}
}

func TestErrorsCarryThePath(t *testing.T) {
	for _, row := range []struct{ old, with, path string }{
		{`"on":"D1"`, `"on":"D9"`, "ops[2].modes[0].on"},
		{`"job":"A","part":"E2"`, `"job":"Z","part":"E2"`, "ops[1].job"},
		{`["A-P1/30","A-ASM/10"]`, `["A-P1/31","A-ASM/10"]`, "edges[0].from"},
		{`"from":"A-E2/10","run"`, `"from":"nobody","run"`, "electrodes[0].burns[1].from"},
		{`"manned":"night"`, `"manned":"day"`, "resources[1].manned"},
		{`["22:00","06:00"]`, `["22:00","6"]`, "calendars[1].periods[0]"},
		{`"2026-03-05"`, `"5 March"`, "calendars[0].closed"},
		{`"id":"A-E2/10"`, `"id":"A-E1/10"`, "ops[1].id"},
		{`["MILL","EDM",30]`, `["MILL","XYZ",30]`, "flow.pairs[0]"},
		{`"format":"mould/1"`, `"format":"mould/2"`, "format"},
		{`"zone":"Asia/Shanghai"`, `"zone":"Nowhere"`, "zone"},
		{`"setup":30`, `"setup":-30`, "ops[2].modes[0].run"},
		{`"start":0,`, ``, "blocks[0].start"},
	} {
		_, err := instance.Parse([]byte(strings.Replace(mould, row.old, row.with, 1)), "mould", "")
		var bad *instance.Error
		if !errors.As(err, &bad) || bad.Path != row.path {
			t.Errorf("%s: %v, want path %s", row.with, err, row.path)
		}
	}
	for _, text := range []string{"", "3", "2 2\n0 1 1 1", "1 1\n4 1", "1 1\n0 -1", "a b", "1000000 1000000\n"} {
		var bad *instance.Error
		if _, err := instance.ReadJSP(strings.NewReader(text)); !errors.As(err, &bad) {
			t.Errorf("jsp %q: %v", text, err)
		}
	}
	for _, text := range []string{"", "1 1\n1 0", "1 1\n1 1 2 5", "1 1\n1 1 1 5 9", "1 1\n5"} {
		var bad *instance.Error
		if _, err := instance.ReadFJS(strings.NewReader(text)); !errors.As(err, &bad) {
			t.Errorf("fjs %q: %v", text, err)
		}
	}
}

// fuzz reads anything without panic, and what it reads can be planned.
func fuzz(f *testing.F, format string, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := instance.Parse(text, format, "")
		var bad *instance.Error
		if err != nil {
			if !errors.As(err, &bad) {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		if len(l.Problem.Ops) > 200 {
			return
		}
		var wrong *solver.ProblemError
		plan, err := solver.Solve(context.Background(), l.Problem, l.Params, nil)
		if err != nil {
			if !errors.As(err, &wrong) {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		if v := check.Plan(l.Problem, plan); len(v) > 0 {
			t.Fatal(v)
		}
	})
}

func FuzzJSP(f *testing.F)   { fuzz(f, "jsp", jsp3, "1 1\n0 0") }
func FuzzFJS(f *testing.F)   { fuzz(f, "fjs", fjs2, "1 1\n1 1 1 1") }
func FuzzMould(f *testing.F) { fuzz(f, "mould", mould) }
