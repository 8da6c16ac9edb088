package production

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The kinds of parts.
const (
	Workpiece = 1
	Electrode = 2
	Assembly  = 3
)

// Part is a workpiece, an electrode or an assembly of a mould.
type Part struct {
	bun.BaseModel `bun:"table:part" json:"-"`
	store.FactoryRow
	MouldID       string           `bun:"mould_id" json:"mouldId"`
	PartNo        string           `bun:"part_no" json:"partNo"`
	Name          string           `bun:"name" json:"name"`
	PartTypeID    string           `bun:"part_type_id,nullzero" json:"partTypeId"`
	Kind          int              `bun:"kind" json:"kind"`
	ParentPartNo  string           `bun:"parent_part_no" json:"parentPart"`
	NeededAtOp    int              `bun:"needed_at_op" json:"neededAtOp"`
	Qty           int              `bun:"qty" json:"qty"`
	MaterialID    string           `bun:"material_id,nullzero" json:"materialId"`
	Hardness      quantity.Decimal `bun:"hardness" json:"hardness"` // HRC
	GradeID       string           `bun:"accuracy_grade_id,nullzero" json:"accuracyGradeId"`
	Length        quantity.Decimal `bun:"length_mm" json:"length"`
	Width         quantity.Decimal `bun:"width_mm" json:"width"`
	Height        quantity.Decimal `bun:"height_mm" json:"height"`
	Weight        quantity.Decimal `bun:"weight_kg" json:"weight"`
	MaterialReady *time.Time       `bun:"material_ready" json:"materialReady"`
	DrawingReady  *time.Time       `bun:"drawing_ready" json:"drawingReady"`
	Due           *time.Time       `bun:"due" json:"due"`
	Finish        int              `bun:"finish" json:"finish"`
	Gap           quantity.Decimal `bun:"gap" json:"gap"`
	Pieces        int              `bun:"pieces" json:"pieces"`
	State         int              `bun:"state" json:"state"`
	DesignReady   *time.Time       `bun:"design_ready" json:"designReady"`
	StockPosition string           `bun:"stock_position" json:"stockPosition"`
	Implied       bool             `bun:"implied" json:"-"` // made to hold implied operations
}

// The states of an electrode on its way to the burn.
const (
	ElectrodeDesigned = 1
	ElectrodeMachined = 2
)

// The states of an electrode that is made: it is on its way to the stock, or lies there.
const (
	ElectrodeInspected = 3
	ElectrodeStocked   = 4
)

// beginAnew takes from a part what was told of it as an electrode: it goes with the kind, and does not come back with it.
func (x *Part) beginAnew() {
	x.Finish, x.Gap, x.Pieces, x.State, x.DesignReady, x.StockPosition = 0, 0, 1, ElectrodeDesigned, nil, ""
}

// Made is how many pieces of the part are made; only electrodes have several of one design.
func (x *Part) Made() int {
	if x.Kind == Electrode {
		return x.Qty * max(x.Pieces, 1)
	}
	return x.Qty
}

var msgMovesRoute = L("零件已有工序，不能换到其他模具", "The part has operations, so it cannot move to another mould")

// checkMove refuses another mould for a part that has a route: the operations, what is reported on them and what waits for them stay.
func checkMove(ctx context.Context, tx store.Tx, old, now *Part) error {
	if old == nil || now.MouldID == old.MouldID {
		return nil
	}
	there, err := tx.Select((*Operation)(nil)).Where("part_id = ?", now.ID).Exists(ctx)
	if err != nil || !there {
		return err
	}
	return problem.Invalid(problem.Field("mouldId", "operations", msgMovesRoute))
}

func (p *Production) part() resource.Spec[*Part] {
	return resource.Spec[*Part]{
		Path: "bom/part", Label: L("零件", "Part"), Permission: "bom.part", Sort: "partNo", Changed: p.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000302",
		Example:   &api.Example{Body: map[string]any{"mouldId": "01900000-0000-7000-8000-000000000401", "partNo": "P99", "name": "型芯", "qty": 10}},
		LogTitle:  titleOfPart,
		Form: func(x *Part, f *resource.Form) {
			mould := f.Ref(&x.MouldID, p.Moulds, "模具", "Mould").Required().InSheet("模具编号", "Mould no")
			f.Text(&x.PartNo, "零件编号", "Part no").Required().UniqueWithin(mould).Title().Max(40)
			f.Text(&x.Name, "名称", "Name").Max(100)
			kind := f.Choice(&x.Kind, "类别", "Kind", choices("parts", "kind")...).Initial(Workpiece)
			f.Ref(&x.PartTypeID, p.deps.PartTypes, "零件类型", "Part type").HideInList()
			f.Integer(&x.Qty, "数量", "Quantity").Initial(1).Between(1, 100000)
			f.Text(&x.ParentPartNo, "上级零件", "Parent part").Max(40)
			f.Integer(&x.NeededAtOp, "装配工序号", "Needed at operation").Between(0, 9999).ZeroIsNone().HideInList()
			f.Instant(&x.MaterialReady, "备料日期", "Material ready")
			f.Instant(&x.DrawingReady, "出图日期", "Drawing ready").HideInList()
			f.Instant(&x.Due, "零件交期", "Part delivery").Formerly("Part due").EndOfDay()
			f.Group("材料与尺寸", "Material and dimensions")
			f.Ref(&x.MaterialID, p.deps.Materials, "材料", "Material")
			f.Decimal(&x.Hardness, "硬度", "Hardness").Unit("HRC", "HRC").Between(0, 100).HideInList()
			f.Ref(&x.GradeID, p.deps.Grades, "精度等级", "Accuracy grade").HideInList()
			f.Decimal(&x.Length, "长", "Length").Unit("毫米", "mm").AtLeast(0).HideInList()
			f.Decimal(&x.Width, "宽", "Width").Unit("毫米", "mm").AtLeast(0).HideInList()
			f.Decimal(&x.Height, "高", "Height").Unit("毫米", "mm").AtLeast(0).HideInList()
			f.Decimal(&x.Weight, "重量", "Weight").Unit("千克", "kg").AtLeast(0).HideInList()
			f.Group("电极", "Electrode")
			f.Choice(&x.Finish, "粗精", "Finish", append([]resource.Option{Opt(0, "—", "—")}, choices("electrodes", "finish")...)...).Initial(0).HideInList().When(kind, Electrode)
			f.Decimal(&x.Gap, "火花位", "Gap").Unit("毫米", "mm").AtLeast(0).HideInList().When(kind, Electrode)
			f.Integer(&x.Pieces, "电极数量", "Electrode pieces").Initial(1).Between(1, 1000).HideInList().When(kind, Electrode)
			f.Choice(&x.State, "电极状态", "Electrode state", choices("electrodes", "state")...).Initial(1).When(kind, Electrode)
			f.Instant(&x.DesignReady, "设计日期", "Design ready").HideInList().When(kind, Electrode)
			f.Text(&x.StockPosition, "库位", "Stock position").Max(40).HideInList().When(kind, Electrode)
		},
		BeforeSave: func(ctx context.Context, tx store.Tx, old, now *Part) error {
			now.Implied = false // who saves it has it from now on, and it does not go with the steps that it was made for
			if err := checkRenumbered(ctx, tx, old, now); err != nil {
				return err
			}
			if err := checkParent(ctx, tx, now); err != nil {
				return err
			}
			if err := checkMove(ctx, tx, old, now); err != nil {
				return err
			}
			if err := checkBatches(ctx, tx, old, now); err != nil {
				return err
			}
			if err := checkBurned(ctx, tx, old, now); err != nil {
				return err
			}
			return p.checkPartCycle(ctx, tx, now)
		},
		AfterSave:    p.followQuantity,
		BeforeDelete: checkNotBuiltInto,
	}
}
