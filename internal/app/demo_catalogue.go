package app

import (
	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
)

// The fixed-point number of a thousandth and of one.
const (
	milli = quantity.Decimal(1_000)
	whole = quantity.Decimal(1_000_000)
)

// catalogue writes what the factories of the demo tenant share, and the flow times of its factory.
func (w *demoMasters) catalogue(m demo.Masters) error {
	steel := &basedata.Material{Code: "NAK80", Name: "NAK80 镜面钢", MaterialType: 1, Density: 7800 * whole, Rate: 68 * whole, RecoveryPrice: 3 * whole, MinHardness: 37 * whole, MaxHardness: 43 * whole, Valid: true}
	hard := &basedata.Material{Code: "SKD61", Name: "SKD61 热作钢", MaterialType: 1, Density: 7800 * whole, Rate: 52 * whole, RecoveryPrice: 3 * whole, HeatTreatment: "真空淬火", BeforeClass: "退火", AfterClass: "淬硬", MinHardness: 46 * whole, MaxHardness: 52 * whole, Valid: true}
	copper := &basedata.Material{Code: "CU", Name: "紫铜", MaterialType: 2, Density: 8900 * whole, Rate: 78 * whole, RecoveryPrice: 52 * whole, Valid: true}
	graphite := &basedata.Material{Code: "GR-TTK50", Name: "TTK50 石墨", MaterialType: 3, Density: 1820 * whole, Rate: 210 * whole, Valid: true}
	if err := saveAll(w, w.master.Materials, steel, hard, copper, graphite); err != nil {
		return err
	}
	if err := saveAll(
		w, w.master.ElectrodeGaps,
		&basedata.ElectrodeGap{Code: "CU-STD", MaterialID: copper.ID, RoughCount: 1, RoughGap: 300 * milli, SemiCount: 1, SemiGap: 150 * milli, FineCount: 1, FineGap: 70 * milli, Valid: true},
		&basedata.ElectrodeGap{Code: "GR-STD", MaterialID: graphite.ID, RoughCount: 1, RoughGap: 350 * milli, FineCount: 2, FineGap: 100 * milli, Valid: true},
	); err != nil {
		return err
	}
	if err := saveAll(
		w, w.master.ProcessingMaterials,
		&basedata.ProcessingMaterial{Code: "SOFT", Name: "预硬钢", ProgramType: 1, MinHardness: 28 * whole, MaxHardness: 45 * whole, SortOrder: 1, Valid: true},
		&basedata.ProcessingMaterial{Code: "HARD", Name: "淬硬钢", ProgramType: 1, MinHardness: 46 * whole, MaxHardness: 62 * whole, SortOrder: 2, Valid: true},
		&basedata.ProcessingMaterial{Code: "CU", Name: "铜电极", ProgramType: 2, SortOrder: 3, Valid: true},
	); err != nil {
		return err
	}
	if err := saveAll(
		w, w.master.AccuracyGrades,
		&basedata.AccuracyGrade{Grade: "A", Rank: 1, Tolerance: 5 * milli, Valid: true},
		&basedata.AccuracyGrade{Grade: "B", Rank: 2, Tolerance: 10 * milli, Valid: true},
		&basedata.AccuracyGrade{Grade: "C", Rank: 3, Tolerance: 30 * milli, Valid: true},
	); err != nil {
		return err
	}
	if err := w.kinds(); err != nil {
		return err
	}
	for _, t := range m.FlowTimes {
		if err := w.master.FlowTimes.Save(w.ctx, w.tx, &basedata.FlowTime{UpGroupID: w.groups[t.Up], DownGroupID: w.groups[t.Down], Minutes: t.Minutes}); err != nil {
			return err
		}
	}
	return nil
}

// kinds writes machine attributes, part types and order types.
func (w *demoMasters) kinds() error {
	number := func(code, name, unit string, compares, place int) *basedata.MachineAttribute {
		return &basedata.MachineAttribute{Code: code, Name: name, ValueType: basedata.AttributeNumber, Unit: unit, Compares: compares, SortOrder: place, Valid: true}
	}
	if err := saveAll(
		w, w.master.MachineAttributes,
		number("X", "X行程", "mm", basedata.ComparesLength, 1), number("Y", "Y行程", "mm", basedata.ComparesWidth, 2), number("Z", "Z行程", "mm", basedata.ComparesHeight, 3),
		number("LOAD", "工作台承重", "kg", basedata.ComparesWeight, 4), number("HRC_MIN", "最小硬度", "HRC", basedata.ComparesSoftest, 5), number("HRC_MAX", "最大硬度", "HRC", basedata.ComparesHardest, 6),
	); err != nil {
		return err
	}
	kind := func(name, code, prefix string, of, minutes, place int) *basedata.PartType {
		return &basedata.PartType{Name: name, Code: code, Prefix: prefix, Manufacturing: 2, WorkpieceType: of, CAPPMinutes: minutes, Parameters: []basedata.PartParameter{}, SortOrder: place, Valid: true}
	}
	if err := saveAll(
		w, w.master.PartTypes,
		kind("型腔", "CAVITY", "CAV", basedata.WorkpieceWorkpiece, 120, 1), kind("型芯", "CORE", "COR", basedata.WorkpieceWorkpiece, 120, 2), kind("滑块", "SLIDER", "SLD", basedata.WorkpieceWorkpiece, 60, 3),
		kind("镶件", "INSERT", "INS", basedata.WorkpieceWorkpiece, 45, 4), kind("电极", "ELECTRODE", "ELE", basedata.WorkpieceElectrode, 15, 5),
	); err != nil {
		return err
	}
	return saveAll(
		w, w.master.OrderTypes,
		&basedata.OrderType{Name: "新模", Default: true, CheckCAD: true, CheckASM: true, CheckPlan: true, CheckTRY: true, AssemblyMinutes: 40 * 60, SortOrder: 1, Valid: true},
		&basedata.OrderType{Name: "改模", CheckCAD: true, CheckPlan: true, CheckTRY: true, AssemblyMinutes: 16 * 60, SortOrder: 2, Valid: true},
		&basedata.OrderType{Name: "修模", CheckPlan: true, AssemblyMinutes: 8 * 60, SortOrder: 3, Valid: true},
	)
}

func saveAll[T any](w *demoMasters, to *resource.Resource[T], rows ...*T) error {
	for _, row := range rows {
		if err := to.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
	}
	return nil
}
