package identity_test

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/tenancy"
)

func broken(err error) string { return strings.Join(resourcetest.Broken(err), " ") }

// R01, R02: 6 to 20 characters without spaces, two of letters, digits and symbols; none that everybody has, none that is a
// name of its person.
func TestTheRuleOfPasswords(t *testing.T) {
	for _, c := range []struct {
		password string
		names    []string
		want     string
	}{
		{"mv-75", nil, "password format"},
		{"mv-751", nil, ""},
		{"mv-7519.vm-7519.vm-7", nil, ""},
		{"mv-7519.vm-7519.vm-75", nil, "password format"},
		{"模具七五一九7", nil, ""},
		{"模具七五7", nil, "password format"},
		{strings.Repeat("模", 19) + "7", nil, ""},
		{strings.Repeat("模", 20) + "7", nil, "password format"},
		{"mouldvmv", nil, "password format"},
		{"75193157", nil, "password format"},
		{"-.-.-.-.", nil, "password format"},
		{"mouldvm7", nil, ""},
		{"mouldvm-", nil, ""},
		{"7519315-", nil, ""},
		{"mv 75193", nil, "password format"},
		{"mv\u00a075193", nil, "password format"},
		{"mv\u300075193", nil, "password format"},
		{" mv-75193", nil, "password format"},
		{"mv-75193\n", nil, "password format"},
		{"Password1", nil, "password common"},
		{"123qwe", nil, "password common"},
		{"anna-2026", []string{"Ben", "ANNA-2026"}, "password name"},
		{"anna-2026", []string{"anna-2026", ""}, "password name"},
		{"anna-2026", []string{"anna-202", "nna-2026", ""}, ""},
		{"", []string{""}, "password format"},
	} {
		if got := broken(identity.CheckPassword(c.password, c.names...)); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.password, c.names, got, c.want)
		}
	}
	if words := problem.Of(identity.CheckPassword("short")); !strings.Contains(broken(words), "format") {
		t.Error(words)
	}
}

// A hash names its parameters and has a salt of its own; what is no hash fits no password.
func TestHashesOfPasswords(t *testing.T) {
	one, err1 := identity.HashPassword("Mould-7519")
	two, err2 := identity.HashPassword("Mould-7519")
	if err1 != nil || err2 != nil || one == two || !strings.HasPrefix(one, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%s %s", one, two)
	}
	parts := strings.Split(one, "$")
	if len(parts) != 6 || len(parts[4]) != 22 || len(parts[5]) != 43 { // 16 and 32 bytes
		t.Errorf("%q", parts)
	}
	changed := func(i int, part string) string {
		all := strings.Split(one, "$")
		all[i] = part
		return strings.Join(all, "$")
	}
	for hash, want := range map[string]bool{
		one: true, two: true, one + "$": false, "": false, "Mould-7519": false, changed(1, "argon2i"): false, changed(3, "m=19456"): false, changed(3, "m=19456,t=3,p=1"): false,
		changed(4, "!"): false, changed(5, "!"): false, changed(5, ""): false, changed(4, parts[5][:22]): false, changed(5, parts[5][:22]): false,
	} {
		if got := identity.VerifyPassword(hash, "Mould-7519"); got != want {
			t.Errorf("%s: %v", hash, got)
		}
	}
	for _, password := range []string{"mould-7519", "Mould-751", "Mould-75199", ""} {
		if identity.VerifyPassword(one, password) {
			t.Errorf("%q fits", password)
		}
	}
}

// The password of somebody's first time passes the rule of format, and has none of the signs that people confuse.
func TestAFirstPasswordPassesTheRule(t *testing.T) {
	seen := map[string]bool{}
	for range 50 {
		password, err := identity.FirstPassword()
		if err != nil || identity.CheckPassword(password) != nil || len(password) != 9 || strings.ContainsAny(password, "io01l") || seen[password] {
			t.Errorf("%q %v", password, err)
		}
		seen[password] = true
	}
}

// A tenant may tighten each measure as far as its bound, not beyond and not below the platform's; the strictest of a person's
// companies binds, measure by measure.
func TestTheBoundsOfASecurityPolicy(t *testing.T) {
	eachRig(t, func(r *rig) {
		mine, far := r.signIn(anna, password), ""
		version := 0
		save := func(token string, version, length, failures, minutes int) answer {
			return r.post("upms/security/policy", token, map[string]any{"version": version, "minLength": length, "maxFailures": failures, "lockMinutes": minutes})
		}
		for _, c := range []struct {
			length, failures, minutes int
			want                      string
		}{
			{5, 5, 15, "minLength:range "},
			{21, 5, 15, "minLength:range "},
			{6, 2, 15, "maxFailures:range "},
			{6, 6, 15, "maxFailures:range "},
			{6, 5, 14, "lockMinutes:range "},
			{6, 5, 1441, "lockMinutes:range "},
			{5, 6, 14, "minLength:range maxFailures:range lockMinutes:range "},
			{20, 3, 1440, ""},
			{6, 5, 15, ""},
		} {
			a := save(mine, version, c.length, c.failures, c.minutes)
			if a.rules() != c.want {
				t.Errorf("%d %d %d: %q, want %q (%s)", c.length, c.failures, c.minutes, a.rules(), c.want, a.Raw)
			}
			if c.want == "" {
				if got := must[identity.PolicyView](r, a); got.MinLength != c.length || got.MaxFailures != c.failures || got.LockMinutes != c.minutes || got.Version != int64(version+1) {
					t.Errorf("%+v", got)
				}
				version++
			}
		}
		if a := save(mine, 1, 8, 5, 15); a.Code != 20009 || !strings.Contains(a.Raw, `"minLength":6`) || !strings.Contains(a.Raw, "Anna") {
			t.Errorf("as it was shown before: %s", a.Raw)
		}
		// cleo belongs to both companies.
		far = r.signIn(cleo, password)
		must[any](r, save(mine, 2, 10, 5, 15))
		if a := r.post("upms/user/password", far, map[string]any{"oldPassword": r.secret(password), "password": r.secret("mv-751931"), "confirmPassword": r.secret("mv-751931")}); a.rules() != "password:minLength " || !strings.Contains(a.Raw, "at least 10 characters") {
			t.Errorf("nine characters: %s", a.Raw)
		}
		if a := r.post("upms/user/password", far, map[string]any{"oldPassword": r.secret(password), "password": r.secret("mv-7519315"), "confirmPassword": r.secret("mv-7519316")}); a.rules() != "confirmPassword:match " {
			t.Errorf("another repetition: %s", a.Raw)
		}
		if a := r.post("upms/user/password", far, map[string]any{"oldPassword": r.secret(password), "password": r.secret("mv-7519315"), "confirmPassword": r.secret("mv-7519315")}); a.Code != 1 {
			t.Errorf("ten characters: %s", a.Raw)
		}
	})
}

// A wait is told in whole minutes, never in fewer than it lasts.
func TestWaitsAreRoundedUp(t *testing.T) {
	for wait, want := range map[time.Duration]int{0: 0, time.Second: 1, time.Minute: 1, time.Minute + 1: 2, 15 * time.Minute: 15, 15*time.Minute + time.Second: 16} {
		if got := identity.MinutesForWait(wait); got != want {
			t.Errorf("%v: %d, want %d", wait, got, want)
		}
	}
}

// What a new company and its administrator are: a code of 2 to 30, names of 1 to 50, a phone and a zone.
func TestWhatANewCompanyIs(t *testing.T) {
	good := tenancy.New{Code: "north-1", Name: "North", FactoryName: "One", Zone: "Asia/Shanghai"}
	boss := identity.NewMember{Phone: anna, RealName: "Anna"}
	for what, c := range map[string]struct {
		change func(n *tenancy.New, m *identity.NewMember)
		want   string
	}{
		"all of it":                        {func(*tenancy.New, *identity.NewMember) {}, ""},
		"a code of one":                    {func(n *tenancy.New, _ *identity.NewMember) { n.Code = "a" }, "code pattern"},
		"a code of two":                    {func(n *tenancy.New, _ *identity.NewMember) { n.Code = "a1" }, ""},
		"a code of 30":                     {func(n *tenancy.New, _ *identity.NewMember) { n.Code = strings.Repeat("a", 30) }, ""},
		"a code of 31":                     {func(n *tenancy.New, _ *identity.NewMember) { n.Code = strings.Repeat("a", 31) }, "code pattern"},
		"a hyphen first":                   {func(n *tenancy.New, _ *identity.NewMember) { n.Code = "-north" }, "code pattern"},
		"an underscore first":              {func(n *tenancy.New, _ *identity.NewMember) { n.Code = "_north" }, "code pattern"},
		"an underscore":                    {func(n *tenancy.New, _ *identity.NewMember) { n.Code = "north_1" }, "code pattern"},
		"a capital":                        {func(n *tenancy.New, _ *identity.NewMember) { n.Code = "North" }, "code pattern"},
		"no name":                          {func(n *tenancy.New, _ *identity.NewMember) { n.Name = "" }, "name length"},
		"a name of one":                    {func(n *tenancy.New, _ *identity.NewMember) { n.Name = "N" }, ""},
		"a name of 50":                     {func(n *tenancy.New, _ *identity.NewMember) { n.Name = strings.Repeat("模", 50) }, ""},
		"a name of 51":                     {func(n *tenancy.New, _ *identity.NewMember) { n.Name = strings.Repeat("模", 51) }, "name length"},
		"no factory":                       {func(n *tenancy.New, _ *identity.NewMember) { n.FactoryName = "" }, "factoryName length"},
		"a factory of 51":                  {func(n *tenancy.New, _ *identity.NewMember) { n.FactoryName = strings.Repeat("f", 51) }, "factoryName length"},
		"a personal one without a factory": {func(n *tenancy.New, _ *identity.NewMember) { n.FactoryName, n.Personal = "", true }, ""},
		"a personal one without a name":    {func(n *tenancy.New, _ *identity.NewMember) { n.Name, n.Personal = "", true }, "name length"},
		"a personal one of nobody":         {func(n *tenancy.New, m *identity.NewMember) { n.FactoryName, n.Personal, m.RealName = "", true, "" }, "realName length"},
		"nobody's name":                    {func(_ *tenancy.New, m *identity.NewMember) { m.RealName = "" }, "realName length"},
		"a person of 51":                   {func(_ *tenancy.New, m *identity.NewMember) { m.RealName = strings.Repeat("安", 51) }, "realName length"},
		"no phone":                         {func(_ *tenancy.New, m *identity.NewMember) { m.Phone = "" }, "phoneNum digits"},
		"no zone":                          {func(n *tenancy.New, _ *identity.NewMember) { n.Zone = "" }, "zone zone"},
		"no such zone":                     {func(n *tenancy.New, _ *identity.NewMember) { n.Zone = "Asia/Nowhere" }, "zone zone"},
		"neither phone nor zone":           {func(n *tenancy.New, m *identity.NewMember) { n.Zone, m.Phone = "", "x" }, "phoneNum digits zone zone"},
	} {
		n, m := good, boss
		c.change(&n, &m)
		if got := broken(identity.CheckCompany(n, m)); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
	for _, c := range [][3]string{{anna, "UTC", ""}, {"", "UTC", "phoneNum digits"}, {anna, "", "zone zone"}} {
		if got := broken(identity.CheckOperator(c[0], c[1])); got != c[2] {
			t.Errorf("%q: %q", c, got)
		}
	}
}
