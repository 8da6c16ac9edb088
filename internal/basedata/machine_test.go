package basedata_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

func (s *shop) create(fields map[string]any) (m *basedata.Machine, err error) {
	all := map[string]any{"name": "M1", "groupId": s.groupID, "status": 1}
	for k, v := range fields {
		all[k] = v
	}
	err = s.db.Write(s.ctx, func(tx store.Tx) error {
		m, err = s.master.Machines.Create(s.ctx, tx, resourcetest.Body(s, all))
		return err
	})
	return m, err
}

// BASE-MACHINE-02, BASE-MACHINE-03, BASE-MACHINE-04, BASE-MACHINE-05: every field goes in and comes out, secrets do not.
func TestMachineKeepsItsFields(t *testing.T) {
	each(t, func(s *shop) {
		// BASE-MACHINE-01: everything that the screen is to show.
		declares(t, s.master.Machines, "name", "alias", "machineType", "groupId", "department", "sectionId", "serialNumber", "assetName", "assetNumber", "status", "ips", "port", "loginUser",
			"loginPassword", "programFormat", "automation", "cAxis", "chuckCount", "startKnife", "safeModes", "attributes", "videoUrl", "targetRate", "workRate", "labourRate", "worklog", "report")
		travel := must(s, s.master.MachineAttributes, map[string]any{"code": "X", "name": "X行程", "unit": "mm", "high": 5000})
		m, err := s.create(map[string]any{
			"alias": "老大", "machineType": "Mikron HSM 400", "serialNumber": "SN1", "assetName": "加工中心", "assetNumber": "A-1",
			"ips": []any{map[string]any{"address": "192.168.1.5", "port": 8194}}, "port": 8193, "loginUser": "op", "loginPassword": "geheim", "programFormat": "iso",
			"automation": true, "cAxis": true, "chuckCount": 8, "startKnife": 20, "safeModes": "Z+100", "videoUrl": "https://cam.example/1",
			"attributes": []any{map[string]any{"attributeId": travel.ID, "value": "800"}}, "department": "模具部", "targetRate": 85.5, "workRate": 1.25, "labourRate": 120, "worklog": true, "report": true,
		})
		if err != nil {
			s.Fatal(err)
		}
		var got *basedata.Machine
		if err := s.db.Read(s.ctx, func(tx store.Tx) (err error) { got, err = s.master.Machines.Get(s.ctx, tx, m.ID); return err }); err != nil {
			s.Fatal(err)
		}
		if got.WorkRate != quantity.Decimal(1_250_000) || got.TargetRate.String() != "85.5" || len(got.IPs) != 1 || got.IPs[0].Port != 8194 || got.Department != "模具部" || got.Attributes[0].Value != "800" || got.Port != 8193 || !got.CAxis || got.LoginPassword != "geheim" {
			s.Errorf("came back as %+v", got)
		}
		if b, _ := json.Marshal(got); bytes.Contains(b, []byte("geheim")) || !bytes.Contains(b, []byte(`"workRate":1.25`)) {
			s.Errorf("travels as %s", b)
		}
		var logged []store.Operation
		if err := s.db.Read(s.ctx, func(tx store.Tx) (err error) {
			logged, err = tx.History(s.ctx, "machine", m.ID, 10)
			return err
		}); err != nil {
			s.Fatal(err)
		}
		if len(logged) != 1 || logged[0].Action != store.ActionCreate || bytes.Contains(logged[0].Changes, []byte("geheim")) {
			s.Errorf("the log says %+v", logged)
		}
	})
}

// BASE-MACHINE-06 to 09, BASE-ALL-03: limits, all wrong fields at once, each by its rule.
func TestMachineRules(t *testing.T) {
	each(t, func(s *shop) {
		if _, err := s.create(map[string]any{"ips": []any{map[string]any{"address": "10.0.0.1"}}}); err != nil {
			s.Fatal(err)
		}
		// BASE-MACHINE-07: a letter first, up to 8, underscore allowed. BASE-MACHINE-10: a second one is refused.
		for name, want := range map[string]string{"1M": "name pattern", "M23456789": "name maxLength", "_M": "name pattern", "A-1": "name pattern", "M1": "name unique", "": "name required"} {
			if _, err := s.create(map[string]any{"name": name}); !slices.Equal(resourcetest.Broken(err), []string{want}) {
				s.Errorf("name %q: %v, want %s", name, resourcetest.Broken(err), want)
			}
		}
		if _, err := s.create(map[string]any{"name": "A_234567"}); err != nil {
			s.Errorf("an underscore: %v", err)
		}
		// BASE-MACHINE-06: invalid, normal and service are the three states.
		for state, name := range []string{"S0", "S1", "S2"} {
			if _, err := s.create(map[string]any{"name": name, "status": state, "scheduled": state != basedata.MachineInvalid}); err != nil {
				s.Errorf("state %d: %v", state, err)
			}
		}
		for what, c := range map[string]struct {
			fields map[string]any
			want   []string
		}{
			"BASE-MACHINE-06: an unknown status":                    {map[string]any{"name": "X1", "status": 7}, []string{"status choice"}},
			"BASE-MACHINE-08: an address that is none":              {map[string]any{"name": "X2", "ips": []any{map[string]any{"address": "300.1.1.1"}}}, []string{"ips.0.address ip"}},
			"BASE-MACHINE-08: first part 0":                         {map[string]any{"name": "X2", "ips": []any{map[string]any{"address": "0.1.1.1"}}}, []string{"ips.0.address ip"}},
			"BASE-MACHINE-08: twice in one machine":                 {map[string]any{"name": "X3", "ips": []any{map[string]any{"address": "10.0.0.7"}, map[string]any{"address": "10.0.0.7"}}}, []string{"ips.1.address unique"}},
			"BASE-MACHINE-08: another machine's":                    {map[string]any{"name": "X4", "ips": []any{map[string]any{"address": "10.0.0.1"}}}, []string{"ips.0.address unique"}},
			"BASE-MACHINE-03: a fourth address":                     {map[string]any{"name": "X5", "ips": []any{map[string]any{"address": "10.0.1.1"}, map[string]any{"address": "10.0.1.2"}, map[string]any{"address": "10.0.1.3"}, map[string]any{"address": "10.0.1.4"}}}, []string{"ips atMost"}},
			"BASE-MACHINE-09: the port of an address":               {map[string]any{"name": "X6", "ips": []any{map[string]any{"address": "10.0.2.1", "port": -1}}}, []string{"ips.0.port min"}},
			"BASE-MACHINE-09: the port of an address, one too many": {map[string]any{"name": "X6", "ips": []any{map[string]any{"address": "10.0.2.1", "port": 65536}}}, []string{"ips.0.port max"}},
			"BASE-MACHINE-09: a port":                               {map[string]any{"name": "X6", "port": 65536}, []string{"port max"}},
			"BASE-MACHINE-09: a port below nothing":                 {map[string]any{"name": "X6", "port": -1}, []string{"port min"}},
			"BASE-MACHINE-09: the largest ports":                    {map[string]any{"name": "X9", "port": 65535, "ips": []any{map[string]any{"address": "10.0.2.2", "port": 65535}}}, nil},
			"a group that does not exist":                           {map[string]any{"name": "X7", "groupId": store.NewID()}, []string{"groupId reference"}},
			"everything wrong at once":                              {map[string]any{"name": "9", "groupId": "", "status": "new", "workRate": "fast", "bogus": 1}, []string{"bogus unknown", "groupId required", "name pattern", "status type", "workRate type"}},
			"BASE-TEAM-07 likewise: invalid in the plan":            {map[string]any{"name": "X8", "status": 0, "scheduled": true}, []string{"status scheduled"}},
		} {
			if _, err := s.create(c.fields); !slices.Equal(broken(err), c.want) {
				s.Errorf("%s: %v, want %v", what, broken(err), c.want)
			}
		}
	})
}

// BASE-MACHATTR-01: attributes are declared once; the values of machines keep to their types and limits.
func TestAttributeValuesKeepToTheirAttribute(t *testing.T) {
	each(t, func(s *shop) {
		base := map[string]any{"code": "X", "name": "X行程", "unit": "mm", "low": 100, "high": 5000, "compares": basedata.ComparesLength}
		travel := must(s, s.master.MachineAttributes, base)
		try(s, s.master.MachineAttributes, base,
			attempt{"the code and name again", nil, []string{"code unique", "name unique"}},
			attempt{"a code that begins with a digit", map[string]any{"code": "1X", "name": "a"}, []string{"code pattern"}},
			attempt{"limits upside down", map[string]any{"code": "Y", "name": "a", "low": 2, "high": 1, "compares": 0}, []string{"high order"}},
			attempt{"two attributes held against the same", map[string]any{"code": "Y", "name": "a"}, []string{"compares unique"}},
			attempt{"a text held against a length", map[string]any{"code": "Y", "name": "a", "valueType": 2, "compares": 2}, []string{"compares type"}},
		)
		softest := must(s, s.master.MachineAttributes, map[string]any{"code": "HMIN", "name": "最小硬度", "unit": "HRC", "compares": basedata.ComparesSoftest})
		hardest := must(s, s.master.MachineAttributes, map[string]any{"code": "HMAX", "name": "最大硬度", "unit": "HRC", "compares": basedata.ComparesHardest})
		format := must(s, s.master.MachineAttributes, map[string]any{"code": "FORMAT", "name": "程序格式", "valueType": basedata.AttributeText})
		changer := must(s, s.master.MachineAttributes, map[string]any{"code": "ATC", "name": "换刀", "valueType": basedata.AttributeYesNo})
		value := func(id, v string) map[string]any { return map[string]any{"attributeId": id, "value": v} }
		m, err := s.create(map[string]any{"attributes": []any{value(travel.ID, "800"), value(format.ID, "iso"), value(changer.ID, "是")}})
		if err != nil {
			s.Fatal(err)
		}
		if got := read(s, s.master.Machines, m.ID).Attributes; len(got) != 3 || got[2].Value != "1" {
			s.Errorf("stored as %+v", got)
		}
		for what, c := range map[string]struct {
			values []any
			want   []string
		}{
			"hardness reversed":  {[]any{value(hardest.ID, "20"), value(softest.ID, "20.1")}, []string{"attributes.0.value order"}},
			"no number":          {[]any{value(travel.ID, "long")}, []string{"attributes.0.value type"}},
			"beyond the limit":   {[]any{value(format.ID, "x"), value(travel.ID, "5001")}, []string{"attributes.1.value range"}},
			"neither yes nor no": {[]any{value(changer.ID, "vielleicht")}, []string{"attributes.0.value type"}},
			"twice":              {[]any{value(travel.ID, "200"), value(travel.ID, "300")}, []string{"attributes.1.attributeId unique"}},
			"unknown":            {[]any{value(store.NewID(), "1")}, []string{"attributes.0.attributeId reference"}},
			"without a value":    {[]any{value(travel.ID, "")}, []string{"attributes.0.value required"}},
		} {
			if _, err := s.create(map[string]any{"name": "X1", "attributes": c.values}); !slices.Equal(resourcetest.Broken(err), c.want) {
				s.Errorf("%s: %v, want %v", what, resourcetest.Broken(err), c.want)
			}
		}
		// What machines have values of keeps its type, and stays.
		if err := change(s, s.master.MachineAttributes, travel.ID, 1, map[string]any{"valueType": basedata.AttributeText, "compares": 0}); !slices.Equal(resourcetest.Broken(err), []string{"valueType used"}) {
			s.Errorf("another type: %v", err)
		}
		if err := s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.MachineAttributes.Delete(s.ctx, tx, travel.ID) }); !slices.Equal(resourcetest.Broken(err), []string{"20000"}) {
			s.Errorf("deleting a used attribute: %v", err)
		}
	})
}
