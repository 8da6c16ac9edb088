package production

import (
	"context"
	"maps"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
	"mouldworks/internal/route"
)

// removal are the rows that go because the file, which replaces its moulds, does not hold them any more.
type removal struct {
	links, resources, progress, orders, operations, batches, parts []string
}

func (r *removal) count() int {
	return len(r.links) + len(r.resources) + len(r.progress) + len(r.orders) + len(r.operations) + len(r.batches) + len(r.parts)
}

// run removes children first. Reports that say "not started" and orders that bind nobody go with their operation or batch; others
// keep it from going.
func (r *removal) run(ctx context.Context, tx store.Tx) error {
	for _, step := range []struct {
		model  any
		column string
		ids    []string
	}{
		{(*EDMLink)(nil), "id", r.links},
		{(*OperationResource)(nil), "id", r.resources},
		{(*OutsourceOrder)(nil), "id", r.orders},
		{(*Progress)(nil), "operation_id", r.operations}, // earlier reports than the newest, which is named
		{(*BlockedStart)(nil), "operation_id", r.operations},
		{(*EDMLink)(nil), "operation_id", r.operations},
		{(*OperationResource)(nil), "operation_id", r.operations},
		{(*OutsourceOrder)(nil), "operation_id", r.operations},
		{(*Operation)(nil), "id", r.operations},
		{(*EDMLink)(nil), "electrode_id", r.parts},
		{(*Progress)(nil), "batch_id", r.batches},
		{(*OutsourceOrder)(nil), "batch_id", r.batches},
		{(*BlockedStart)(nil), "batch_id", r.batches},
		{(*Batch)(nil), "id", r.batches},
		{(*Part)(nil), "id", r.parts},
	} {
		for ids := range slices.Chunk(step.ids, 500) {
			if _, err := tx.Remove(step.model).WhereIn(step.column, ids).Exec(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

var (
	msgKeptBegun   = L("已开工或已下单，文件中没有也予以保留", "Work has begun or is ordered: it stays although the file does not hold it")
	msgKeptPart    = L("此零件或用到它的工序已开工或已下单：文件中没有此零件，它连同整条工艺路线予以保留", "Work on this part or with it has begun or is ordered: it stays with its whole route although the file does not hold it")
	msgKeptHidden  = L("其他工段已使用此批次，文件中没有也予以保留", "Another section uses this batch: it stays although the file does not hold it")
	msgGoes        = L("此文件将删除“%s”：请在对应的工作表中补上，或删去此行", "The file removes “%s”: add it to its sheet, or take this row out")
	msgFilesGo     = L("此工序的程序文件也将删除（%d 个）", "Its program files go with it: %d")
	msgParentGoes  = L("零件%s装入%s，而此文件将删除后者：请在文件中保留它，或修改该零件的上级零件", "Part %s is built into %s, which the file removes: keep that one in the file, or change the parent part")
	msgKeptUnread  = L("工作表“%s”没有读取，因此不删除文件中没有的数据：请说明它的含义，或不导入它", "Sheet “%s” is not read, so that nothing is deleted that the file does not hold: say what it means, or leave it out")
	msgKeptUnknown = L("此工作表有无法归属到模具的行，因此不删除文件中没有的%s", "Rows of this sheet cannot be told which mould they belong to, so that nothing of its kind is deleted: %s")
)

// removes tells whether rows of a sheet that the file does not hold are removed: only where the file has that sheet with
// rows, or marks it, for an empty sheet of the template says nothing; and never where a row of it belongs to nobody knows
// which mould, for it may be the one that seems to be missing.
func (in *importer) removes(sheet string) bool {
	return in.upload.Mode == ModeReplace && in.speaks[sheet] && !in.doubtful[sheet]
}

// listen finds out which sheets of a file that replaces its moulds say what is there.
func (in *importer) listen(faults *workbook.FaultList) {
	in.speaks, in.doubtful = map[string]bool{}, map[string]bool{}
	for _, p := range in.parsed.Pages {
		if p.Sheet != "" && (p.Rows > 0 || p.Replaces) {
			in.speaks[p.Sheet] = true
		}
	}
	if in.upload.Mode != ModeReplace {
		return
	}
	in.doubtUnread()
	for f := range faults.All() {
		if f.Level != workbook.Warning && !in.shape(f.Sheet).Master && f.Scope == (workbook.Scope{}) && !in.doubtful[f.Sheet] {
			in.doubtful[f.Sheet] = true
			in.doubts = append(in.doubts, workbook.Fault{
				Sheet: f.Sheet, Row: f.Row, Part: f.Part, Rule: "keptAll", Level: workbook.Warning, Text: msgKeptUnknown.With(in.shape(f.Sheet).Label), Scope: f.Scope,
			})
		}
	}
}

// doubtUnread keeps everything where the file has rows in a sheet that nobody has said the meaning of: they may be those that seem to
// be missing.
func (in *importer) doubtUnread() {
	var first string
	for _, p := range in.parsed.Pages {
		if first == "" && !in.shape(p.Sheet).Master && in.speaks[p.Sheet] {
			first = p.Sheet
		}
	}
	for _, p := range in.parsed.Pages {
		if p.Why != workbook.WhyUnknown || p.Skipped == 0 || first == "" {
			continue
		}
		for sheet := range in.speaks {
			in.doubtful[sheet] = true
		}
		in.doubts = append(in.doubts, workbook.Fault{Sheet: first, Rule: "keptAll", Level: workbook.Warning, Value: p.Name, Text: msgKeptUnread.With(p.Name)})
	}
}

// planRemovals finds what goes, before build mixes the file's rows into the stored ones.
func (in *importer) planRemovals() {
	if in.upload.Mode != ModeReplace {
		return
	}
	begun := in.begun()
	held := in.staying(in.heldKeys(), begun, in.keep)
	idle := in.idleSteps(held, begun)
	gone, owners := map[string]bool{}, map[string]*Operation{} // ids of operations, parts and batches
	for _, key := range sortedKeys(in.stored.operations) {
		o := in.stored.operations[key]
		owners[o.ID] = o
		switch {
		case !idle[key] && !in.operationGoes(key, held):
		case begun[o.ID]:
			in.keep("operations", key)
		case o.Implied: // the mould makes it anew where it is still wanted
			gone[o.ID] = true
			in.removeAlong("operations", key.Mould, key, func(r *removal) *[]string { return &r.operations }, o.ID)
		default:
			gone[o.ID] = true
			in.remove("operations", key.Mould, key, func(r *removal) *[]string { return &r.operations }, o.ID)
		}
	}
	in.filed = slices.DeleteFunc(sortedKeys(in.stored.operations), func(key workbook.OperationKey) bool {
		o := in.stored.operations[key]
		return !gone[o.ID] || in.files[o.ID] == 0
	})
	for _, key := range sortedKeys(in.stored.parts) {
		if p := in.stored.parts[key]; in.partGoes(key, held) {
			gone[p.ID] = true
			in.remove(sheetOfPart(p), key.Mould, key, func(r *removal) *[]string { return &r.parts }, p.ID)
		}
	}
	for _, key := range sortedKeys(in.stored.links) {
		l := in.stored.links[key]
		switch takenAlong := gone[l.OperationID] || gone[l.ElectrodeID]; {
		case takenAlong:
			in.removeAlong("edmLinks", key.Operation.Mould, key, func(r *removal) *[]string { return &r.links }, l.ID)
		case !held[key] && !in.hidden[l.OperationID] && in.removes("edmLinks"):
			in.remove("edmLinks", key.Operation.Mould, key, func(r *removal) *[]string { return &r.links }, l.ID)
		default:
			continue
		}
		if !gone[l.OperationID] {
			in.touch(owners[l.OperationID], key.Operation)
		}
	}
	for _, key := range sortedKeys(in.stored.resources) {
		r := in.stored.resources[key]
		named := workbook.ResourceKey{Operation: key.Operation, Resource: in.names.Machines[r.MachineID].Name}
		switch {
		case slices.Contains(in.unseen.Machines, r.MachineID): // stays, or goes with its operation without a word
		case gone[r.OperationID]:
			in.removeAlong("operationResources", key.Operation.Mould, named, func(r *removal) *[]string { return &r.resources }, r.ID)
		case !held[key] && !in.hidden[r.OperationID] && in.removes("operationResources"):
			in.remove("operationResources", key.Operation.Mould, named, func(r *removal) *[]string { return &r.resources }, r.ID)
			in.touch(owners[r.OperationID], key.Operation)
		}
	}
	concealed := in.concealedBatches()
	for _, key := range sortedKeys(in.stored.batches) {
		b := in.stored.batches[key]
		switch {
		case gone[b.PartID]:
			gone[b.ID] = true
			in.remove("batches", key.Mould, key, func(r *removal) *[]string { return &r.batches }, b.ID)
		case held[key] || !in.removes("batches"):
		case begun[b.ID] && !concealed[b.ID] || in.beganSeen(b.ID):
			in.keep("batches", key)
		case concealed[b.ID]:
			in.keepAs("batches", key, "hidden", msgKeptHidden)
		default:
			gone[b.ID] = true
			in.remove("batches", key.Mould, key, func(r *removal) *[]string { return &r.batches }, b.ID)
		}
	}
	for _, key := range sortedKeys(in.stored.progress) { // what is begun stays, and its operation and batch with it
		if r := in.stored.progress[key]; gone[r.OperationID] || gone[r.BatchID] {
			in.removeAlong("progress", key.Operation.Mould, key, func(r *removal) *[]string { return &r.progress }, r.ID)
		}
	}
	for _, key := range sortedKeys(in.stored.orders) {
		kept := false
		for _, o := range slices.Concat([]*OutsourceOrder{in.stored.orders[key]}, in.stored.further[key]) {
			switch {
			case gone[o.OperationID] || gone[o.BatchID]:
				in.removeAlong("outsourcing", key.Operation.Mould, key, func(r *removal) *[]string { return &r.orders }, o.ID)
			case held[key] || in.hidden[o.OperationID] || !in.removes("outsourcing"):
			case o.Placed() && kept: // told
			case o.Placed():
				kept = true
				in.keep("outsourcing", key)
			default:
				in.remove("outsourcing", key.Operation.Mould, key, func(r *removal) *[]string { return &r.orders }, o.ID)
			}
		}
	}
	in.refuseToGone(gone)
}

// refuseToGone refuses rows of the file that say something about an operation or a part that the same file removes: they
// would be lost with it.
func (in *importer) refuseToGone(gone map[string]bool) {
	refuse := func(sheet, column string, line workbook.Line, key workbook.Key, goes bool) {
		if mould, _ := workbook.Owner(key); goes {
			in.bad(sheet, line, workbook.OfMould(mould), column, "", "reference", msgGoes.With(key.String()))
		}
	}
	operationGoes := func(key workbook.OperationKey) bool { return gone[stored(in.stored.operations, key).ID] }
	partGoes := func(key workbook.PartKey) bool { return gone[stored(in.stored.parts, key).ID] }
	batchGoes := func(key workbook.BatchKey) bool { return gone[stored(in.stored.batches, key).ID] }
	for i := range in.book.Operations { // the step is there again, and its part is not
		r := &in.book.Operations[i]
		refuse("operations", "partNo", r.Line, r.Part(), partGoes(r.Part()))
	}
	in.refuseParentless(gone)
	for i := range in.book.EDMLinks {
		r := &in.book.EDMLinks[i]
		refuse("edmLinks", "opNo", r.Line, r.Operation(), operationGoes(r.Operation()))
		refuse("edmLinks", "electrodeNo", r.Line, r.Electrode(), partGoes(r.Electrode()))
	}
	for i := range in.book.OperationResources {
		if r := &in.book.OperationResources[i]; !r.ByType() {
			refuse("operationResources", "opNo", r.Line, r.Operation(), operationGoes(r.Operation()))
		}
	}
	for i := range in.book.Progress {
		r := &in.book.Progress[i]
		refuse("progress", "opNo", r.Line, r.Operation(), operationGoes(r.Operation()))
		refuse("progress", "batchNo", r.Line, r.Batch(), !operationGoes(r.Operation()) && batchGoes(r.Batch()))
	}
	for i := range in.book.Outsourcing {
		r := &in.book.Outsourcing[i]
		refuse("outsourcing", "opNo", r.Line, r.Operation(), operationGoes(r.Operation()))
		refuse("outsourcing", "batchNo", r.Line, r.Batch(), !operationGoes(r.Operation()) && batchGoes(r.Batch()))
	}
	for i := range in.book.Batches {
		r := &in.book.Batches[i]
		refuse("batches", "partNo", r.Line, r.Part(), partGoes(r.Part()))
	}
	in.dropRefused()
}

// refuseParentless refuses a file that takes away a part, or the step of it, which another one that stays is built into.
func (in *importer) refuseParentless(gone map[string]bool) {
	rows := map[workbook.PartKey]*workbook.Part{}
	for i := range in.book.Parts {
		rows[in.book.Parts[i].Key()] = &in.book.Parts[i]
	}
	type step struct {
		of workbook.PartKey
		no int
	}
	lost := map[step]bool{} // numbers of which the file removes every operation
	for key, o := range in.stored.operations {
		if gone[o.ID] {
			lost[step{key.Of(), key.Op}] = true
		}
	}
	for key, o := range in.stored.operations {
		if !gone[o.ID] {
			delete(lost, step{key.Of(), key.Op})
		}
	}
	for i := range in.book.Operations {
		key := in.book.Operations[i].Key()
		delete(lost, step{key.Of(), key.Op})
	}
	check := func(key workbook.PartKey, line workbook.Line, parent string, at int) {
		into := workbook.PartKey{Mould: key.Mould, Part: parent}
		above := in.stored.parts[into]
		if parent == "" || above == nil || in.out(workbook.OfMould(key.Mould)) {
			return
		}
		column := ""
		switch {
		case gone[above.ID]:
			column = "parentPart"
		case at > 0 && lost[step{into, at}]:
			column = "neededAtOp"
			into.Part = route.Format([]route.Predecessor{{PartNo: parent, OpNo: at}})
		default:
			return
		}
		in.bad("parts", line, workbook.OfMould(key.Mould), column, "", "reference", msgParentGoes.With(key.Part, into.Part))
	}
	for _, key := range sortedKeys(in.stored.parts) {
		if p := in.stored.parts[key]; rows[key] == nil && !gone[p.ID] && p.Kind != Electrode {
			check(key, workbook.Line{}, p.ParentPartNo, p.NeededAtOp)
		}
	}
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		old := stored(in.stored.parts, r.Key())
		if r.Kind.Or(old.Kind) != Electrode {
			check(r.Key(), r.Line, r.ParentPart.Or(old.ParentPartNo), r.NeededAtOp.Or(old.NeededAtOp))
		}
	}
}

// sortedKeys are the keys of stored rows in their order.
func sortedKeys[K interface {
	comparable
	Compare(K) int
}, T any](rows map[K]T) []K {
	return slices.SortedFunc(maps.Keys(rows), func(a, b K) int { return a.Compare(b) })
}

func sheetOfPart(p *Part) string {
	if p.Kind == Electrode {
		return "electrodes"
	}
	return "parts"
}

// operationGoes tells whether a stored operation is no more in the file, where the file says what route its part has, or leaves out
// the part.
func (in *importer) operationGoes(key workbook.OperationKey, held map[workbook.Key]bool) bool {
	o := in.stored.operations[key]
	return !held[key] && !in.hidden[o.ID] && (in.partGoes(key.Of(), held) || !o.Implied && in.removes("operations") && in.speaksOf(key.Of()))
}

// partGoes tells whether a stored part is no more in the file, where the file says what parts of its kind there are.
func (in *importer) partGoes(key workbook.PartKey, held map[workbook.Key]bool) bool {
	p := in.stored.parts[key]
	return p != nil && !p.Implied && !held[key] && in.removes(sheetOfPart(p))
}

// speaksOf tells whether the file's operations say what the route of a part is: of workpieces always, of an electrode
// only where they hold a step of it, for its route may come from the groups and hours of its own sheet.
func (in *importer) speaksOf(part workbook.PartKey) bool {
	p := in.stored.parts[part]
	return p == nil || p.Kind != Electrode || in.routedParts[part]
}

func (in *importer) remove(sheet, mould string, key workbook.Key, of func(*removal) *[]string, id string) {
	in.removeRow(in.newRow(workbook.Place{Sheet: sheet}, workbook.OfMould(mould), key, ActionRemoved), of, id)
}

// removeAlong removes a row that cannot stay without another that goes; the permission for that one is enough.
func (in *importer) removeAlong(sheet, mould string, key workbook.Key, of func(*removal) *[]string, id string) {
	row := in.newRow(workbook.Place{Sheet: sheet}, workbook.OfMould(mould), key, ActionRemoved)
	row.along = true
	in.removeRow(row, of, id)
}

func (in *importer) removeRow(row foundRow, of func(*removal) *[]string, id string) {
	if in.out(row.scope) {
		return
	}
	ids := of(&in.writesOf(row.scope).removed)
	*ids = append(*ids, id)
	in.pass.rows = append(in.pass.rows, row)
}

// touch notes that an operation loses a line.
func (in *importer) touch(o *Operation, key workbook.OperationKey) {
	if scope := workbook.OfMould(key.Mould); !in.out(scope) {
		in.writesOf(scope).touch(o, ActionRemoved)
	}
}

// keep tells that a stored row stays though the file does not hold it.
func (in *importer) keep(sheet string, key workbook.Key) {
	text := msgKeptBegun
	if _, isPart := key.(workbook.PartKey); isPart {
		text = msgKeptPart
	}
	in.keepAs(sheet, key, "begun", text)
}

// warnOfFiles says that operations that go take files with them, which no file of rows brings back.
func (in *importer) warnOfFiles() {
	for _, key := range in.filed {
		if !in.out(workbook.OfMould(key.Mould)) {
			in.keepAs("operations", key, "files", msgFilesGo.With(in.files[in.loaded.operations[key].ID]))
		}
	}
}

// filesOf counts the files of stored operations, by their ids.
func (p *Production) filesOf(ctx context.Context, tx store.Tx, s *stock, among func(*Operation) bool) (map[string]int, error) {
	counts, ids := map[string]int{}, make([]string, 0, len(s.operations))
	for _, o := range s.operations {
		if among(o) {
			ids = append(ids, o.ID)
		}
	}
	for piece := range slices.Chunk(ids, 500) {
		found, err := p.deps.Filed(ctx, tx, piece)
		if err != nil {
			return nil, err
		}
		maps.Copy(counts, found)
	}
	return counts, nil
}

func (in *importer) keepAs(sheet string, key workbook.Key, rule string, text problem.Text) {
	mould, _ := workbook.Owner(key)
	in.fault(workbook.Fault{Sheet: sheet, Value: key.String(), Rule: rule, Level: workbook.Warning, Text: text, Scope: workbook.OfMould(mould), Key: key})
}
