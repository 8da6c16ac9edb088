package basedata_test

import (
	"bytes"
	"strings"
	"testing"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// BASE-CUSTOMER-01 to BASE-CUSTOMER-07.
func TestCustomerRules(t *testing.T) {
	each(t, func(s *shop) {
		// BASE-CUSTOMER-02
		declares(t, s.master.Customers, "number", "name", "shortName", "windows", "addresses", "area", "fax", "phone", "email", "sporadic", "sapOrderNumber")
		windows := func(names ...string) map[string]any {
			lines := []any{}
			for _, n := range names {
				lines = append(lines, map[string]any{"name": n})
			}
			return map[string]any{"windows": lines}
		}
		addresses := func(names ...string) map[string]any {
			lines := []any{}
			for _, n := range names {
				lines = append(lines, map[string]any{"address": n})
			}
			return map[string]any{"addresses": lines}
		}
		base := map[string]any{"number": "C1", "name": "东方"}
		try(s, s.master.Customers, base,
			attempt{"BASE-CUSTOMER-04: 50 characters", map[string]any{"number": long(50), "name": long(50), "shortName": "AB123", "fax": long(30), "phone": long(20)}, nil},
			attempt{"a dash, which clears a cell of a file", map[string]any{"number": "－", "name": "-"}, []string{"name dash", "number dash"}},
			attempt{"BASE-CUSTOMER-04: 51 characters", map[string]any{"number": long(51), "name": long(51)}, []string{"name maxLength", "number maxLength"}},
			attempt{"BASE-CUSTOMER-05: a short name of 6", map[string]any{"shortName": "ABCDEF"}, []string{"shortName maxLength"}},
			attempt{"BASE-CUSTOMER-05: a short name in Chinese", map[string]any{"shortName": "东方"}, []string{"shortName pattern"}},
			attempt{"BASE-CUSTOMER-06: fax and telephone too long", map[string]any{"fax": long(31), "phone": long(21)}, []string{"fax maxLength", "phone maxLength"}},
			attempt{"BASE-CUSTOMER-06: an email of 51", map[string]any{"email": strings.Repeat("a", 45) + "@ab.de"}, []string{"email maxLength"}},
			attempt{"no email", map[string]any{"email": "office"}, []string{"email pattern"}},
			attempt{"BASE-CUSTOMER-06: a window of 51", windows(long(51)), []string{"windows.0.name maxLength"}},
			attempt{"BASE-CUSTOMER-06: an address of 51", addresses(long(51)), []string{"addresses.0.address maxLength"}},
			attempt{"BASE-CUSTOMER-07: a window twice", windows("王工", "李工", "王工"), []string{"windows.2.name unique"}},
			attempt{"BASE-CUSTOMER-07: an address twice", addresses("深圳", " 深圳 "), []string{"addresses.1.address unique"}},
			attempt{"a window twice but for its case", windows("Wang", "WANG"), []string{"windows.1.name unique"}},
		)
		// BASE-CUSTOMER-03: a window is a contact point with a telephone and an email of its own.
		one := map[string]any{"number": "C2", "name": "西方", "windows": []any{map[string]any{"name": long(50), "phone": "1", "email": "a@b.cn"}}, "addresses": []any{map[string]any{"address": `东莞市, 长安镇; "一号"`}}}
		c := must(s, s.master.Customers, one)
		if got := read(s, s.master.Customers, c.ID); len(got.Windows) != 1 || got.Windows[0].Email != "a@b.cn" || len(got.Addresses) != 1 {
			s.Errorf("came back as %+v", got)
		}
		_, err := add(s, s.master.Customers, base, windows("王工", "王工"))
		if !strings.Contains(said(err, "zh"), "窗口重复") || !strings.Contains(said(err, "en"), "Window appears twice") {
			s.Errorf("a window twice: %v", err)
		}
	})
}

// An exported sheet imports again without a change: lines with whatever separators in them, references in lines, dates,
// choices and words of flags.
func TestASheetImportsAsItWasExported(t *testing.T) {
	each(t, func(s *shop) {
		must(s, s.master.Customers, map[string]any{"number": "C2", "name": "西方", "windows": []any{map[string]any{"name": "王工, 李工", "phone": "1"}}, "addresses": []any{map[string]any{"address": `东莞市, 长安镇; "一号"`}, map[string]any{"address": "深圳"}}})
		harden := must(s, s.master.Processes, map[string]any{"code": "HT", "name": "热处理", "class": 8, "defaultTime": 1.5})
		must(s, s.master.Suppliers, map[string]any{"code": "S2", "name": "华北", "taxIncluded": false, "outHours": 2.5, "processes": []any{map[string]any{"processId": harden.ID, "leadDays": 2.5}}})
		must(s, s.master.Shifts, map[string]any{"name": "晚班", "effective": false, "periods": []any{map[string]any{"start": "16:00", "end": "01:00", "restStart": "20:00", "restEnd": "20:30", "overtime": 0.5}}})
		must(s, s.master.Calendars, map[string]any{"name": "五天", "holidays": []any{
			map[string]any{"name": "周日", "kind": 2, "type": 1, "weekday": 7}, map[string]any{"name": "国庆", "kind": 1, "type": 1, "from": "2026-10-01", "to": "2026-10-07"},
		}})
		travel := must(s, s.master.MachineAttributes, map[string]any{"code": "X", "name": "X 行程"})
		if _, err := s.create(map[string]any{"ips": []any{map[string]any{"address": "10.0.0.1", "port": 80}}, "attributes": []any{map[string]any{"attributeId": travel.ID, "value": "800"}}}); err != nil {
			s.Fatal(err)
		}
		cavity := must(s, s.master.PartTypes, map[string]any{"name": "型腔", "prefix": "CAV", "parameters": []any{map[string]any{"name": "长", "type": 3}}})
		must(s, s.master.PartTypes, map[string]any{"name": "镶件", "prefix": "INS", "parentId": cavity.ID})
		reimport(s, s.master.Customers, 1)
		reimport(s, s.master.Suppliers, 1)
		reimport(s, s.master.Processes, 1)
		reimport(s, s.master.Shifts, 2)
		reimport(s, s.master.Calendars, 2)
		reimport(s, s.master.Groups, 1)
		reimport(s, s.master.Machines, 1)
		reimport(s, s.master.PartTypes, 2)
	})
}

func reimport[P resource.Entity](s *shop, r *resource.Resource[P], rows int) {
	s.Helper()
	export, err := r.Export(s.ctx, s.db, resource.Query{}, "csv")
	if err != nil {
		s.Fatal(err)
	}
	var file bytes.Buffer
	if err := export.Write(&file); err != nil {
		s.Fatal(err)
	}
	result, err := r.Import(permitted(s.ctx, r), s.db, resource.ImportFile{Data: file.Bytes()})
	if err != nil || result.Same != rows || len(result.Faults) != 0 {
		s.Errorf("%s: the import of %s gave %+v (%v)", r.Name(), file.String(), result, err)
	}
}

// BASE-SUPPLIER-01 to BASE-SUPPLIER-04; processes have lead days of their own, the ways there and back take hours.
func TestSupplierRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.Suppliers, "code", "name", "shortName", "address", "contact", "phone", "telephone", "email", "currency", "invoiceType", "paymentMethod", "accountPeriod", "taxIncluded", "taxRate", "processes", "leadDays", "outHours", "backHours")
		harden := must(s, s.master.Processes, map[string]any{"code": "HT", "name": "热处理", "class": 8})
		process := func(id string, days any) any { return map[string]any{"processId": id, "leadDays": days} }
		base := map[string]any{"code": "S1", "name": "华南"}
		try(s, s.master.Suppliers, base,
			attempt{"BASE-SUPPLIER-02: the longest texts", map[string]any{"code": long(20), "name": long(50), "shortName": long(20), "contact": long(20), "address": long(100)}, nil},
			attempt{
				"BASE-SUPPLIER-02: one more of each",
				map[string]any{"code": long(21), "name": long(51), "shortName": long(21), "contact": long(21), "address": long(101)},
				[]string{"address maxLength", "code maxLength", "contact maxLength", "name maxLength", "shortName maxLength"},
			},
			attempt{"BASE-SUPPLIER-03: a tax above 100", map[string]any{"taxRate": 100.5}, []string{"taxRate max"}},
			attempt{"BASE-SUPPLIER-03: a tax below 0", map[string]any{"taxRate": -1}, []string{"taxRate min"}},
			attempt{"BASE-SUPPLIER-04: no email", map[string]any{"email": "a@b"}, []string{"email pattern"}},
			attempt{"BASE-SUPPLIER-04: something behind it", map[string]any{"email": "a@b.cn x"}, []string{"email pattern"}},
			attempt{"BASE-SUPPLIER-04: two signs", map[string]any{"email": "a@@b.cn"}, []string{"email pattern"}},
			attempt{"BASE-SUPPLIER-04: nobody at a place", map[string]any{"email": "@b.cn"}, []string{"email pattern"}},
			attempt{"no currency", map[string]any{"currency": "rmb"}, []string{"currency pattern"}},
			attempt{"a process twice", map[string]any{"processes": []any{process(harden.ID, 2), process(harden.ID, 3)}}, []string{"processes.1.processId unique"}},
			attempt{"an unknown process", map[string]any{"processes": []any{process(store.NewID(), 2)}}, []string{"processes.0.processId reference"}},
			attempt{"a process without days", map[string]any{"processes": []any{process(harden.ID, nil)}}, []string{"processes.0.leadDays required"}},
		)
		one := must(s, s.master.Suppliers, map[string]any{"code": "S2", "name": "华北", "taxRate": 100, "email": "a@b.cn", "outHours": 4, "backHours": 2.5, "processes": []any{process(harden.ID, 2)}})
		if got := read(s, s.master.Suppliers, one.ID); got.OutMinutes != 240 || got.BackMinutes != 150 || got.Processes[0].LeadDays.String() != "2" || got.Currency != "CNY" || !got.TaxIncluded {
			s.Errorf("came back as %+v", got)
		}
		// What a supplier does stays while he does it.
		ctx := permitted(s.ctx, s.master.Suppliers)
		err := s.db.Write(ctx, func(tx store.Tx) error { return s.master.Processes.Delete(ctx, tx, harden.ID) })
		if !strings.Contains(said(err, "en"), "华北") {
			s.Errorf("deleting the process: %v", err)
		}
	})
}
