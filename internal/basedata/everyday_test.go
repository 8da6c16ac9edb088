package basedata_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// edit changes a row as it stands.
func edit[P resource.Entity](s *shop, r *resource.Resource[P], id string, fields map[string]any, confirm ...string) error {
	s.Helper()
	return change(s, r, id, any(read(s, r, id)).(store.Record).Kept().Version, fields, confirm...)
}

// BASE-PRODTYPE-01, BASE-PRODTYPE-02, BASE-PRODTYPE-03.
func TestProductTypeRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.ProductTypes, "name", "code", "parentId", "sortOrder", "valid", "remark")
		lamp := must(s, s.master.ProductTypes, map[string]any{"name": "车灯", "code": "LAMP"})
		front := must(s, s.master.ProductTypes, map[string]any{"name": "前灯", "parentId": lamp.ID})
		try(s, s.master.ProductTypes, map[string]any{"name": "尾灯"},
			attempt{"the longest name", map[string]any{"name": long(50), "code": long(20), "remark": long(200)}, nil},
			attempt{"too long", map[string]any{"name": long(51), "code": long(21), "remark": long(201)}, []string{"code maxLength", "name maxLength", "remark maxLength"}},
			attempt{"BASE-PRODTYPE-03: again", map[string]any{"name": "车灯", "code": "LAMP"}, []string{"code unique", "name unique"}},
			attempt{"no name", map[string]any{"name": ""}, []string{"name required"}},
		)
		for id, parent := range map[string]string{lamp.ID: lamp.ID, front.ID: front.ID} { // BASE-PRODTYPE-02
			if err := edit(s, s.master.ProductTypes, id, map[string]any{"parentId": parent}); err == nil {
				s.Errorf("a type is its own parent")
			}
		}
		if err := edit(s, s.master.ProductTypes, lamp.ID, map[string]any{"parentId": front.ID}); err == nil {
			s.Error("the types follow each other in a circle")
		}
	})
}

// BASE-UNIT-01.
func TestUnitRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.Units, "code", "name", "kind", "places", "sortOrder", "valid")
		must(s, s.master.Units, map[string]any{"code": "kg", "name": "千克"})
		try(s, s.master.Units, map[string]any{"code": "mm", "name": "毫米"},
			attempt{"six places", map[string]any{"code": long(10), "name": long(20), "places": 6}, nil},
			attempt{"seven places", map[string]any{"places": 7}, []string{"places max"}},
			attempt{"the last place of a list", map[string]any{"code": "cm", "name": "厘米", "sortOrder": 999_999}, nil},
			attempt{"behind the last place of a list", map[string]any{"sortOrder": 1_000_000}, []string{"sortOrder max"}},
			attempt{"again", map[string]any{"code": "kg", "name": "千克"}, []string{"code unique", "name unique"}},
			attempt{"too long", map[string]any{"code": long(11), "name": long(21)}, []string{"code maxLength", "name maxLength"}},
		)
	})
}

// BASE-COLOUR-01.
func TestColourRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.ColourStandards, "name", "colourId", "rgb", "nxColourId", "autoProgram", "simulation", "resubmit")
		base := map[string]any{"name": "分型面", "colourId": 1, "rgb": "#1D4F91", "nxColourId": 216}
		must(s, s.master.ColourStandards, base)
		try(s, s.master.ColourStandards, base,
			attempt{"again", nil, []string{"colourId unique", "name unique"}},
			attempt{"not RGB", map[string]any{"name": "A", "colourId": 2, "rgb": "1D4F91"}, []string{"rgb pattern"}},
			attempt{"beyond the palette of NX", map[string]any{"name": "A", "colourId": 2, "nxColourId": 217}, []string{"nxColourId max"}},
		)
	})
}

// BASE-SURFACE-01, BASE-SURFACE-02, BASE-SURFACE-03.
func TestSurfaceRequirementRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.SurfaceRequirements, "level", "treatment", "alias", "englishName", "implementation", "roughness", "remark")
		base := map[string]any{"level": "A1", "treatment": "抛光"}
		must(s, s.master.SurfaceRequirements, base)
		rest := []string{"alias", "englishName", "implementation", "roughness"}
		most, over, wrong := map[string]any{"level": long(50), "treatment": long(50), "remark": long(200)}, map[string]any{"level": long(51), "treatment": long(51), "remark": long(201)}, []string{"level maxLength", "remark maxLength", "treatment maxLength"}
		for _, key := range rest {
			most[key], over[key] = long(50), long(51)
			wrong = append(wrong, key+" maxLength")
		}
		slices.Sort(wrong)
		try(s, s.master.SurfaceRequirements, base,
			attempt{"BASE-SURFACE-02, BASE-SURFACE-03: the longest", most, nil},
			attempt{"BASE-SURFACE-02, BASE-SURFACE-03: one more", over, wrong},
			attempt{"BASE-SURFACE-02: neither", map[string]any{"level": "", "treatment": ""}, []string{"level required", "treatment required"}},
			attempt{"the same level treated otherwise", map[string]any{"treatment": "晒纹"}, nil},
			attempt{"again", nil, []string{"treatment unique"}},
		)
		_, err := add(s, s.master.SurfaceRequirements, base, nil)
		if zh, en := said(err, "zh"), said(err, "en"); !strings.Contains(zh, "处理方式“抛光”已存在（等级“A1”）") || !strings.Contains(en, "Treatment “抛光” already exists (level “A1”)") {
			s.Errorf("one that is unique within a level does not name it: %s, %s", zh, en)
		}
	})
}

// A file finds a requirement by its level and treatment together.
func TestSurfaceRequirementsComeFromAFile(t *testing.T) {
	each(t, func(s *shop) {
		r := s.master.SurfaceRequirements
		must(s, r, map[string]any{"level": "A1", "treatment": "抛光", "roughness": "Ra 0.1"})
		file := "等级,处理方式,粗糙度\nA1,抛光,Ra 0.2\na1,抛光,Ra 0.3\nA1,晒纹,\nA2,抛光,\n,抛光,\n"
		told, err := r.Import(permitted(s.ctx, r), s.db, resource.ImportFile{Data: []byte(file), DryRun: true})
		if err != nil {
			s.Fatal(err)
		}
		var rows []string
		for _, row := range told.Rows {
			rows = append(rows, row.Key+" "+row.Action)
		}
		if want := []string{"A1 / 抛光 changed", "A1 / 抛光 refused", "A1 / 晒纹 new", "A2 / 抛光 new", "抛光 refused"}; !slices.Equal(rows, want) {
			s.Errorf("%q, want %q", rows, want)
		}
		if bad := importing(s, r, "等级,处理方式,粗糙度\nA1,抛光,Ra 0.2\nA1,晒纹,\n"); len(bad) > 0 {
			s.Error(bad)
		}
		var kept []basedata.SurfaceRequirement
		s.write(func(tx store.Tx) error { return tx.Select(&kept).Order("treatment").Scan(s.ctx) })
		if len(kept) != 2 || kept[0].Roughness != "Ra 0.2" {
			s.Errorf("%+v", kept)
		}
		if bad := importing(s, r, "等级,粗糙度\nA1,Ra 0.2\n"); !slices.Equal(bad, []string{"treatment missingColumn"}) {
			s.Errorf("without one half of the key: %v", bad)
		}
	})
}

// BASE-DELADDR-01, BASE-DELADDR-02.
func TestDeliveryAddressRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.DeliveryAddresses, "name", "detail")
		base := map[string]any{"name": "一号仓", "detail": "东莞市长安镇"}
		must(s, s.master.DeliveryAddresses, base)
		try(s, s.master.DeliveryAddresses, base,
			attempt{"BASE-DELADDR-02: the longest", map[string]any{"name": long(20), "detail": long(100)}, nil},
			attempt{"BASE-DELADDR-02: one more", map[string]any{"name": long(21), "detail": long(101)}, []string{"detail maxLength", "name maxLength"}},
			attempt{"again", nil, []string{"name unique"}},
		)
	})
}

// BASE-COSTCTR-01 to BASE-COSTCTR-04.
func TestCostCentreRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.CostCentres, "code", "name", "type", "customerId", "groupId", "dataType", "valid")
		customer := must(s, s.master.Customers, map[string]any{"number": "C1", "name": "东方"})
		base := map[string]any{"code": "CC1", "name": "放电", "type": 1, "customerId": customer.ID, "groupId": s.groupID}
		must(s, s.master.CostCentres, base)
		try(s, s.master.CostCentres, base,
			attempt{"BASE-COSTCTR-03: 20 characters, BASE-COSTCTR-02: a group", map[string]any{"code": long(20), "name": "a", "type": 3}, nil},
			attempt{"BASE-COSTCTR-03: 21 characters", map[string]any{"code": long(21), "name": "b"}, []string{"code maxLength"}},
			attempt{"BASE-COSTCTR-02: another type", map[string]any{"code": "B", "name": "b", "type": 4}, []string{"type choice"}},
			attempt{"BASE-COSTCTR-02: a type of nothing", map[string]any{"code": "B", "name": "b", "type": 0}, []string{"type choice"}},
			attempt{"BASE-COSTCTR-02: no type", map[string]any{"code": "B", "name": "b", "type": nil}, []string{"type required"}},
			attempt{"BASE-COSTCTR-04: neither customer nor team", map[string]any{"code": "B", "name": "b", "customerId": "", "groupId": ""}, []string{"customerId required", "groupId required"}},
			attempt{"again", nil, []string{"code unique", "name unique"}},
		)
		if got := options(s.master.CostCentres.Meta(func(string) bool { return true }).Fields, "type"); !slices.Equal(got, []string{"1 工艺/Process", "2 客户/Customer", "3 班组/Group"}) {
			s.Errorf("%v", got)
		}
	})
}

// BASE-MOVETYPE-01, BASE-MOVETYPE-02, BASE-MOVETYPE-03.
func TestMoveTypeRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.MoveTypes, "code", "name", "dataType", "applyDataType", "productionOrder", "valid")
		base := map[string]any{"code": "101", "name": "采购入库", "dataType": 1}
		must(s, s.master.MoveTypes, base)
		try(s, s.master.MoveTypes, base,
			attempt{"BASE-MOVETYPE-03: 50 characters", map[string]any{"code": long(50), "name": long(50), "dataType": 30}, nil},
			attempt{"BASE-MOVETYPE-03: 51 characters", map[string]any{"code": long(51), "name": long(51)}, []string{"code maxLength", "name maxLength"}},
			attempt{"BASE-MOVETYPE-03: neither", map[string]any{"code": "", "name": ""}, []string{"code required", "name required"}},
			attempt{"BASE-MOVETYPE-02: another data type", map[string]any{"code": "B", "name": "b", "dataType": 2}, []string{"dataType choice"}},
		)
		if got := options(s.master.MoveTypes.Meta(func(string) bool { return true }).Fields, "dataType"); !slices.Equal(got, []string{"1 入库/Warehousing", "20 出库/Warehouse out", "30 全部/All"}) {
			s.Errorf("%v", got)
		}
	})
}

// BASE-PDMFILE-01, BASE-PDMFILE-02, BASE-PDMFILE-03.
func TestPDMFileTypeRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.PDMFileTypes, "name", "extension", "systemType", "storage", "securityLevel", "sync")
		base := map[string]any{"name": "三维模型", "extension": "prt", "storage": 3, "securityLevel": 4}
		must(s, s.master.PDMFileTypes, base)
		try(s, s.master.PDMFileTypes, base,
			attempt{"a dot", map[string]any{"name": "a", "extension": ".stp"}, []string{"extension pattern"}},
			attempt{"another storage and level", map[string]any{"name": "a", "extension": "stp", "storage": 4, "securityLevel": 5}, []string{"securityLevel choice", "storage choice"}},
			attempt{"again", nil, []string{"extension unique", "name unique"}},
		)
		if got := options(s.master.PDMFileTypes.Meta(func(string) bool { return true }).Fields, "storage"); !slices.Equal(got, []string{"1 云端/Cloud", "2 本地/Local", "3 云端和本地/Both"}) {
			s.Errorf("%v", got)
		}
		if got := options(s.master.PDMFileTypes.Meta(func(string) bool { return true }).Fields, "securityLevel"); !slices.Equal(got, []string{"1 公开/Public", "2 内部/Internal", "3 秘密/Secret", "4 机密/Confidential"}) {
			s.Errorf("%v", got)
		}
		if plain := must(s, s.master.PDMFileTypes, map[string]any{"name": "图纸", "extension": "dwg", "storage": 1}); plain.Security != 2 {
			s.Errorf("without a word the level is %d", plain.Security)
		}
	})
}

// BASE-FORMULA-01.
func TestFormulaRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.Formulas, "code", "name", "expression", "unitId", "variables", "remark", "valid")
		n := 0
		with := func(expression string, variables ...string) map[string]any {
			lines := []any{}
			for _, v := range variables {
				lines = append(lines, map[string]any{"name": v})
			}
			n++
			return map[string]any{"code": fmt.Sprint("F", n), "name": fmt.Sprint("公式", n), "expression": expression, "variables": lines}
		}
		try(s, s.master.Formulas, map[string]any{},
			attempt{"a blank's weight", with("L * W * H * 7.85 / 1000000", "L", "W", "H"), nil},
			attempt{"Chinese names, brackets, signs and functions", with("max(长 + 2, -宽) * (ceil(宽 / 3) - 1.5)", "长", "宽"), nil},
			attempt{"cut off", with("L * ", "L"), []string{"expression syntax"}},
			attempt{"a text", with(`L + "5"`, "L"), []string{"expression syntax"}},
			attempt{"a comparison", with("L > 5", "L"), []string{"expression syntax"}},
			attempt{"a name that nothing stands for", with("L * X", "L"), []string{"expression unknown"}},
			attempt{"a function that nobody knows", with("sin(L)", "L"), []string{"expression unknown"}},
			attempt{"too few figures", with("min(L)", "L"), []string{"expression arguments"}},
			attempt{"a division by 0", with("L / 0", "L"), []string{"expression zero"}},
			attempt{"a division by what comes to 0", with("1 / (2 * 3 - abs(-6.0))"), []string{"expression zero"}},
			attempt{"a division by a product with 0", with("1 / (0 * L + sqrt(-0.0))", "L"), []string{"expression zero"}},
			attempt{"a division by 0 within another", with("L / (1 / 0)", "L"), []string{"expression zero"}},
			attempt{"a division by what a function makes 0", with("L / round(0.4)", "L"), []string{"expression zero"}},
			attempt{"a division by the least of figures", with("L / (-min(0, 1))", "L"), []string{"expression zero"}},
			attempt{"a division by the greatest of figures", with("L / max(-1, 0)", "L"), []string{"expression zero"}},
			attempt{"a division by what a function makes 1", with("L / ceil(0.4)", "L"), nil},
			attempt{"a division by a variable", with("1 / (L - L)", "L"), nil},
			attempt{"within a call", with("min(L, Y)", "L"), []string{"expression unknown"}},
			attempt{"a field of another", with("L.W", "L"), []string{"expression syntax"}},
			attempt{"a variable called as a function", with("max + 1", "max"), []string{"variables.0.name reserved"}},
			attempt{"a word of the language as a variable", with("L", "L", "range"), []string{"variables.1.name reserved"}},
			attempt{"a name that is no letter", with("L", "L", "a²"), []string{"variables.1.name pattern"}},
			attempt{"what follows hidden", with("L // W", "L"), []string{"expression syntax"}},
			attempt{"too large whatever the variables are", with("L / (1e308 * 1e308)", "L"), []string{"expression figure"}},
			attempt{"a variable twice", with("L", "L", "L"), []string{"variables.1.name unique"}},
		)
		for expression, want := range map[string]string{
			"sqrt(L, 2)": "The function sqrt takes 1 figure, not 2", "min(L)": "The function min takes 2 to 9 figures, not 1", "L / (3 - 3)": "The expression divides by 0: L / (3 - 3)",
		} {
			if _, err := add(s, s.master.Formulas, with(expression, "L"), nil); !strings.Contains(said(err, "en"), want) {
				s.Errorf("%s: %s", expression, said(err, "en"))
			}
		}
	})
}

// BASE-SKILL-01.
func TestSkillTitleRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.SkillTitles, "name", "level", "valid", "remark")
		must(s, s.master.SkillTitles, map[string]any{"name": "高级钳工", "level": 4})
		try(s, s.master.SkillTitles, map[string]any{"name": "技师", "level": 10},
			attempt{"again", map[string]any{"name": "高级钳工"}, []string{"name unique"}},
			attempt{"beyond the highest", map[string]any{"level": 11}, []string{"level max"}},
			attempt{"below the lowest", map[string]any{"level": 0}, []string{"level min"}},
		)
	})
}

// BASE-SHELF-01, BASE-SHELF-02, BASE-SHELF-03.
func TestWarehouseShelfRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.WarehouseShelves, "code", "name", "warehouse", "layers", "positions", "valid")
		try(s, s.master.WarehouseShelves, map[string]any{"code": "R1", "name": "一号架", "layers": 1, "positions": 1},
			attempt{"BASE-SHELF-02, BASE-SHELF-03: the largest", map[string]any{"code": "R2", "name": "二号架", "layers": 20, "positions": 100}, nil},
			attempt{"BASE-SHELF-02: 21 layers", map[string]any{"layers": 21}, []string{"layers max"}},
			attempt{"BASE-SHELF-03: 101 positions", map[string]any{"positions": 101}, []string{"positions max"}},
			attempt{"none", map[string]any{"layers": 0, "positions": 0}, []string{"layers min", "positions min"}},
		)
	})
}

// BASE-ALARM-01, BASE-ALARM-02.
func TestAlarmRuleRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.AlarmRules, "name", "machineId", "sectionId", "shiftId", "warnCode", "userIds", "notifyWay", "valid")
		section := must(s, s.master.Sections, map[string]any{"name": "CNC", "chineseName": "数控", "camUploadType": 1})
		base := map[string]any{"name": "主轴过热", "sectionId": section.ID, "warnCode": "SP1201", "notifyWay": 2}
		must(s, s.master.AlarmRules, base)
		try(s, s.master.AlarmRules, base,
			attempt{"neither a machine nor a section", map[string]any{"name": "a", "sectionId": ""}, []string{"machineId required"}},
			attempt{"BASE-ALARM-02: another way", map[string]any{"name": "a", "notifyWay": 3}, []string{"notifyWay choice"}},
			attempt{"no code", map[string]any{"name": "a", "warnCode": ""}, []string{"warnCode required"}},
		)
		if got := options(s.master.AlarmRules.Meta(func(string) bool { return true }).Fields, "notifyWay"); !slices.Equal(got, []string{"1 邮件/Mail", "2 短信/SMS"}) {
			s.Errorf("%v", got)
		}
	})
}

// BASE-CHECKOUT-01, BASE-CHECKOUT-02.
func TestCheckoutRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.CheckoutTools, "name", "note", "valid")
		declares(t, s.master.CheckoutTemplates, "name", "valid", "tools")
		try(s, s.master.CheckoutTools, map[string]any{"name": "扳手"},
			attempt{"BASE-CHECKOUT-01: the longest", map[string]any{"name": long(20), "note": long(200)}, nil},
			attempt{"BASE-CHECKOUT-01: one more", map[string]any{"name": long(21), "note": long(201)}, []string{"name maxLength", "note maxLength"}},
		)
		tool := must(s, s.master.CheckoutTools, map[string]any{"name": "百分表"})
		line := map[string]any{"toolId": tool.ID, "count": 1}
		try(s, s.master.CheckoutTemplates, map[string]any{"name": "试模", "tools": []any{line}},
			attempt{"BASE-CHECKOUT-02: 20 characters", map[string]any{"name": long(20)}, nil},
			attempt{"BASE-CHECKOUT-02: 21 characters", map[string]any{"name": long(21)}, []string{"name maxLength"}},
			attempt{"a tool twice", map[string]any{"name": "b", "tools": []any{line, line}}, []string{"tools.1.toolId unique"}},
		)
	})
}

// BASE-PARTTYPE-01: a part type refers to its product type; a file names it.
func TestAPartTypeRefersToItsProductType(t *testing.T) {
	each(t, func(s *shop) {
		lamp := must(s, s.master.ProductTypes, map[string]any{"name": "车灯", "code": "LAMP"})
		r := bring(s, s.master.PartTypes, resource.ImportFile{Data: []byte("名称,名称前缀,产品类型\n型腔,CAV,车灯\n型芯,COR,lamp\n滑块,SLD,风扇\n"), Partly: true})
		if !slices.Equal(told(r.Faults), []string{`4 productTypeId reference "风扇"`}) || r.Created != 2 {
			s.Errorf("%+v", r)
		}
		var rows []basedata.PartType
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&rows).Where("product_type_id = ?", lamp.ID).Scan(s.ctx) }); err != nil || len(rows) != 2 {
			s.Errorf("%d part types of lamps, %v", len(rows), err)
		}
		if err := s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.ProductTypes.Delete(s.ctx, tx, lamp.ID) }); err == nil {
			s.Error("a product type is deleted to which part types refer")
		}
	})
}
