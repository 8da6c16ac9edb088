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
	ids := map[string]string{}
	for _, x := range m.Materials {
		row := &basedata.Material{
			Code: x.Code, Name: x.Name, EnglishName: x.EnglishName, MaterialType: int(x.Type), Density: quantity.Whole(int64(x.Density)), Rate: quantity.Whole(int64(x.Rate)), RecoveryPrice: quantity.Whole(int64(x.Scrap)),
			HeatTreatment: x.Treatment, MinHardness: quantity.Whole(int64(x.Hard[0])), MaxHardness: quantity.Whole(int64(x.Hard[1])), Valid: true,
		}
		if err := w.master.Materials.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
		ids[x.Code] = row.ID
	}
	if err := saveAll(
		w, w.master.ElectrodeGaps,
		&basedata.ElectrodeGap{Code: "CU-STD", MaterialID: ids["CU"], RoughCount: 1, RoughGap: 300 * milli, SemiCount: 1, SemiGap: 150 * milli, FineCount: 1, FineGap: 70 * milli, Valid: true},
		&basedata.ElectrodeGap{Code: "GR-STD", MaterialID: ids["GR-TTK50"], RoughCount: 1, RoughGap: 350 * milli, FineCount: 2, FineGap: 100 * milli, Valid: true},
	); err != nil {
		return err
	}
	if err := saveAll(
		w, w.master.ProcessingMaterials,
		&basedata.ProcessingMaterial{Code: "SOFT", Name: "预硬钢", EnglishName: "Pre-hardened steel", ProgramType: 1, MinHardness: 28 * whole, MaxHardness: 45 * whole, SortOrder: 1, Valid: true},
		&basedata.ProcessingMaterial{Code: "HARD", Name: "淬硬钢", EnglishName: "Hardened steel", ProgramType: 1, MinHardness: 46 * whole, MaxHardness: 62 * whole, SortOrder: 2, Valid: true},
		&basedata.ProcessingMaterial{Code: "CU", Name: "铜电极", EnglishName: "Copper electrode", ProgramType: 2, SortOrder: 3, Valid: true},
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
	number := func(code, name, english, unit string, compares, place int) *basedata.MachineAttribute {
		return &basedata.MachineAttribute{Code: code, Name: name, EnglishName: english, ValueType: basedata.AttributeNumber, Unit: unit, Compares: compares, SortOrder: place, Valid: true}
	}
	if err := saveAll(
		w, w.master.MachineAttributes,
		number("X", "X行程", "X travel", "mm", basedata.ComparesLength, 1), number("Y", "Y行程", "Y travel", "mm", basedata.ComparesWidth, 2), number("Z", "Z行程", "Z travel", "mm", basedata.ComparesHeight, 3),
		number("LOAD", "工作台承重", "Table load", "kg", basedata.ComparesWeight, 4), number("HRC_MIN", "最小硬度", "Least hardness", "HRC", basedata.ComparesSoftest, 5), number("HRC_MAX", "最大硬度", "Greatest hardness", "HRC", basedata.ComparesHardest, 6),
	); err != nil {
		return err
	}
	kind := func(name, english, code, prefix string, of, minutes, place int) *basedata.PartType {
		return &basedata.PartType{Name: name, EnglishName: english, Code: code, Prefix: prefix, Manufacturing: 2, WorkpieceType: of, CAPPMinutes: minutes, Parameters: []basedata.PartParameter{}, SortOrder: place, Valid: true}
	}
	if err := saveAll(
		w, w.master.PartTypes,
		kind("型腔", "Cavity", "CAVITY", "CAV", basedata.WorkpieceWorkpiece, 120, 1), kind("型芯", "Core", "CORE", "COR", basedata.WorkpieceWorkpiece, 120, 2), kind("滑块", "Slide", "SLIDER", "SLD", basedata.WorkpieceWorkpiece, 60, 3),
		kind("镶件", "Insert", "INSERT", "INS", basedata.WorkpieceWorkpiece, 45, 4), kind("电极", "Electrode", "ELECTRODE", "ELE", basedata.WorkpieceElectrode, 15, 5),
	); err != nil {
		return err
	}
	return saveAll(
		w, w.master.OrderTypes,
		&basedata.OrderType{Name: "新模", EnglishName: "New mould", Default: true, CheckCAD: true, CheckASM: true, CheckPlan: true, CheckTRY: true, AssemblyMinutes: 40 * 60, SortOrder: 1, Valid: true},
		&basedata.OrderType{Name: "改模", EnglishName: "Modification", CheckCAD: true, CheckPlan: true, CheckTRY: true, AssemblyMinutes: 16 * 60, SortOrder: 2, Valid: true},
		&basedata.OrderType{Name: "修模", EnglishName: "Repair", CheckPlan: true, AssemblyMinutes: 8 * 60, SortOrder: 3, Valid: true},
	)
}

func saveAll[P resource.Entity](w *demoMasters, to *resource.Resource[P], rows ...P) error {
	for _, row := range rows {
		if err := to.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
	}
	return nil
}
