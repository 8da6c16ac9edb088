package production

import (
	"maps"

	"mouldworks/internal/production/workbook"
	"mouldworks/internal/route"
)

// What stays of a mould that a file replaces, although the file does not hold it: what has begun, whole, and what is hidden.

// staying are the keys of what stays, inFile among them: what the person's roles hide, and parts that the file leaves out though
// work on them or on a batch of them has begun, whole. kept hears of the first operation or batch of each on which it has.
func (in *importer) staying(inFile map[workbook.Key]bool, begun map[string]bool, kept func(sheet string, key workbook.Key)) map[workbook.Key]bool {
	if in.upload.Mode != ModeReplace {
		return inFile
	}
	held, concealed := maps.Clone(inFile), in.concealedParts()
	for part := range concealed {
		held[part] = true
	}
	whole, quiet, quietly := map[workbook.PartKey]bool{}, map[workbook.PartKey]bool{}, false
	hold := func(part workbook.PartKey, sheet string, key workbook.Key, isQuiet bool) {
		isQuiet = isQuiet || in.concealsRow(key)
		if whole[part] || isQuiet && !quietly || !in.partGoes(part, inFile) {
			return
		}
		whole[part], quiet[part] = true, isQuiet
		switch {
		case quiet[part]: // it stays for hidden work, in silence
		case inFile[key]: // the file lacks the part alone
			kept(sheetOfPart(in.stored.parts[part]), part)
		default:
			kept(sheet, key)
		}
	}
	inSilence := in.concealedBatches()
	operations, links, batches, lines := sortedKeys(in.stored.operations), sortedKeys(in.stored.links), sortedKeys(in.stored.batches), in.linesOfBegun(inFile, begun)
	for _, quietly = range []bool{false, true} { // what stays for work that is seen is told, whatever else it stays for
		for _, key := range operations {
			if o := in.stored.operations[key]; begun[o.ID] {
				hold(key.Of(), "operations", key, in.hidden[o.ID])
			}
		}
		for _, key := range batches {
			if id := in.stored.batches[key].ID; begun[id] {
				hold(workbook.PartKey{Mould: key.Mould, Part: key.Part}, "batches", key, inSilence[id] && !in.beganSeen(id))
			}
		}
		for before := -1; before < len(whole); { // what stays may need more
			before = len(whole)
			in.holdNeeded(whole, quiet, hold)
			for _, key := range links { // what work that has begun, or that stays, burns with
				burning := in.stored.operations[key.Operation]
				if of := key.Operation.Of(); burning == nil || !whole[of] && !lines[key] && (!begun[burning.ID] || !inFile[key] && in.removes("edmLinks")) {
					continue
				}
				hold(workbook.PartKey{Mould: key.Operation.Mould, Part: key.Electrode}, "edmLinks", key, quiet[key.Operation.Of()])
			}
			for _, part := range sortedKeys(in.stored.parts) { // what a part that stays for hidden work is built into
				if p := in.stored.parts[part]; concealed[part] && !inFile[part] && p.Kind != Electrode && p.ParentPartNo != "" {
					above := workbook.PartKey{Mould: part.Mould, Part: p.ParentPartNo}
					hold(above, "parts", above, true)
				}
			}
		}
	}
	in.holdWhole(whole, held)
	takesUp := map[workbook.OperationKey]bool{} // steps, whatever their branch, that take up a part of which nothing is told
	for part, p := range in.stored.parts {
		if (quiet[part] || concealed[part] && !inFile[part]) && p.Kind != Electrode && p.NeededAtOp > 0 {
			takesUp[workbook.OperationKey{Mould: part.Mould, Part: p.ParentPartNo, Op: p.NeededAtOp}] = true
		}
	}
	steps := map[workbook.OperationKey]bool{}
	for key := range in.stored.operations {
		steps[key] = takesUp[workbook.OperationKey{Mould: key.Mould, Part: key.Part, Op: key.Op}] && !inFile[key]
	}
	in.holdSteps(steps, held)
	maps.Copy(held, lines)
	return held
}

// holdNeeded keeps what parts that stay whole are built into, and the parts for whose steps their own wait: the file says nothing of them
// that could part them. What stays for a part of which nothing is told is not told either.
func (in *importer) holdNeeded(whole, quiet map[workbook.PartKey]bool, hold func(part workbook.PartKey, sheet string, key workbook.Key, isQuiet bool)) {
	if len(whole) == 0 {
		return
	}
	said := map[workbook.OperationKey]bool{} // whose rows of the file say themselves what they wait for
	for i := range in.book.Operations {
		said[in.book.Operations[i].Key()] = in.book.Operations[i].Pred.State != workbook.Kept
	}
	for _, key := range sortedKeys(in.stored.parts) {
		if p := in.stored.parts[key]; whole[key] && p.Kind != Electrode && p.ParentPartNo != "" {
			above := workbook.PartKey{Mould: key.Mould, Part: p.ParentPartNo}
			hold(above, "parts", above, quiet[key])
		}
	}
	for _, key := range sortedKeys(in.stored.operations) {
		if !whole[key.Of()] || said[key] {
			continue
		}
		o := in.stored.operations[key]
		preds, _ := route.Parse(o.Pred)
		for _, p := range preds {
			if of := (workbook.PartKey{Mould: key.Mould, Part: p.PartNo}); p.PartNo != "" && in.stored.parts[of] != nil {
				hold(of, sheetOfPart(in.stored.parts[of]), of, quiet[key.Of()] || in.hidden[o.ID])
			}
		}
	}
}

// linesOfBegun are the machines, electrodes and orders of operations on which work has begun and which the file leaves out: each kind of
// them as it is stored, unless the file has rows of that kind for the operation.
func (in *importer) linesOfBegun(inFile map[workbook.Key]bool, begun map[string]bool) map[workbook.Key]bool {
	type kind struct {
		sheet string
		of    workbook.OperationKey
	}
	said, lines := map[kind]bool{}, map[workbook.Key]bool{}
	for key := range inFile {
		switch k := key.(type) {
		case workbook.LinkKey:
			said[kind{"edmLinks", k.Operation}] = true
		case workbook.ResourceKey:
			said[kind{"operationResources", k.Operation}] = true
		case workbook.ReportKey:
			said[kind{"outsourcing", k.Operation}] = true
		}
	}
	hold := func(sheet string, of workbook.OperationKey, key workbook.Key) {
		if o := in.stored.operations[of]; o != nil && begun[o.ID] && !inFile[of] && !in.hidden[o.ID] && !said[kind{sheet, of}] {
			lines[key] = true
		}
	}
	for key := range in.stored.links {
		hold("edmLinks", key.Operation, key)
	}
	for key := range in.stored.resources {
		hold("operationResources", key.Operation, key)
	}
	for key := range in.stored.orders {
		hold("outsourcing", key.Operation, key)
	}
	return lines
}

// holdWhole keeps parts with all that is stored of them.
func (in *importer) holdWhole(whole map[workbook.PartKey]bool, held map[workbook.Key]bool) {
	if len(whole) == 0 {
		return
	}
	for part := range whole {
		held[part] = true
	}
	for key := range in.stored.batches {
		held[key] = held[key] || whole[workbook.PartKey{Mould: key.Mould, Part: key.Part}]
	}
	steps := map[workbook.OperationKey]bool{}
	for key := range in.stored.operations {
		steps[key] = whole[key.Of()]
	}
	in.holdSteps(steps, held)
}

// holdSteps keeps operations with their electrodes, machines and orders.
func (in *importer) holdSteps(steps map[workbook.OperationKey]bool, held map[workbook.Key]bool) {
	for key, stays := range steps {
		held[key] = held[key] || stays
	}
	for key := range in.stored.links {
		held[key] = held[key] || steps[key.Operation]
	}
	for key := range in.stored.resources {
		held[key] = held[key] || steps[key.Operation]
	}
	for key := range in.stored.orders {
		held[key] = held[key] || steps[key.Operation]
	}
}

// begun are the operations and batches on which work was ever reported, or of which orders bind.
func (in *importer) begun() map[string]bool {
	begun := in.underWay()
	maps.Copy(begun, in.stored.reported)
	return begun
}

// underWay are those on which work is reported now, not taken back, or of which orders bind.
func (in *importer) underWay() map[string]bool {
	begun := maps.Clone(in.stored.ordered)
	for _, r := range in.stored.progress {
		if r.Status != NotStarted {
			begun[r.OperationID] = true
			begun[r.BatchID] = r.BatchID != ""
		}
	}
	return begun
}

// underWayAfter are those of underWay with what the file itself reports.
func (in *importer) underWayAfter() map[string]bool {
	begun := in.underWay()
	for i := range in.book.Progress {
		r := &in.book.Progress[i]
		if o := in.stored.operations[r.Operation()]; o != nil && r.Status.Or(NotStarted) != NotStarted {
			begun[o.ID] = true
		}
	}
	return begun
}

// beganSeen tells whether work on a batch was ever reported, or ordered, at an operation that the person's roles show.
func (in *importer) beganSeen(batchID string) bool {
	for operationID, began := range in.stored.uses[batchID] {
		if began && !in.hidden[operationID] {
			return true
		}
	}
	return false
}

// concealedBatches are the ids of batches that reports and orders of hidden operations name.
func (in *importer) concealedBatches() map[string]bool {
	concealed := map[string]bool{}
	for batchID, operations := range in.stored.uses {
		for operationID := range operations {
			concealed[batchID] = concealed[batchID] || in.hidden[operationID]
		}
	}
	return concealed
}

// heldKeys are the keys of the rows that the file holds, those of reports left out: nothing removes a report.
func (in *importer) heldKeys() map[workbook.Key]bool {
	held := map[workbook.Key]bool{}
	for _, sheet := range []string{"parts", "electrodes", "operations", "edmLinks", "operationResources", "batches", "outsourcing"} {
		in.book.Each(sheet, func(_ workbook.Line, _ workbook.Scope, key workbook.Key) { held[key] = true })
	}
	for i := range in.book.OperationResources { // however the file names a machine, its row is the stored one
		held[in.resourceKey(&in.book.OperationResources[i])] = true
	}
	for i := range in.book.Electrodes {
		for _, step := range shorthandOf(&in.book.Electrodes[i]) {
			if step.isGiven() {
				held[step.key] = true
			}
		}
	}
	return held
}
