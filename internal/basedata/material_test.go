package basedata_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

// BASE-MATERIAL-01 to BASE-MATERIAL-07.
func TestMaterialRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.Materials, "code", "name", "abbreviation", "materialType", "density", "rate", "recoveryPrice", "erpNumber", "heatTreatment", "beforeClass", "afterClass", "minHardness", "maxHardness", "remark")
		base := map[string]any{"code": "NAK80", "name": "镜面钢", "minHardness": 37, "maxHardness": 43}
		must(s, s.master.Materials, base)
		free := map[string]any{"code": "A-b_9", "name": long(20), "erpNumber": long(200), "remark": long(200), "minHardness": 0, "maxHardness": 0}
		try(s, s.master.Materials, base,
			attempt{"the longest texts, no hardness", free, nil},
			attempt{"BASE-MATERIAL-07: again", nil, []string{"code unique", "name unique"}},
			attempt{"BASE-MATERIAL-02: a code with a blank", map[string]any{"code": "NAK 80", "name": "a"}, []string{"code pattern"}},
			attempt{"BASE-MATERIAL-02: a code of 21", map[string]any{"code": strings.Repeat("A", 21), "name": "a"}, []string{"code maxLength"}},
			attempt{"BASE-MATERIAL-03: a name of 21", map[string]any{"code": "B", "name": long(21)}, []string{"name maxLength"}},
			attempt{"BASE-MATERIAL-03: no name", map[string]any{"code": "B", "name": ""}, []string{"name required"}},
			attempt{"BASE-MATERIAL-04: too long a number and remark", map[string]any{"code": "B", "name": "b", "erpNumber": long(201), "remark": long(201)}, []string{"erpNumber maxLength", "remark maxLength"}},
			attempt{"BASE-MATERIAL-05: no hardness", map[string]any{"code": "B", "name": "b", "minHardness": nil, "maxHardness": nil}, []string{"maxHardness required", "minHardness required"}},
			attempt{"BASE-MATERIAL-05: a hardness below zero", map[string]any{"code": "B", "name": "b", "minHardness": -1}, []string{"minHardness min"}},
			attempt{"the softest harder than the hardest", map[string]any{"code": "B", "name": "b", "minHardness": 44}, []string{"maxHardness order"}},
		)
		// BASE-MATERIAL-06: prices are in RMB.
		for _, f := range s.master.Materials.Meta(func(string) bool { return true }).Fields {
			if (f.Key == "rate" || f.Key == "recoveryPrice") && (f.UnitText.En != "RMB/kg" || f.UnitText.Zh != "元/kg") {
				s.Errorf("%s is in %v", f.Key, f.UnitText)
			}
		}
	})
}

// Of fields that nobody knows fifty are named, in their order, however many there are.
func TestStrangeFieldsAreNamedInTheirOrder(t *testing.T) {
	each(t, func(s *shop) {
		body, want := map[string]any{"code": "A", "name": "a", "minHardness": 1, "maxHardness": 2}, []string{}
		for i := range 200 {
			name := fmt.Sprintf("x%03d", i)
			if body[name] = 1; i < 50 {
				want = append(want, name+" unknown")
			}
		}
		try(s, s.master.ProcessingMaterials, body, attempt{"200 fields", nil, want})
	})
}

// BASE-PROCMAT-01, BASE-PROCMAT-02.
func TestProcessingMaterialRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.ProcessingMaterials, "code", "name", "abbreviation", "programType", "minHardness", "maxHardness", "sortOrder", "valid")
		base := map[string]any{"code": "HARD", "name": "淬硬钢", "minHardness": 48, "maxHardness": 62}
		must(s, s.master.ProcessingMaterials, base)
		try(s, s.master.ProcessingMaterials, base,
			attempt{"its code", map[string]any{"name": "a"}, []string{"code unique"}},
			attempt{"its name", map[string]any{"code": "A"}, []string{"name unique"}},
			attempt{"the softest harder than the hardest", map[string]any{"code": "A", "name": "a", "minHardness": 63}, []string{"maxHardness order"}},
			attempt{"from a hardness upwards", map[string]any{"code": "UP", "name": "up", "minHardness": 60, "maxHardness": nil}, nil},
			attempt{"another", map[string]any{"code": "A", "name": "a"}, nil},
		)
	})
}

// BASE-ELECTRODE-01, BASE-ELECTRODE-02, BASE-ALL-04: a material has the same three gaps once.
func TestAGapIsUnique(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.ElectrodeGaps, "materialId", "roughCount", "roughGap", "semiFineCount", "semiFineGap", "fineCount", "fineGap")
		copper := must(s, s.master.Materials, map[string]any{"code": "CU", "name": "紫铜", "materialType": 2, "minHardness": 0, "maxHardness": 0})
		graphite := must(s, s.master.Materials, map[string]any{"code": "C", "name": "石墨", "materialType": 3, "minHardness": 0, "maxHardness": 0})
		base := map[string]any{"code": "CU1", "materialId": copper.ID, "roughCount": 1, "roughGap": 0.3, "semiFineGap": 0.15, "fineCount": 2, "fineGap": 0.07}
		must(s, s.master.ElectrodeGaps, base)
		try(s, s.master.ElectrodeGaps, base,
			attempt{"the same gaps under another code", map[string]any{"code": "CU2"}, []string{"roughGap unique"}},
			attempt{"the same gaps, other counts", map[string]any{"code": "CU2", "fineCount": 3}, []string{"roughGap unique"}},
			attempt{"another fine gap", map[string]any{"code": "CU2", "fineGap": 0.05}, nil},
			attempt{"another material", map[string]any{"code": "C1", "materialId": graphite.ID}, nil},
			attempt{"no electrode at all", map[string]any{"code": "CU3", "fineGap": 0.01, "roughCount": 0, "fineCount": 0}, []string{"roughCount required"}},
			attempt{"a rough electrode without a gap", map[string]any{"code": "CU3", "roughGap": 0}, []string{"roughGap required"}},
			attempt{"semi-fine and fine ones without gaps", map[string]any{"code": "CU3", "semiFineCount": 1, "semiFineGap": 0, "fineGap": 0}, []string{"fineGap required", "semiFineGap required"}},
			attempt{"a fine gap wider than the semi-fine one", map[string]any{"code": "CU3", "fineGap": 0.16}, []string{"fineGap order"}},
			attempt{"a fine gap wider than the rough one, without semi-fine ones", map[string]any{"code": "CU3", "semiFineGap": 0, "fineGap": 0.31}, []string{"fineGap order"}},
			attempt{"a semi-fine gap wider than the rough one", map[string]any{"code": "CU3", "semiFineCount": 1, "semiFineGap": 0.31}, []string{"semiFineGap order"}},
			attempt{"equal gaps", map[string]any{"code": "CU4", "semiFineCount": 1, "semiFineGap": 0.3, "fineGap": 0.3}, nil},
			attempt{"fine ones alone", map[string]any{"code": "CU5", "roughCount": 0, "roughGap": 0, "semiFineGap": 0}, nil},
			attempt{"a gap wider than a spark", map[string]any{"code": "CU3", "roughGap": 5.1}, []string{"roughGap max"}},
		)
		_, err := add(s, s.master.ElectrodeGaps, base, map[string]any{"code": "CU9"})
		if !strings.Contains(said(err, "zh"), "该火花位已存在") || !strings.Contains(said(err, "en"), "This gap already exists") {
			s.Errorf("a repeated gap: %v", err)
		}
	})
}

// BASE-PARTTYPE-01 to BASE-PARTTYPE-06.
func TestPartTypeRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.PartTypes, "name", "code", "prefix", "parentId", "manufacturingMode", "productTypeId", "workpieceType", "priority", "cappMinutes", "imageUrl", "languageKey", "parameters", "sortOrder", "remark")
		base := map[string]any{"name": "型腔", "prefix": "CAV"}
		cavity := must(s, s.master.PartTypes, base)
		parameter := func(kinds ...int) map[string]any {
			var lines []any
			for i, k := range kinds {
				lines = append(lines, map[string]any{"name": string(rune('a' + i)), "type": k})
			}
			return map[string]any{"name": "b", "parameters": lines}
		}
		try(s, s.master.PartTypes, base,
			attempt{"BASE-PARTTYPE-04: no name, no prefix", map[string]any{"name": "", "prefix": ""}, []string{"name required", "prefix required"}},
			attempt{"BASE-PARTTYPE-04: 51 characters", map[string]any{"name": long(51), "prefix": long(51)}, []string{"name maxLength", "prefix maxLength"}},
			attempt{"BASE-PARTTYPE-05: 201 characters", map[string]any{"name": "a", "remark": long(201), "imageUrl": "https://a.example/" + long(183), "languageKey": long(201)}, []string{"imageUrl maxLength", "languageKey maxLength", "remark maxLength"}},
			attempt{"50 and 200 characters", map[string]any{"name": long(50), "prefix": long(50), "remark": long(200), "imageUrl": "https://a.example/" + long(182), "languageKey": long(200)}, nil},
			attempt{"BASE-PARTTYPE-06: the code of the mould", map[string]any{"name": "a", "code": "MP"}, []string{"code reserved"}},
			attempt{"in any case", map[string]any{"name": "a", "code": "mP"}, []string{"code reserved"}},
			attempt{"a code that begins like it", map[string]any{"name": "a", "code": "MP1"}, nil},
			attempt{"BASE-PARTTYPE-02: workpiece type 3", map[string]any{"name": "c", "workpieceType": 3}, []string{"workpieceType choice"}},
			attempt{"workpiece type 2", map[string]any{"name": "c", "workpieceType": 2}, nil},
			attempt{"five parameters", parameter(1, 2, 3, 1, 2), nil},
			attempt{"BASE-PARTTYPE-03: six parameters", parameter(1, 2, 3, 1, 2, 3), []string{"name unique", "parameters atMost"}},
			attempt{"BASE-PARTTYPE-03: parameter type 4", map[string]any{"name": "d", "parameters": []any{map[string]any{"name": "a", "type": 4}}}, []string{"parameters.0.type choice"}},
		)
		insert := must(s, s.master.PartTypes, map[string]any{"name": "镶件", "prefix": "INS", "parentId": cavity.ID})
		pin := must(s, s.master.PartTypes, map[string]any{"name": "镶针", "prefix": "PIN", "parentId": insert.ID})
		if err := change(s, s.master.PartTypes, cavity.ID, 1, map[string]any{"parentId": cavity.ID}); !slices.Equal(resourcetest.Broken(err), []string{"parentId self"}) {
			s.Errorf("its own parent: %v", err)
		}
		err := change(s, s.master.PartTypes, cavity.ID, 1, map[string]any{"parentId": pin.ID})
		if !slices.Equal(resourcetest.Broken(err), []string{"parentId cycle"}) || !strings.Contains(said(err, "en"), "型腔 → 镶针 → 镶件 → 型腔") {
			s.Errorf("a loop of three: %v", err)
		}
	})
}

// BASE-PRECISION-01, BASE-PRECISION-02, BASE-ALL-03.
func TestAPrecisionLevelIsUnique(t *testing.T) {
	each(t, func(s *shop) {
		base := map[string]any{"grade": "A", "rank": 1, "tolerance": 0.005}
		must(s, s.master.AccuracyGrades, base)
		try(s, s.master.AccuracyGrades, base,
			attempt{"the level again", map[string]any{"rank": 2}, []string{"grade unique"}},
			attempt{"the rank again", map[string]any{"grade": "B"}, []string{"rank unique"}},
			attempt{"rank 0", map[string]any{"grade": "B", "rank": 0}, []string{"rank min"}},
			attempt{"no rank", map[string]any{"grade": "B", "rank": nil}, []string{"rank required"}},
			attempt{"a coarser one", map[string]any{"grade": "B", "rank": 2}, nil},
		)
		_, err := add(s, s.master.AccuracyGrades, base, map[string]any{"rank": 3})
		if !strings.Contains(said(err, "zh"), "精度等级“A”已存在") || !strings.Contains(said(err, "en"), "Accuracy grade “A” already exists") {
			s.Errorf("the level again: %v", err)
		}
	})
}

// BASE-ORDERTYPE-01, BASE-ORDERTYPE-02; one order type is the default one, replaced after a question.
func TestOrderTypeRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.OrderTypes, "name", "default", "checkCad", "checkAsm", "checkPlan", "checkTry", "assemblyHours")
		base := map[string]any{"name": "新模", "default": true, "assemblyHours": 16.5}
		first := must(s, s.master.OrderTypes, base)
		if got := read(s, s.master.OrderTypes, first.ID); got.AssemblyMinutes != 990 {
			s.Errorf("16.5 h came back as %d min", got.AssemblyMinutes)
		}
		try(s, s.master.OrderTypes, base,
			attempt{"no order type", map[string]any{"name": " ", "default": false}, []string{"name required"}},
			attempt{"again", map[string]any{"default": false}, []string{"name unique"}},
			attempt{"a second default", map[string]any{"name": "改模"}, []string{"20010"}},
			attempt{"a default that is invalid", map[string]any{"name": "改模", "valid": false}, []string{"default default"}},
			attempt{"another", map[string]any{"name": "改模", "default": false, "checkTry": true}, nil},
		)
		_, err := add(s, s.master.OrderTypes, base, map[string]any{"name": "", "default": false})
		if !strings.Contains(said(err, "zh"), "订单类型不能为空") || !strings.Contains(said(err, "en"), "Order type cannot be empty") {
			s.Errorf("no order type: %v", err)
		}
		repair := must(s, s.master.OrderTypes, map[string]any{"name": "修模"})
		if err := change(s, s.master.OrderTypes, repair.ID, 1, map[string]any{"default": true}, "replaceDefault"); err != nil {
			s.Fatal(err)
		}
		if read(s, s.master.OrderTypes, first.ID).Default {
			s.Error("two order types are the default one")
		}
		remove := func(id string) error {
			return s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.OrderTypes.Delete(s.ctx, tx, id) })
		}
		if err := change(s, s.master.OrderTypes, repair.ID, 2, map[string]any{"default": false}); !slices.Equal(broken(err), []string{"default default"}) {
			s.Errorf("the default is given up to none: %v", err)
		}
		err = remove(repair.ID)
		if !slices.Equal(broken(err), []string{"20000"}) || !strings.Contains(said(err, "zh"), "“修模”是默认订单类型，不能删除") || !strings.Contains(said(err, "en"), "“修模” is the default order type and cannot be deleted") {
			s.Errorf("the default one is deleted: %v", err)
		}
		var page resource.Page[*basedata.OrderType]
		s.write(func(tx store.Tx) (err error) {
			page, err = s.master.OrderTypes.List(s.ctx, tx, resource.Query{Size: 50})
			return err
		})
		if len(page.Rows) != 3 {
			s.Fatalf("%d order types", len(page.Rows))
		}
		for _, row := range page.Rows {
			if row.ID != repair.ID {
				if err := remove(row.ID); err != nil {
					s.Errorf("%s is not deleted: %v", row.Name, err)
				}
			}
		}
		if err := remove(repair.ID); !slices.Equal(broken(err), []string{"20000"}) {
			s.Errorf("the last one, which is the default one, is deleted: %v", err)
		}
	})
}

// The first valid calendar and order type are the default ones without being asked, whatever comes behind them; a file that names
// another one is followed.
func TestTheFirstRowIsTheDefaultOne(t *testing.T) {
	each(t, func(s *shop) {
		must(s, s.master.OrderTypes, map[string]any{"name": "停用的", "valid": false})
		first := must(s, s.master.OrderTypes, map[string]any{"name": "第一"})
		second := must(s, s.master.OrderTypes, map[string]any{"name": "第二"})
		if !read(s, s.master.OrderTypes, first.ID).Default || read(s, s.master.OrderTypes, second.ID).Default {
			s.Error("the first valid order type is not the default one")
		}
	})
	each(t, func(s *shop) {
		unused := must(s, s.master.OrderTypes, map[string]any{"name": "停用的", "valid": false})
		if err := change(s, s.master.OrderTypes, unused.ID, 1, map[string]any{"valid": true}); err != nil {
			s.Error(err)
		}
		must(s, s.master.OrderTypes, map[string]any{"name": "第二"})
		s.defaults("停用的")
	})
	each(t, func(s *shop) {
		bring(s, s.master.OrderTypes, resource.ImportFile{Data: []byte("name,valid\n零,0\n甲,1\n乙,1\n")})
		s.defaults("甲")
	})
	each(t, func(s *shop) {
		bring(s, s.master.OrderTypes, resource.ImportFile{Data: []byte("name,default\n甲,0\n乙,0\n丙,1\n丁,0\n")})
		s.defaults("丙")
	})
}

// A file in which one row gives the flag up and another one takes it hands it over, in whichever order they stand, once that is
// confirmed. Where nobody takes it, or who was to take it is refused, the row that gives it up is refused.
func TestAFileHandsTheDefaultOver(t *testing.T) {
	for _, x := range []struct {
		file    string
		refused []string
		want    string
	}{
		{"name,default,sortOrder\n甲,0,7\n乙,1,\n", nil, "乙"},
		{"name,default,sortOrder\n乙,1,8\n甲,0,7\n", nil, "乙"},
		{"name,default\n甲,0\n丙,1\n", nil, "丙"},
		{"name,default,valid\n甲,0,0\n乙,1,1\n", nil, "乙"},
		{"name,default\n甲,0\n丙,0\n", []string{`2 default default "0"`}, "甲"},
		{"name,default,valid\n甲,0,1\n乙,1,0\n", []string{`2 default default "0"`, `3 default default "1"`}, "甲"},
		{"name,default,sortOrder\n甲,0,7\n乙,1,-1\n", []string{`2 default default "0"`, `3 sortOrder min "-1"`}, "甲"},
		{"name,default,sortOrder\n甲,0,-1\n乙,1,\n", []string{`2 sortOrder min "-1"`}, "乙"},
		// The row that has it says nothing of it, and changes something else.
		{"name,default,sortOrder\n甲,,7\n乙,1,\n", nil, "乙"},
		{"name,default,sortOrder\n乙,1,\n甲,,7\n", nil, "乙"},
		{"name,default,sortOrder\n甲,,7\n乙,1,-1\n", []string{`3 sortOrder min "-1"`}, "甲"},
	} {
		each(t, func(s *shop) {
			bring(s, s.master.OrderTypes, resource.ImportFile{Data: []byte("name\n甲\n乙\n")})
			ctx := permitted(s.ctx, s.master.OrderTypes)
			if _, err := s.master.OrderTypes.Import(ctx, s.db, resource.ImportFile{Data: []byte(x.file), Partly: true}); x.want != "甲" && !slices.Equal(broken(err), []string{"20010"}) {
				s.Errorf("%q: nobody was asked: %v", x.file, err)
			}
			actor, err := store.ActorFrom(ctx)
			if err != nil {
				s.Fatal(err)
			}
			actor.Confirmed = "replaceDefault"
			result, err := s.master.OrderTypes.Import(store.WithActor(ctx, actor), s.db, resource.ImportFile{Data: []byte(x.file), Partly: true})
			if got := told(result.Faults); err != nil || !slices.Equal(got, x.refused) {
				s.Errorf("%q: %v %q", x.file, err, got)
			}
			s.defaults(x.want)
		})
	}
}

// A yes is one to the rows that the question has named: where another one is to have the flag, or has it by now, it is asked again.
func TestAYesIsAboutTheRowsThatWereNamed(t *testing.T) {
	each(t, func(s *shop) {
		bring(s, s.master.OrderTypes, resource.ImportFile{Data: []byte("name\n甲\n乙\n丙\n")})
		_, _, r := asked(s, s.master.OrderTypes, "name\n甲\n", "")
		key, _, _ := asked(s, s.master.OrderTypes, "name,default\n丙,1\n", "")
		if r.Same != 1 || !strings.HasPrefix(key, "replaceDefault:") {
			s.Fatalf("asked %q", key)
		}
		if again, _, _ := asked(s, s.master.OrderTypes, "name,default\n乙,1\n", key); !strings.HasPrefix(again, key+".replaceDefault:") {
			s.Errorf("another row is to have the flag, and asked %q", again)
		}
		s.defaults("甲")
		if again, _, _ := asked(s, s.master.OrderTypes, "name,default\n乙,1\n", "replaceDefault"); again != "" {
			s.Errorf("a yes to whatever there is, asked %q", again)
		}
		if again, _, _ := asked(s, s.master.OrderTypes, "name,default\n丙,1\n", key); !strings.HasPrefix(again, key+".replaceDefault:") {
			s.Errorf("another row by now, and asked %q", again)
		}
		s.defaults("乙")
		key, _, _ = asked(s, s.master.OrderTypes, "name,default\n丙,1\n", "")
		if again, _, _ := asked(s, s.master.OrderTypes, "name,default\n丙,1\n", key); again != "" {
			s.Errorf("the rows that were named, asked again: %q", again)
		}
		s.defaults("丙")
		// Two rows that change names are still two rows.
		ids := map[string]*basedata.OrderType{}
		var rows []basedata.OrderType
		s.write(func(tx store.Tx) error { return tx.Select(&rows).Scan(s.ctx) })
		for i := range rows {
			ids[rows[i].Name] = &rows[i]
		}
		first, second := ids["甲"], ids["乙"]
		wanting := func(row *basedata.OrderType, confirm string) (key string) {
			_, data := problem.Of(change(s, s.master.OrderTypes, row.ID, read(s, s.master.OrderTypes, row.ID).Version, map[string]any{"default": true}, confirm)).Wire("en")
			about, _ := data.(map[string]any)
			key, _ = about["key"].(string)
			return key
		}
		key = wanting(first, "")
		for _, to := range []struct {
			row  *basedata.OrderType
			name string
		}{{first, "甲甲"}, {second, "甲"}} {
			if err := edit(s, s.master.OrderTypes, to.row.ID, map[string]any{"name": to.name}); err != nil {
				s.Fatal(err)
			}
		}
		if again := wanting(second, key); !strings.HasPrefix(again, key+".replaceDefault:") {
			s.Errorf("another record of the same name, asked %q", again)
		}
		s.defaults("丙")
	})
}

// defaults checks which order types are the default one.
func (s *shop) defaults(want ...string) {
	s.Helper()
	var names []string
	s.write(func(tx store.Tx) error {
		return tx.Select((*basedata.OrderType)(nil)).Columns("name").Where("is_default = ?", true).Order("name").ScanColumn(s.ctx, &names)
	})
	if !slices.Equal(names, want) {
		s.Errorf("default order types are %q, want %q", names, want)
	}
}
