package problem

// Count words a number of things, with one verb %d in each text; English has words of its own for a single one.
func Count(n int, zh, one, many string) Text {
	if n != 1 {
		one = many
	}
	return L(zh, one).With(n)
}
