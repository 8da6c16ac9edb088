package app

import (
	"errors"

	"mouldworks/internal/basedata"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/quantity"
)

// The demo's basic data of everyday life: money, units, tolerances, addresses, part numbers and what is lent.

// everyday writes all of it; customers, groups and machines are there.
func (w *demoMasters) everyday() error {
	return errors.Join(w.money(), w.figures(), w.drawings(), w.movements(), w.numbers(), w.alarms(), w.lent())
}

// money writes currencies, each with a rate that has changed once, and cost centres. The base currency is there from the beginning.
func (w *demoMasters) money() error {
	for _, x := range []struct {
		code, name, english string
		first, rate         quantity.Decimal
	}{{"USD", "美元", "US dollar", 7_180_000, 7_120_000}, {"GBP", "英镑", "Pound sterling", 9_020_000, 9_110_000}, {"JPY", "日元", "Japanese yen", 48_600, 47_900}} {
		row := &basedata.Currency{Code: x.code, Name: x.name, EnglishName: x.english, Rate: x.first, Valid: true}
		if err := w.master.Currencies.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
		row.Rate = x.rate
		if err := w.master.Currencies.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
	}
	centre := func(code, name, english string, kind int, customer, group string, booked int) *basedata.CostCentre {
		return &basedata.CostCentre{Code: code, Name: name, EnglishName: english, Type: kind, CustomerID: w.customers[customer], GroupID: w.groups[group], DataType: booked, Valid: true}
	}
	return saveAll(
		w, w.master.CostCentres,
		centre("CC-EDM", "放电加工", "EDM", 1, "C01", "EDM", 1), centre("CC-HAIRN", "海润项目", "Hairun project", 2, "C01", "CNC-F", 1), centre("CC-FIT", "钳工组", "Fitting", 3, "C02", "FIT", 2),
	)
}

// figures writes units, tolerances, formulas and skill titles.
func (w *demoMasters) figures() error {
	unit := func(code, name, english string, kind, places, place int) *basedata.Unit {
		return &basedata.Unit{Code: code, Name: name, EnglishName: english, Kind: kind, Places: places, SortOrder: place, Valid: true}
	}
	kg := unit("kg", "千克", "Kilogram", 4, 2, 2)
	pieces := unit("pcs", "件", "Piece", 1, 0, 1)
	if err := saveAll(w, w.master.Units, pieces, kg, unit("mm", "毫米", "Millimetre", 2, 2, 3), unit("h", "小时", "Hour", 6, 2, 4)); err != nil {
		return err
	}
	w.pieces = pieces.ID
	spark := func(name string, limit quantity.Decimal, finish int) *basedata.Tolerance {
		return &basedata.Tolerance{Name: name, Type: basedata.ToleranceElectrode, Max: limit, Min: -limit, DealRule: 1, Electrode: finish, Valid: true}
	}
	for _, x := range basedata.GeneralTolerances(2) { // before the option that would make them, and ask
		if err := w.master.Tolerances.Save(w.ctx, w.tx, &x); err != nil {
			return err
		}
	}
	option := &basedata.ToleranceOption{Name: "GB/T 1804-m", Class: 2, Current: true, Remark: "图纸未注公差"}
	if err := errors.Join(
		saveAll(w, w.master.ToleranceOptions, option, &basedata.ToleranceOption{Name: "GB/T 1804-f", Class: 1, Remark: "精密模具"}),
		saveAll(
			w, w.master.Tolerances,
			&basedata.Tolerance{Name: "H7_20", Type: basedata.ToleranceWorkpiece, Max: 21 * milli, DealRule: 1, Valid: true}, spark("E_ROUGH", 50*milli, 1), spark("E_FINE", 10*milli, 3),
		),
		saveAll(
			w, w.master.SkillTitles,
			&basedata.SkillTitle{Name: "初级钳工", EnglishName: "Junior fitter", Level: 1, Valid: true}, &basedata.SkillTitle{Name: "高级钳工", EnglishName: "Senior fitter", Level: 4, Valid: true},
			&basedata.SkillTitle{Name: "数控编程师", EnglishName: "NC programmer", Level: 5, Remark: "能独立完成五轴编程", Valid: true},
		),
	); err != nil {
		return err
	}
	mm := func(name, meaning string) basedata.FormulaVariable {
		return basedata.FormulaVariable{Name: name, Meaning: meaning + " mm"}
	}
	return saveAll(
		w, w.master.Formulas,
		&basedata.Formula{Code: "BLANK", Name: "方料重量", EnglishName: "Block weight", Expression: "L * W * H * 7.85 / 1000000", UnitID: kg.ID, Variables: []basedata.FormulaVariable{mm("L", "长"), mm("W", "宽"), mm("H", "高")}, Remark: "密度 7.85 g/cm³", Valid: true},
		&basedata.Formula{Code: "ROUND", Name: "圆料重量", EnglishName: "Round-bar weight", Expression: "3.1416 * D * D / 4 * L * 7.85 / 1000000", UnitID: kg.ID, Variables: []basedata.FormulaVariable{mm("D", "直径"), mm("L", "长")}, Valid: true},
	)
}

// drawings writes what drawings and models ask for.
func (w *demoMasters) drawings() error {
	return errors.Join(
		saveAll(
			w, w.master.ColourStandards,
			&basedata.ColourStandard{Name: "分型面", EnglishName: "Parting surface", ColourID: 1, RGB: "#1D4F91", NXColourID: 211, AutoProgram: true, Simulation: true},
			&basedata.ColourStandard{Name: "放电面", EnglishName: "EDM surface", ColourID: 2, RGB: "#D4691A", NXColourID: 78},
			&basedata.ColourStandard{Name: "线割面", EnglishName: "Wire-cut surface", ColourID: 3, RGB: "#2F8F5B", NXColourID: 36, AutoProgram: true},
			&basedata.ColourStandard{Name: "改模面", EnglishName: "Modified surface", ColourID: 4, RGB: "#B0413E", NXColourID: 186, Simulation: true, Resubmit: true},
		),
		saveAll(
			w, w.master.SurfaceRequirements,
			&basedata.SurfaceRequirement{Level: "SPI-A2", Treatment: "金刚石抛光", Alias: "镜面", EnglishName: "Diamond polish", Implementation: "SPI", Roughness: "Ra 0.025"},
			&basedata.SurfaceRequirement{Level: "SPI-B1", Treatment: "砂纸抛光", Alias: "600 目", EnglishName: "Paper polish", Implementation: "SPI", Roughness: "Ra 0.05"},
			&basedata.SurfaceRequirement{Level: "VDI-27", Treatment: "放电纹", EnglishName: "Spark texture", Implementation: "VDI 3400", Roughness: "Ra 2.24"},
			&basedata.SurfaceRequirement{Level: "MT-11010", Treatment: "皮纹", EnglishName: "Leather grain", Implementation: "Mold-Tech", Remark: "拔模斜度不小于 1.5°"},
		),
		saveAll(
			w, w.master.PDMFileTypes,
			&basedata.PDMFileType{Name: "三维模型", EnglishName: "3D model", Extension: "prt", SystemType: 1, Storage: 3, Security: 3, Sync: true},
			&basedata.PDMFileType{Name: "二维图纸", EnglishName: "2D drawing", Extension: "dwg", SystemType: 1, Storage: 3, Security: 2, Sync: true},
			&basedata.PDMFileType{Name: "加工程序", EnglishName: "NC program", Extension: "nc", SystemType: 2, Storage: 2, Security: 2},
			&basedata.PDMFileType{Name: "检测报告", EnglishName: "Inspection report", Extension: "pdf", SystemType: 3, Storage: 1, Security: 2},
		),
	)
}

// movements writes what goods move by and where they lie.
func (w *demoMasters) movements() error {
	return errors.Join(
		saveAll(
			w, w.master.DeliveryAddresses,
			&basedata.DeliveryAddress{Name: "长安原料仓", EnglishName: "Chang'an raw-material store", Detail: "广东省东莞市长安镇振安东路 88 号"}, &basedata.DeliveryAddress{Name: "试模中心", EnglishName: "Try-out centre", Detail: "广东省东莞市长安镇振安东路 90 号 2 栋"},
		),
		saveAll(
			w, w.master.MoveTypes,
			&basedata.MoveType{Code: "101", Name: "采购入库", EnglishName: "Purchase receipt", DataType: 1, ApplyDataType: 1, Valid: true}, &basedata.MoveType{Code: "201", Name: "生产领料", EnglishName: "Issue to production", DataType: 20, ApplyDataType: 2, ProductionOrder: true, Valid: true},
			&basedata.MoveType{Code: "202", Name: "生产退料", EnglishName: "Return from production", DataType: 1, ApplyDataType: 3, ProductionOrder: true, Valid: true}, &basedata.MoveType{Code: "301", Name: "盘点调整", EnglishName: "Stock-count adjustment", DataType: 30, Valid: true},
		),
		saveAll(
			w, w.master.WarehouseShelves,
			&basedata.WarehouseShelf{Code: "E-01", Name: "电极货架一", EnglishName: "Electrode rack 1", Warehouse: "电极库", Layers: 6, Positions: 20, Valid: true}, &basedata.WarehouseShelf{Code: "S-01", Name: "钢料货架一", EnglishName: "Steel rack 1", Warehouse: "原料仓", Layers: 3, Positions: 8, Valid: true},
			&basedata.WarehouseShelf{Code: "T-01", Name: "刀具货架一", EnglishName: "Tool rack 1", Warehouse: "刀具库", Layers: 10, Positions: 40, Valid: true},
		),
	)
}

// numbers writes part numbers with their types and rules. Two of the numbers are as the rule would make them.
func (w *demoMasters) numbers() error {
	standard, blank := &basedata.PartNumberType{Code: "STD", Name: "标准件", EnglishName: "Standard parts", Valid: true}, &basedata.PartNumberType{Code: "BLK", Name: "毛坯", EnglishName: "Blanks", Valid: true}
	if err := saveAll(w, w.master.PartNumberTypes, standard, blank); err != nil {
		return err
	}
	number := func(number, name, english, specification string, of *basedata.PartNumberType) *basedata.PartNumber {
		return &basedata.PartNumber{Number: number, Name: name, EnglishName: english, TypeID: of.ID, Specification: specification, UnitID: w.pieces, Valid: true}
	}
	return errors.Join(
		saveAll(
			w, w.master.PartNumberRules,
			&basedata.PartNumberRule{Name: "标准件编码", EnglishName: "Standard-part numbers", TypeID: standard.ID, Prefix: "S", Separator: 1, Digits: 5, BeginsAt: 1, Valid: true},
			&basedata.PartNumberRule{Name: "毛坯编码", EnglishName: "Blank numbers", TypeID: blank.ID, Prefix: "B", DatePart: 1, Separator: 1, Digits: 4, BeginsAt: 1, Valid: true},
		),
		saveAll(
			w, w.master.PartNumbers,
			number("S-00001", "导柱", "Guide pillar", "D20 × 100", standard), number("S-00002", "顶针", "Ejector pin", "D6 × 200", standard), number("BLK-718H-A", "型腔毛坯", "Cavity blank", "320 × 260 × 90", blank),
		),
	)
}

// alarms writes who is told of warnings.
func (w *demoMasters) alarms() error {
	var leads []string
	if err := w.tx.Select((*org.User)(nil)).Columns("id").Where("user_name = ?", "floor").ScanColumn(w.ctx, &leads); err != nil {
		return err
	}
	return saveAll(
		w, w.master.AlarmRules,
		&basedata.AlarmRule{Name: "主轴过热", EnglishName: "Spindle overheating", SectionID: w.sections["CNC"], WarnCode: "SP1201", UserIDs: leads, NotifyWay: 2, Valid: true},
		&basedata.AlarmRule{Name: "夜班断丝", EnglishName: "Wire break, night shift", SectionID: w.sections["EDM"], ShiftID: w.shifts["两班"], WarnCode: "WB0301", UserIDs: leads, NotifyWay: 1, Valid: true},
	)
}

// lent writes tools that are checked out, and sets of them.
func (w *demoMasters) lent() error {
	wrench, dial, bolt := &basedata.CheckoutTool{Name: "力矩扳手", EnglishName: "Torque wrench", Note: "5 到 60 N·m", Valid: true}, &basedata.CheckoutTool{Name: "杠杆百分表", EnglishName: "Lever dial indicator", Valid: true}, &basedata.CheckoutTool{Name: "吊环螺栓 M24", EnglishName: "Eye bolt M24", Note: "每半年检查一次", Valid: true}
	if err := saveAll(w, w.master.CheckoutTools, wrench, dial, bolt); err != nil {
		return err
	}
	return saveAll(
		w, w.master.CheckoutTemplates,
		&basedata.CheckoutTemplate{Name: "试模工具", EnglishName: "Try-out tools", Tools: []basedata.CheckoutLine{{ToolID: wrench.ID, Count: 2}, {ToolID: bolt.ID, Count: 4}}, Valid: true},
		&basedata.CheckoutTemplate{Name: "机床校正", EnglishName: "Machine alignment", Tools: []basedata.CheckoutLine{{ToolID: dial.ID, Count: 1}, {ToolID: wrench.ID, Count: 1}}, Valid: true},
	)
}

// productTypes writes what moulds are made for.
func (w *demoMasters) productTypes() error {
	lamp := &basedata.ProductType{Name: "车灯", EnglishName: "Vehicle lamps", Code: "LAMP", SortOrder: 1, Valid: true}
	if err := saveAll(w, w.master.ProductTypes, lamp); err != nil {
		return err
	}
	return saveAll(
		w, w.master.ProductTypes,
		&basedata.ProductType{Name: "前照灯", EnglishName: "Headlamp", Code: "HEADLAMP", ParentID: lamp.ID, SortOrder: 2, Valid: true},
		&basedata.ProductType{Name: "电器外壳", EnglishName: "Appliance housing", Code: "HOUSING", SortOrder: 3, Valid: true}, &basedata.ProductType{Name: "连接器", EnglishName: "Connector", Code: "CONN", SortOrder: 4, Valid: true},
	)
}
