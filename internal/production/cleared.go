package production

import "mouldworks/internal/production/workbook"

// refill makes of cells with a dash what a new row has, where nothing would be no value: there is no part of no kind, no
// operation done by nobody, and a mould without a priority would make its lateness count for nothing.
func refill(b *workbook.Book) {
	for i := range b.Moulds {
		reset(&b.Moulds[i].Priority, usualPriority)
	}
	for i := range b.Parts {
		reset(&b.Parts[i].Kind, Workpiece)
		reset(&b.Parts[i].Qty, 1)
	}
	for i := range b.Electrodes {
		reset(&b.Electrodes[i].Pieces, 1)
	}
	for i := range b.Operations {
		reset(&b.Operations[i].Crew, 1)
		reset(&b.Operations[i].Pausable, true)
	}
	for i := range b.EDMLinks {
		reset(&b.EDMLinks[i].PiecesUsed, 1)
	}
	for i := range b.Batches {
		reset(&b.Batches[i].State, BatchDispatched)
	}
}

func reset[T any](c *workbook.Cell[T], usual T) {
	if c.State == workbook.Cleared {
		*c = workbook.Of(usual)
	}
}
