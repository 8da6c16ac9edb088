package explain_test

import (
	"testing"

	"mouldworks/solver/explain"
)

// Every late mould of the demo shop, one after the other: the time is that of one of them.
func BenchmarkExplainLateMould(b *testing.B) { explainLate(b, 60) }

// The same with twelve times as many moulds.
func BenchmarkExplainLateMould75000(b *testing.B) { explainLate(b, 750) }

func explainLate(b *testing.B, moulds int) {
	shop, plan, board := mouldShop(b, moulds, 1)
	x := explain.New(shop, plan)
	var late []int32
	for j := range shop.Problem.Jobs {
		if e := x.Job(int32(j)); e.Late() > 0 {
			late = append(late, int32(j))
		}
	}
	b.ReportMetric(float64(len(shop.Problem.Ops)), "tasks")
	causes, n := 0, 0
	for b.Loop() {
		e := x.Job(late[n%len(late)])
		if err := x.JobCauses(board, e, late[n%len(late)]); err != nil {
			b.Fatal(err)
		}
		causes, n = causes+len(e.Causes), n+1
	}
	b.ReportMetric(float64(causes)/float64(n), "causes/op")
}
