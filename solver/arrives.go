package solver

// Arrives returns when everything is there that o waits for in mode m, in the trial or in the plan when none is open: the
// releases, what the board holds back, and the edges into its set-up. None where something never arrives.
func (b *Board) Arrives(o, m int32) Min {
	from, _, ok := b.now().arrival(o, m)
	if !ok {
		return None
	}
	return from
}
