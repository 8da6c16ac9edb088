package app

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/basedata"
	"mouldworks/internal/favourite"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/program"
	"mouldworks/internal/sso"
	"mouldworks/internal/verify"
)

// declared are the fields of every entity, by "entity.key".
func declared(a *App) map[string]*resource.Field {
	fields := map[string]*resource.Field{}
	for _, e := range a.Entities {
		m := e.Meta(func(string) bool { return true })
		for _, f := range m.Fields {
			fields[m.Entity+"."+f.Key] = f
		}
	}
	return fields
}

// CONST-06: names that people type take 20 to 50 characters and remarks 200, unless a row of the specification or the
// numbering of a trade says otherwise; the exceptions stand here.
func TestTheLengthsOfNamesAndRemarks(t *testing.T) {
	otherwise := map[string]int{
		"section.name": 8, "machine.name": 8, "tolerance.name": 8, "customer.shortName": 5, "group.name": 18, // their own rows
		"mould.name": 100, "part.name": 100, // as drawings call them
	}
	a := bareApp(t)
	checked := 0
	for key, f := range declared(a) {
		if f.ReadOnly || f.MaxLength == 0 {
			continue
		}
		name := key[strings.Index(key, ".")+1:]
		switch {
		case otherwise[key] != 0:
			if f.MaxLength != otherwise[key] {
				t.Errorf("%s takes %d characters", key, f.MaxLength)
			}
		case f.Kind == resource.KindLongText && strings.HasPrefix(name, "remark"):
			if f.MaxLength != 200 {
				t.Errorf("%s takes %d characters", key, f.MaxLength)
			}
		case f.Kind == resource.KindText && (name == "name" || strings.HasSuffix(name, "Name")):
			if f.MaxLength < 20 || f.MaxLength > 50 {
				t.Errorf("%s takes %d characters", key, f.MaxLength)
			}
		default:
			continue
		}
		checked++
	}
	if checked < 30 {
		t.Errorf("only %d fields were looked at", checked)
	}
}

// CONST-05: the boxes whose size the specification names have it in one place, and the style sheets read it there; what
// client and server both hold, they hold alike.
func TestTheSizesOfBoxesAndTheCapsOfBothSides(t *testing.T) {
	source := func(path string) string {
		t.Helper()
		text, err := os.ReadFile("../../web/src/" + path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	tokens := source("ui/tokens.css")
	for size, user := range map[string]string{
		"--header: 50px": "shell/products-panel.css", "--factory-dialog: 462px": "tenancy/tenancy.css", "--factory-list-least: 320px": "tenancy/tenancy.css",
		"--factory-list-most: 480px": "tenancy/tenancy.css", "--expiry-modal: 500px": "tenancy/tenancy.css", "--expiry-modal-height: 160px": "tenancy/tenancy.css",
	} {
		if name, _, _ := strings.Cut(size, ":"); !strings.Contains(tokens, size+";") || !strings.Contains(source(user), "var("+name+")") {
			t.Errorf("%s does not hold in %s", size, user)
		}
	}
	sizes := source("ui/sizes.ts")
	for _, line := range []string{
		fmt.Sprintf("mostFavourites = %d;", favourite.Most), fmt.Sprintf("longestFolderName = %d;", favourite.LongestName),
		fmt.Sprintf("puzzle = { width: %d, height: %d, fragment: %d,", verify.PictureWidth, verify.PictureHeight, verify.FragmentSize),
	} {
		if !strings.Contains(sizes, line) {
			t.Errorf("the client lacks %q", line)
		}
	}
	if scale := quantity.Whole(1); int64(scale) != 1_000_000 || !strings.Contains(sizes, "decimals: 6") {
		t.Errorf("one is %d", int64(scale))
	}
}

// CONST-07: the numbers of enumerations that other systems know too, and that whoever
// reads one reads the same.
func TestTheNumbersOfEnumerations(t *testing.T) {
	fields := declared(bareApp(t))
	for key, want := range map[string]string{
		"section.camUploadType":       "1 Menu and program, 2 Menu, 3 Program",
		"process.timeSource":          "0 Process-design estimate, 1 CAM estimate",
		"part-type.workpieceType":     "0 All, 1 Workpiece, 2 Electrode",
		"part-type.parameters.type":   "1 Numeric input, 2 System calculation, 3 Coefficient",
		"cost-centre.type":            "1 Process, 2 Customer, 3 Group",
		"move-type.dataType":          "1 Warehousing, 20 Warehouse out, 30 All",
		"pdm-file-type.storage":       "1 Cloud, 2 Local, 3 Both",
		"pdm-file-type.securityLevel": "1 Public, 2 Internal, 3 Secret, 4 Confidential",
		"operation.lock":              "0 Unlocked, 1 Resource locked, 2 Resource and times locked",
	} {
		path := strings.Split(key, ".")
		f := fields[path[0]+"."+path[1]]
		if f != nil && len(path) == 3 {
			lines := f.Fields
			f = nil
			for _, l := range lines {
				if l.Key == path[2] {
					f = l
				}
			}
		}
		var got []string
		if f != nil {
			for _, o := range f.Options {
				got = append(got, fmt.Sprintf("%d %s", o.Value, o.Label.En))
			}
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%s has %q, want %q", key, all, want)
		}
	}
	for name, pair := range map[string][2]int{
		"both": {basedata.UploadMenuAndProgram, int(program.TakesBoth)}, "the sheet": {basedata.UploadMenu, int(program.TakesSheet)}, "the program": {basedata.UploadProgram, int(program.TakesProgram)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("a section says %d where programs read %d: %s", pair[0], pair[1], name)
		}
	}
	if model.SourceNormal != 0 || model.SourceCopy != 1 || model.SourceForced != 2 || model.SourceOutsource != 3 || model.SourcePLM != 4 {
		t.Error("the sources of tasks have other numbers")
	}
}

// CONST-08: what a section, a material and a part type are measured in.
func TestTheUnitsOfPricesAndDensity(t *testing.T) {
	fields := declared(bareApp(t))
	for key, want := range map[string]string{
		"section.unitPrice": "RMB/h", "material.density": "kg/m³", "material.rate": "RMB/kg", "material.recoveryPrice": "RMB/kg", "part-type.cappMinutes": "min",
	} {
		if f := fields[key]; f == nil || f.UnitText == nil || f.UnitText.En != want || f.UnitText.Zh == "" {
			t.Errorf("%s is not measured in %s", key, want)
		}
	}
}

// HEADER-04, SAPI-11: the version information is versionNo. PERM-08, SAPI-08: a company of the special group hears from
// the constant that it is one, and nobody hears of another.
func TestTheVersionAndTheSpecialGroup(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		if _, r := ask(t, server, header, http.MethodPost, "bms/appVersion/getCurAppVersion.do", map[string]any{}); string(r.Data) != `{"versionNo":"`+Version+`"}` {
			t.Errorf("the version: %s", r.Data)
		}
		name := map[string]any{"constantName": "SYNC_DAJIANG_TENANT_ID"}
		if _, r := ask(t, server, header, http.MethodPost, "sys/constant/getConstantValue", name); !strings.Contains(string(r.Data), `"constantValue":""`) {
			t.Errorf("an ordinary company: %s", r.Data)
		}
		id, err := a.TenantID(t.Context(), demoCode)
		if err != nil {
			t.Fatal(err)
		}
		special, err := Open(t.Context(), Options{Data: a.options.Data, Database: a.options.Database, SignOn: sso.Options{SpecialTenants: []string{"far", id}}})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = special.Close(t.Context()) }()
		second := httptest.NewServer(special.Handler())
		defer second.Close()
		if _, r := ask(t, second, header, http.MethodPost, "sys/constant/getConstantValue", name); !strings.Contains(string(r.Data), `"constantValue":"`+id+`"`) {
			t.Errorf("a company of the group: %s", r.Data)
		}
		if _, r := ask(t, second, nil, http.MethodPost, "sys/constant/getConstantValue", name); !strings.Contains(string(r.Data), `"constantValue":""`) {
			t.Errorf("a stranger: %s", r.Data)
		}
	})
}

// SAPI-22: the calls of the specification stand under the names of its servers, and each of ours under one that is
// known: no call is lost in a corner of its own.
func TestCallsStandUnderTheirServers(t *testing.T) {
	servers := strings.Fields("upms machine bms oee cmm bom cad capp mf edm cnc we cam pm cost act tenant sys fds aps")
	// Single words that the specification gives no server, ours for the platform's operator, metadata and single sign-on.
	others := strings.Fields("getKeyAndIv checklogin logout getTokenService switchTenant platform meta sso push production tooling ems")
	used := map[string]bool{}
	for _, op := range bareApp(t).API.Operations() {
		if strings.HasPrefix(op.Path, "/") {
			if !strings.HasPrefix(op.Path, "/account/basic-api/") && !strings.HasPrefix(op.Path, "/mcfront/basic-api/") {
				t.Errorf("%s stands at the origin", op.Path)
			}
			continue
		}
		server, _, _ := strings.Cut(op.Path, "/")
		used[server] = true
		if !slices.Contains(servers, server) && !slices.Contains(others, server) {
			t.Errorf("%s %s stands under no known server", op.Method, op.Path)
		}
	}
	for _, server := range strings.Fields("upms bms sys fds aps pm bom capp mf") {
		if !used[server] {
			t.Errorf("nothing stands under %s", server)
		}
	}
}

func bareApp(t *testing.T) *App {
	t.Helper()
	a, err := Open(t.Context(), Options{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return a
}
