package solver

import "math/bits"

// dirtySet is a set of positions from which the least is taken again and
// again: one bit per position, one summary bit per word.
type dirtySet struct {
	word, sum []uint64
	least     int // no word of sum before it has a bit
}

func (d *dirtySet) reset(n int) {
	d.word = make([]uint64, n/64+1)
	d.sum = make([]uint64, len(d.word)/64+1)
	d.least = len(d.sum)
}

func (d *dirtySet) add(i int32) {
	w := i >> 6
	d.word[w] |= 1 << (i & 63)
	d.sum[w>>6] |= 1 << (w & 63)
	d.least = min(d.least, int(w>>6))
}

// take removes and returns the least position, -1 when there is none.
func (d *dirtySet) take() int32 {
	for ; d.least < len(d.sum); d.least++ {
		if b := d.sum[d.least]; b != 0 {
			w := d.least<<6 + bits.TrailingZeros64(b)
			x := d.word[w]
			i := w<<6 + bits.TrailingZeros64(x)
			if x &= x - 1; x == 0 {
				d.sum[d.least] = b & (b - 1)
			}
			d.word[w] = x
			return int32(i)
		}
	}
	return -1
}

// clear empties the set.
func (d *dirtySet) clear() {
	for d.take() >= 0 {
	}
}
