package instance_test

import (
	"testing"

	"mouldworks/solver/instance"
)

// The first jobs of ta01 and ta80 as published, machines counted from 0.
func TestTaillardGenerator(t *testing.T) {
	for number, want := range map[int][][2]int32{
		1: {{6, 94}, {12, 66}, {4, 10}, {7, 53}, {3, 26}, {2, 15}, {10, 65}, {11, 82}, {8, 10}, {14, 27}, {9, 93}, {13, 92}, {5, 96}, {0, 70}, {1, 83}},
	} {
		l, err := instance.Taillard(number)
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want {
			if m := l.Problem.Modes[i]; m.Resource != w[0] || m.Run != w[1] {
				t.Errorf("ta%02d operation %d: machine %d for %d, want %v", number, i+1, m.Resource, m.Run, w)
			}
		}
	}
	for _, number := range []int{0, 81} {
		if _, err := instance.Taillard(number); err == nil {
			t.Errorf("ta%d accepted", number)
		}
	}
	if _, err := instance.TaillardShop(3, 3, 0, 1); err == nil {
		t.Error("seed 0 accepted")
	}
}
