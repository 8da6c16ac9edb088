package production

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The machines that an operation is narrowed to and the electrodes that it burns are lines of its form. They stand in
// tables of their own, which plans and lists of the shop floor read across operations.

// Burn is an electrode that an EDM operation burns with.
type Burn struct {
	ElectrodeID string           `bun:"electrode_id" json:"electrodeId"` // part of kind 2
	BurnSeq     int              `bun:"burn_seq" json:"burnSeq"`
	BurnMinutes quantity.Minutes `bun:"burn_minutes" json:"burnHours"`
	PiecesUsed  int              `bun:"pieces_used" json:"piecesUsed"`
}

// EDMLink says that an EDM operation burns with an electrode.
type EDMLink struct {
	bun.BaseModel `bun:"table:edm_link" json:"-"`
	store.FactoryRow
	MouldID     string `bun:"mould_id" json:"mouldId"`
	OperationID string `bun:"operation_id" json:"operationId"`
	Burn
}

// operationLines declares the lines of an operation.
func (p *Production) operationLines(o *Operation, mould *resource.Field, f *resource.Form) {
	f.Group("设备与电极", "Machines and electrodes")
	resource.Lines(f, &o.Resources, "可用设备", "Eligible machines", func(e *Eligible, f *resource.Form) {
		p.eligibleFields(e, f).Unique()
	}).KeptIn((*OperationResource)(nil), "operation_id").Help("留空则为该工艺和零件类型的可用设备，再没有则为资源组的全部设备；设备工时为 0 时取工序工时", "Empty: those of the process and the part type, else every machine of the group. Where the hours are 0, those of the operation count")
	resource.Lines(f, &o.Burns, "放电电极", "Electrodes burned", func(b *Burn, f *resource.Form) {
		f.Ref(&b.ElectrodeID, p.Parts, "电极", "Electrode").Required().Unique().Alike("mouldId", mould).Only("kind", strconv.Itoa(Electrode))
		f.Integer(&b.BurnSeq, "放电顺序", "Burn sequence").Between(0, 9999)
		f.Hours(&b.BurnMinutes, "放电工时", "Burn hours").Between(0, 5000)
		f.Integer(&b.PiecesUsed, "用量", "Pieces used").Initial(1).Between(1, 1000)
	}).KeptIn((*EDMLink)(nil), "operation_id").Help("仅放电工序；放电工时全部填写或全部为 0，其合计优先于工序工时", "EDM operations only. Give the burn hours of all electrodes or of none; their sum beats the hours of the operation")
}

// links are the rows of the electrodes that an operation burns.
func (o *Operation) links() []EDMLink {
	rows := make([]EDMLink, len(o.Burns))
	for i, b := range o.Burns {
		rows[i] = EDMLink{MouldID: o.MouldID, OperationID: o.ID, Burn: b}
	}
	return rows
}

// resources are the rows of the machines that an operation is narrowed to.
func (o *Operation) resources() []OperationResource {
	rows := make([]OperationResource, len(o.Resources))
	for i, e := range o.Resources {
		rows[i] = OperationResource{MouldID: o.MouldID, OperationID: o.ID, Eligible: e}
	}
	return rows
}

// loadLines reads the machines and electrodes of operations, in the order of their ranks and burns.
func loadLines(ctx context.Context, tx store.Tx, operations []*Operation) error {
	ids, byID := make([]string, len(operations)), map[string]*Operation{}
	for i, o := range operations {
		ids[i], byID[o.ID] = o.ID, o
		o.Resources, o.Burns = []Eligible{}, []Burn{}
	}
	var resources []OperationResource
	if err := tx.Select(&resources).WhereIn("operation_id", ids).Order("rank", "id").Scan(ctx); err != nil {
		return err
	}
	for i := range resources {
		o := byID[resources[i].OperationID]
		o.Resources = append(o.Resources, resources[i].Eligible)
	}
	var links []EDMLink
	if err := tx.Select(&links).WhereIn("operation_id", ids).Order("burn_seq", "id").Scan(ctx); err != nil {
		return err
	}
	for i := range links {
		o := byID[links[i].OperationID]
		o.Burns = append(o.Burns, links[i].Burn)
	}
	return nil
}

// saveLines writes the lines of an operation where they or its mould have changed.
func saveLines(ctx context.Context, tx store.Tx, old, now *Operation) error {
	if old == nil {
		old = &Operation{MouldID: now.MouldID}
	}
	if old.MouldID != now.MouldID || !slices.Equal(old.Resources, now.Resources) {
		if err := saveResources(ctx, tx, now); err != nil {
			return err
		}
	}
	if old.MouldID == now.MouldID && slices.Equal(old.Burns, now.Burns) {
		return nil
	}
	if _, err := tx.Remove((*EDMLink)(nil)).Where("operation_id = ?", now.ID).Exec(ctx); err != nil || len(now.Burns) == 0 {
		return err
	}
	links := now.links()
	return tx.Insert(ctx, &links)
}

// saveResources writes the machines that an operation is narrowed to in place of those that it had.
func saveResources(ctx context.Context, tx store.Tx, o *Operation) error {
	if _, err := tx.Remove((*OperationResource)(nil)).Where("operation_id = ?", o.ID).Exec(ctx); err != nil || len(o.Resources) == 0 {
		return err
	}
	resources := o.resources()
	return tx.Insert(ctx, &resources)
}

var (
	msgNotEDM         = L("工序“%s”不是放电工序", "The operation “%s” is no EDM operation")
	msgBurns          = L("工序已对应放电电极，工艺必须是放电类", "The operation burns electrodes, so its process must be an EDM one")
	msgNoneElectrode  = L("“%s”不是电极", "“%s” is no electrode")
	msgOtherElectrode = L("电极“%s”属于其他模具", "The electrode “%s” belongs to another mould")
)

// edm tells whether a process burns.
func (m *Masters) edm(processID string) bool {
	for _, p := range m.Processes {
		if p.ID == processID {
			return p.EDM
		}
	}
	return false
}

// checkBurns holds the electrodes of an operation against its process and its mould.
func checkBurns(ctx context.Context, tx store.Tx, masters *Masters, old, now *Operation) (bad []problem.FieldError, err error) {
	if len(now.Burns) == 0 || old != nil && old.ProcessID == now.ProcessID && old.MouldID == now.MouldID && slices.Equal(old.Burns, now.Burns) {
		return nil, nil
	}
	if !masters.edm(now.ProcessID) {
		bad = append(bad, problem.Field("edmLinks", "edm", msgNotEDM, strconv.Itoa(now.OpNo)))
	}
	ids := make([]string, len(now.Burns))
	for i, b := range now.Burns {
		ids[i] = b.ElectrodeID
	}
	var parts []Part
	if err := tx.Select(&parts).Columns("id", "mould_id", "part_no", "kind").WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	for _, x := range parts {
		field := fmt.Sprintf("edmLinks.%d.electrodeId", slices.Index(ids, x.ID))
		switch {
		case x.Kind != Electrode:
			bad = append(bad, problem.Field(field, "kind", msgNoneElectrode, x.PartNo))
		case x.MouldID != now.MouldID:
			bad = append(bad, problem.Field(field, "reference", msgOtherElectrode, x.PartNo))
		}
	}
	return bad, nil
}

// droppedLines names the machines whose hours drop below what is reported of an operation that has begun.
func droppedLines(old, now *Operation, last *Progress) (bad []problem.FieldError) {
	for i := range now.Resources {
		e := &now.Resources[i]
		at := slices.IndexFunc(old.Resources, func(was Eligible) bool { return was.MachineID == e.MachineID })
		if at >= 0 && old.Resources[at].dropsBelow(e, last) {
			bad = append(bad, problem.Field(fmt.Sprintf("operationResources.%d.hours", i), "reported", msgBelowReported, last.ReportedMinutes.Hours().String()))
		}
	}
	return bad
}

// burnHours are how long the electrodes of an operation burn, 0 where that is not known.
func (o *Operation) burnHours() []quantity.Minutes {
	hours := make([]quantity.Minutes, len(o.Burns))
	for i, b := range o.Burns {
		hours[i] = b.BurnMinutes
	}
	return hours
}

// sortLines brings the lines into the order in which they are read.
func (o *Operation) sortLines() {
	slices.SortStableFunc(o.Resources, func(a, b Eligible) int { return a.Rank - b.Rank })
	slices.SortStableFunc(o.Burns, func(a, b Burn) int { return a.BurnSeq - b.BurnSeq })
}
