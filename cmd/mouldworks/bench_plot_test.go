package main

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

func TestMeanGapsFollowTheSearch(t *testing.T) {
	rows := []measured{
		{reference: 100, curve: []moment{{0.1, 150}, {1, 120}}},
		{reference: 200, curve: []moment{{0.2, 220}, {2, 200}}},
	}
	got := meanGaps(rows, []float64{0.1, 0.2, 1, 5})
	want := []float64{math.NaN(), 30, 15, 10} // per cent: (50+10)/2, (20+10)/2, (20+0)/2
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9 || math.IsNaN(want[i]) != math.IsNaN(got[i]) {
			t.Errorf("at %d: %g, not %g", i, got[i], want[i])
		}
	}
}

func TestThePlotIsAPictureWithALineASet(t *testing.T) {
	ticks := ticksTo(10)
	if ticks[0] != 0.01 || ticks[len(ticks)-1] != 10 {
		t.Fatalf("from %g to %g", ticks[0], ticks[len(ticks)-1])
	}
	flat := make([]float64, len(ticks))
	late := make([]float64, len(ticks))
	for i := range late {
		late[i] = math.NaN()
	}
	late[len(late)-1] = 4
	text := plot([]line{{"ta", flat}, {"barnes", flat}, {"mould-60", late}}, ticks)
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(text, `stroke-width="2"`); n != 3 || strings.Contains(text, "NaN") {
		t.Errorf("%d lines:\n%s", n, text)
	}
	heights := spread([]line{{"ta", flat}, {"barnes", flat}}, func(float64) float64 { return 300 })
	if math.Abs(heights[0]-heights[1]) < 12 {
		t.Errorf("two names on one place: %v", heights)
	}
}
