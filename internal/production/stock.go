package production

import (
	"bytes"
	"context"
	"encoding/json"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// stock is what is stored of the moulds that a file names, by the keys of the workbook.
type stock struct {
	moulds     map[string]*Mould             // mould no
	parts      map[string]*Part              // mould/part
	operations map[string]*Operation         // workbook.OperationKey
	links      map[string]*EDMLink           // operation/electrode
	resources  map[string]*OperationResource // operation/machine id
	progress   map[string]*Progress          // operation: the newest report
}

// load reads the stored moulds with all their rows, one question a table.
func (p *Production) load(ctx context.Context, tx store.Tx, numbers []string) (*stock, error) {
	s := &stock{map[string]*Mould{}, map[string]*Part{}, map[string]*Operation{}, map[string]*EDMLink{}, map[string]*OperationResource{}, map[string]*Progress{}}
	var moulds []Mould
	if err := tx.Select(&moulds).WhereIn("mould_no", numbers).Scan(ctx); err != nil {
		return nil, err
	}
	ids, no := make([]string, len(moulds)), map[string]string{}
	for i := range moulds {
		ids[i], no[moulds[i].ID] = moulds[i].ID, moulds[i].MouldNo
		s.moulds[moulds[i].MouldNo] = &moulds[i]
	}
	rows, err := readMoulds(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	partNo, opKey := map[string]string{}, map[string]string{}
	for i := range rows.parts {
		x := &rows.parts[i]
		partNo[x.ID] = x.PartNo
		s.parts[no[x.MouldID]+"/"+x.PartNo] = x
	}
	for i := range rows.operations {
		x := &rows.operations[i]
		key := workbook.OperationKey(no[x.MouldID], partNo[x.PartID], x.OpNo, x.Branch)
		opKey[x.ID] = key
		s.operations[key] = x
	}
	for i := range rows.links {
		x := &rows.links[i]
		s.links[opKey[x.OperationID]+"/"+partNo[x.ElectrodeID]] = x
	}
	for i := range rows.resources {
		x := &rows.resources[i]
		s.resources[opKey[x.OperationID]+"/"+x.MachineID] = x
	}
	for i := range rows.progress { // oldest first: the newest stays
		s.progress[opKey[rows.progress[i].OperationID]] = &rows.progress[i]
	}
	return s, nil
}

// children are the rows of some moulds.
type children struct {
	parts      []Part
	operations []Operation
	links      []EDMLink
	resources  []OperationResource
	progress   []Progress
}

func readMoulds(ctx context.Context, tx store.Tx, ids []string) (*children, error) {
	c := &children{}
	for model, order := range map[any]string{&c.parts: "part_no", &c.operations: "op_no", &c.links: "burn_seq", &c.resources: "rank", &c.progress: "reported_at"} {
		if err := tx.Select(model).WhereIn("mould_id", ids).Order(order, "id").Scan(ctx); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// knows tells whether a row of the file is stored already.
func (s *stock) knows(sheet, key string) bool {
	switch sheet {
	case "moulds":
		return s.moulds[key] != nil
	case "parts", "electrodes":
		return s.parts[key] != nil
	case "operations":
		return s.operations[key] != nil
	case "edmLinks":
		return s.links[key] != nil
	}
	return false
}

// batch collects rows to write, parents first.
type batch struct {
	newMoulds     []*Mould
	newParts      []*Part
	newOperations []*Operation
	newResources  []*OperationResource
	newLinks      []*EDMLink
	newProgress   []*Progress
	changed       []store.Record
}

func (b *batch) empty() bool {
	return len(b.newMoulds)+len(b.newParts)+len(b.newOperations)+len(b.newResources)+len(b.newLinks)+len(b.newProgress)+len(b.changed) == 0
}

func (b *batch) run(ctx context.Context, tx store.Tx) error {
	for _, rows := range []any{&b.newMoulds, &b.newParts, &b.newOperations, &b.newResources, &b.newLinks, &b.newProgress} {
		if empty(rows) {
			continue
		}
		if err := tx.Insert(ctx, rows); err != nil {
			return err
		}
	}
	for _, row := range b.changed {
		if err := tx.Update(ctx, row); err != nil {
			return err
		}
	}
	return nil
}

func empty(rows any) bool {
	switch r := rows.(type) {
	case *[]*Mould:
		return len(*r) == 0
	case *[]*Part:
		return len(*r) == 0
	case *[]*Operation:
		return len(*r) == 0
	case *[]*OperationResource:
		return len(*r) == 0
	case *[]*EDMLink:
		return len(*r) == 0
	case *[]*Progress:
		return len(*r) == 0
	}
	return true
}

// upsert decides what a row means: new rows get their identity here, so that children can refer to them.
func upsert[T any, P interface {
	*T
	store.Record
}](old, now P, fresh *[]P, changed *[]store.Record) string {
	if old == nil {
		now.Kept().ID = store.NewID()
		*fresh = append(*fresh, now)
		return ActionNew
	}
	if alike(old, now) {
		return ActionSame
	}
	*changed = append(*changed, now)
	return ActionChanged
}

func alike(a, b any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}
