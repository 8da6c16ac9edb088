package production

import "testing"

// Pieces are copies of an electrode's design; another part that once was an electrode may still hold a number of them.
func TestOnlyElectrodesAreMadeInPieces(t *testing.T) {
	for _, c := range []struct {
		name string
		part Part
		want int
	}{
		{"an electrode", Part{Kind: Electrode, Qty: 2, Pieces: 3}, 6},
		{"an electrode of unknown pieces", Part{Kind: Electrode, Qty: 2}, 2},
		{"a workpiece with pieces of before", Part{Kind: Workpiece, Qty: 2, Pieces: 3}, 2},
	} {
		if got := c.part.Made(); got != c.want {
			t.Errorf("%s: %d made, want %d", c.name, got, c.want)
		}
	}
}
