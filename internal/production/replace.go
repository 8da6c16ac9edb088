package production

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// removal are the rows that go because the file, which replaces its moulds, does not hold them any more.
type removal struct {
	links, resources, orders, operations, batches, parts []string
	moulds                                               map[string]int // mould no: how many rows it loses
}

func (r *removal) count() int {
	return len(r.links) + len(r.resources) + len(r.orders) + len(r.operations) + len(r.batches) + len(r.parts)
}

// run removes children first. Reports that say "not started" go with their operation; others keep it from going.
func (r *removal) run(ctx context.Context, tx store.Tx) error {
	for _, step := range []struct {
		model  any
		column string
		ids    []string
	}{
		{(*EDMLink)(nil), "id", r.links},
		{(*OperationResource)(nil), "id", r.resources},
		{(*OutsourceOrder)(nil), "id", r.orders},
		{(*Progress)(nil), "operation_id", r.operations},
		{(*EDMLink)(nil), "operation_id", r.operations},
		{(*OperationResource)(nil), "operation_id", r.operations},
		{(*OutsourceOrder)(nil), "operation_id", r.operations},
		{(*Operation)(nil), "id", r.operations},
		{(*EDMLink)(nil), "electrode_id", r.parts},
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
	msgReplace    = L("文件替换%d套模具，将删除文件中不再包含的%d行。是否继续？", "The file replaces %d moulds: %d rows that it does not hold any more will be deleted. Go on?")
	msgReplaceRow = L("%s：%d行", "%s: %d rows")
	msgKeptBegun  = L("已开工或已下单，文件中没有也予以保留", "Work has begun or is ordered: it stays although the file does not hold it")
)

// replaceKey confirms the question before rows are removed.
const replaceKey = "replaceMoulds"

// removes tells whether rows of a sheet that the file does not hold are removed: only where the file has that sheet at
// all, for a file without operations says nothing about operations.
func (in *importer) removes(sheet string) bool {
	_, there := in.sheets[sheet]
	return in.upload.Mode == ModeReplace && there
}

// planRemovals finds what goes, before build mixes the file's rows into the stored ones.
func (in *importer) planRemovals() {
	if in.upload.Mode != ModeReplace {
		return
	}
	held := in.heldKeys()
	gone, owners := map[string]bool{}, map[string]*Operation{} // ids of operations and parts
	begun := in.begun()
	in.writes.removed.moulds = map[string]int{}
	for _, key := range slices.Sorted(maps.Keys(in.stored.operations)) {
		o := in.stored.operations[key]
		owners[o.ID] = o
		part := key[:strings.LastIndex(key, "/")]
		partGoes := in.partGoes(part, held)
		if o.Implied || held["operations"][key] || !(partGoes || in.removes("operations") && in.speaksOf(part)) {
			continue
		}
		if begun[o.ID] {
			in.keep("operations", key)
			held["parts"][part] = true // and its part with it
			continue
		}
		gone[o.ID] = true
		in.remove("operations", key, o.ID, &in.writes.removed.operations)
	}
	for _, key := range slices.Sorted(maps.Keys(in.stored.parts)) {
		if p := in.stored.parts[key]; in.partGoes(key, held) {
			gone[p.ID] = true
			in.remove(sheetOfPart(p), key, p.ID, &in.writes.removed.parts)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(in.stored.links)) {
		l := in.stored.links[key]
		if !held["edmLinks"][key] && in.removes("edmLinks") && !gone[l.OperationID] && !gone[l.ElectrodeID] {
			in.remove("edmLinks", key, l.ID, &in.writes.removed.links)
			in.touch(owners[l.OperationID], key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(in.stored.resources)) {
		r := in.stored.resources[key]
		operation := key[:strings.LastIndex(key, "/")]
		if name := in.names.Machines[r.MachineID].Name; !held["operationResources"][operation+"/"+name] && in.removes("operationResources") && !gone[r.OperationID] {
			in.remove("operationResources", operation+"/"+name, r.ID, &in.writes.removed.resources)
			in.touch(owners[r.OperationID], key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(in.stored.batches)) {
		b := in.stored.batches[key]
		if gone[b.PartID] || !held["batches"][key] && in.removes("batches") && !begun[b.ID] {
			in.remove("batches", key, b.ID, &in.writes.removed.batches)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(in.stored.orders)) {
		o := in.stored.orders[key]
		if held["outsourcing"][key] || !in.removes("outsourcing") || gone[o.OperationID] {
			continue
		}
		if o.placed() {
			in.keep("outsourcing", key)
			continue
		}
		in.remove("outsourcing", key, o.ID, &in.writes.removed.orders)
	}
}

func sheetOfPart(p *Part) string {
	if p.Kind == Electrode {
		return "electrodes"
	}
	return "parts"
}

// partGoes tells whether a stored part is no more in the file, where the file has a sheet for its kind.
func (in *importer) partGoes(key string, held map[string]map[string]bool) bool {
	p := in.stored.parts[key]
	return p != nil && !p.Implied && !held["parts"][key] && in.removes(sheetOfPart(p))
}

// speaksOf tells whether the file's operations say what the route of a part is: of workpieces always, of an electrode
// only where they hold a step of it, for its route may come from the groups and hours of its own sheet.
func (in *importer) speaksOf(part string) bool {
	if p := in.stored.parts[part]; p == nil || p.Kind != Electrode {
		return true
	}
	for i := range in.book.Operations {
		if o := &in.book.Operations[i]; o.MouldNo+"/"+o.PartNo == part {
			return true
		}
	}
	return false
}

// begun are the operations and batches that have reports, or orders that bind.
func (in *importer) begun() map[string]bool {
	begun := map[string]bool{}
	for _, r := range in.stored.progress {
		if r.Status != NotStarted {
			begun[r.OperationID] = true
			begun[r.BatchID] = r.BatchID != ""
		}
	}
	for _, o := range in.stored.orders {
		if o.placed() {
			begun[o.OperationID] = true
			begun[o.BatchID] = o.BatchID != ""
		}
	}
	return begun
}

func (in *importer) heldKeys() map[string]map[string]bool {
	held := map[string]map[string]bool{}
	for _, sheet := range []string{"parts", "operations", "edmLinks", "operationResources", "batches", "outsourcing"} {
		held[sheet] = map[string]bool{}
	}
	for i := range in.book.Parts {
		held["parts"][in.book.Parts[i].Key()] = true
	}
	for i := range in.book.Electrodes {
		held["parts"][in.book.Electrodes[i].Key()] = true
	}
	for i := range in.book.Operations {
		held["operations"][in.book.Operations[i].Key()] = true
	}
	for i := range in.book.EDMLinks {
		held["edmLinks"][in.book.EDMLinks[i].Key()] = true
	}
	for i := range in.book.OperationResources {
		held["operationResources"][in.book.OperationResources[i].Key()] = true
	}
	for i := range in.book.Batches {
		held["batches"][in.book.Batches[i].Key()] = true
	}
	for i := range in.book.Outsourcing {
		held["outsourcing"][in.book.Outsourcing[i].Key()] = true
	}
	return held
}

func mouldOfKey(key string) string {
	no, _, _ := strings.Cut(key, "/")
	return no
}

func (in *importer) remove(sheet, key, id string, into *[]string) {
	no := mouldOfKey(key)
	if in.out(no) {
		return
	}
	*into = append(*into, id)
	in.writes.removed.moulds[no]++
	in.done(sheet, workbook.Line{}, key, ActionRemoved)
}

// touch notes that an operation loses a line.
func (in *importer) touch(o *Operation, key string) {
	if !in.out(mouldOfKey(key)) {
		in.writes.touch(o, ActionRemoved)
	}
}

func (in *importer) keep(sheet, key string) {
	in.fault(workbook.Fault{Sheet: sheet, Value: key, Rule: "begun", Level: workbook.Warning, Text: msgKeptBegun, Mould: mouldOfKey(key), Key: key})
}

// askReplace asks before rows are removed, naming each mould and how much it loses.
func (in *importer) askReplace() error {
	r := &in.writes.removed
	actor := in.tx.Actor()
	if r.count() == 0 || actor.Confirmed == replaceKey || actor.Through != store.ThroughUI {
		return nil
	}
	var items []string
	for _, no := range slices.Sorted(maps.Keys(r.moulds)) {
		if items = append(items, msgReplaceRow.In(in.lang, no, r.moulds[no])); len(items) == 20 && len(r.moulds) > 20 {
			items = append(items, fmt.Sprintf("… +%d", len(r.moulds)-20))
			break
		}
	}
	return problem.Confirm(replaceKey, msgReplace.With(len(r.moulds), r.count()), items...)
}
