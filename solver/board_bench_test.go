package solver_test

import (
	"context"
	"testing"

	"mouldworks/solver"
)

func BenchmarkOpenBoard100000(b *testing.B) {
	p := largeShop(600, 21, 4)
	shop, err := solver.Prepare(p)
	if err != nil {
		b.Fatal(err)
	}
	plan, err := shop.Solve(context.Background(), solver.Params{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := shop.Open(plan); err != nil {
			b.Fatal(err)
		}
	}
}
