package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/registration"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// phones are the phones of everybody: each keeps what came last.
type phones struct {
	mu      sync.Mutex
	codes   map[string]string
	notices []verify.Notice
	broken  bool
}

func (p *phones) Send(_ context.Context, m verify.Message) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.codes[m.Phone] = m.Code
	return "r", nil
}

func (p *phones) Notify(_ context.Context, n verify.Notice) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken {
		return "", errors.New("the line is down")
	}
	p.notices = append(p.notices, n)
	return "r", nil
}

// town is a whole server with its operator, and everybody's phones.
type town struct {
	t        *testing.T
	app      *App
	server   *httptest.Server
	phones   *phones
	operator map[string]string
}

func eachTown(t *testing.T, fn func(n *town)) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		p := &phones{codes: map[string]string{}}
		a := guarded(t, Options{SMS: p}, url)
		n := &town{t: t, app: a, server: httptest.NewServer(a.Handler()), phones: p}
		t.Cleanup(n.server.Close)
		n.operator = operatorIn(t.Context(), t, a, n.server)
		fn(n)
	})
}

func (n *town) ask(header map[string]string, method, path string, body any) (int, reply) {
	n.t.Helper()
	return ask(n.t, n.server, header, method, path, body)
}

// code solves a puzzle, asks for a code of a purpose and reads it off the phone.
func (n *town) code(phone string, sendType int) string {
	n.t.Helper()
	return n.codeFor(nil, phone, sendType)
}

// codeFor is code for who is signed in.
func (n *town) codeFor(header map[string]string, phone string, sendType int) string {
	n.t.Helper()
	// A minute has to pass between two codes of a number.
	if err := n.app.DB.System(n.t.Context(), "the test lets a minute pass", func(tx store.Tx) error {
		_, err := tx.Change((*smsNumber)(nil)).Set("last_at = ?", store.Now().Add(-time.Hour)).Where("phone = ?", phone).Exec(n.t.Context())
		return err
	}); err != nil {
		n.t.Fatal(err)
	}
	n.pass(header, phone, sendType)
	body := map[string]any{"phoneNum": phone, "sendType": sendType}
	if status, r := n.ask(header, http.MethodPost, "upms/tenant/sendSMS", body); status != http.StatusOK {
		n.t.Fatalf("the code: %d %+v", status, r)
	}
	n.app.Verify.Wait() // that of a recovery is sent in the background
	n.phones.mu.Lock()
	defer n.phones.mu.Unlock()
	return n.phones.codes[phone]
}

// pass solves a puzzle, which lets one code go out.
func (n *town) pass(header map[string]string, phone string, sendType int) {
	n.t.Helper()
	body := map[string]any{"phoneNum": phone, "sendType": sendType}
	_, r := n.ask(header, http.MethodPost, "upms/puzzle/captcha/refresh", body)
	var puzzle verify.Puzzle
	if err := json.Unmarshal(r.Data, &puzzle); err != nil {
		n.t.Fatal(err)
	}
	var row puzzleRow
	if err := n.app.DB.SystemRead(n.t.Context(), "the test looks behind the picture", func(tx store.Tx) error {
		return tx.Select(&row).Where("ticket_hash NOT LIKE 'spent%'").Order("made_at DESC").Limit(1, 0).Scan(n.t.Context())
	}); err != nil {
		n.t.Fatal(err)
	}
	answer := map[string]any{"offset": row.Gap, "width": 320, "puzzleCaptchaTicket": puzzle.PuzzleCaptchaTicket}
	maps.Copy(answer, body)
	if _, r := n.ask(header, http.MethodPost, "upms/puzzle/captcha/verify", answer); string(r.Data) != "true" {
		n.t.Fatalf("the puzzle: %+v", r)
	}
}

type smsNumber struct {
	bun.BaseModel `bun:"table:sms_number"`
	Phone         string `bun:"phone,pk"`
}

type puzzleRow struct {
	bun.BaseModel `bun:"table:puzzle"`
	Gap           int       `bun:"gap"`
	MadeAt        time.Time `bun:"made_at"`
}

const registered = "Anfang-7519"

// form is a filled form without a code.
func (n *town) form(company, phone string) map[string]any {
	return map[string]any{"companyName": company, "realName": "Li", "phoneNum": phone, "password": encrypted(n.t, n.server, registered), "agreed": true, "agreement": ""}
}

// register fills the form in as a company does.
func (n *town) register(company, phone string) (int, reply) {
	n.t.Helper()
	form := n.form(company, phone)
	form["phoneCode"] = n.code(phone, 1)
	return n.ask(nil, http.MethodPost, "upms/registration", form)
}

type application struct {
	ID          string
	Version     int
	CompanyName string
	State       int
	Reason      string
	Notice      int
	Opened      string
	AuditedBy   string
}

// applications are what the auditors see, by company.
func (n *town) applications() map[string]application {
	n.t.Helper()
	status, r := n.ask(n.operator, http.MethodGet, "platform/registration", nil)
	var page struct{ Rows []application }
	if err := json.Unmarshal(r.Data, &page); err != nil || status != http.StatusOK {
		n.t.Fatalf("%d %+v %v", status, r, err)
	}
	if strings.Contains(string(r.Data), "argon") {
		n.t.Errorf("the list gives password hashes: %s", r.Data)
	}
	all := map[string]application{}
	for _, a := range page.Rows {
		all[a.CompanyName] = a
	}
	return all
}

func (n *town) approve(a application, more map[string]any) (int, reply) {
	body := map[string]any{"id": a.ID, "version": a.Version, "zone": "Asia/Shanghai"}
	maps.Copy(body, more)
	return n.ask(n.operator, http.MethodPost, "platform/registration/approve", body)
}

func rulesOf(r reply) string {
	var fields []problem.FieldError
	_ = json.Unmarshal(r.Data, &fields) // other refusals have none
	var all []string
	for _, f := range fields {
		all = append(all, f.Field+":"+f.Rule)
	}
	return strings.Join(all, " ")
}

// REG-01, REG-04, PERM-09, SCOPE-04: a company fills the form in, the operator's administrators hear of it and approve,
// the applicant gets an SMS and works in the new company with the password of the form.
func TestACompanyRegisters(t *testing.T) {
	eachTown(t, func(n *town) {
		status, r := n.register("北方模具", "13811110001")
		if status != http.StatusOK || !strings.Contains(string(r.Data), `"phoneNum":"138******01"`) || !strings.Contains(string(r.Data), `"leastDays":1,"mostDays":2`) {
			t.Fatalf("%d %+v", status, r)
		}
		if _, r, _ := login(t, n.server, "13811110001", registered); r.Code != 11015 {
			t.Errorf("before the audit: %+v", r)
		}
		if _, r := n.ask(n.operator, http.MethodPost, "bms/msg/getUserMsgNum.do", map[string]any{}); !strings.Contains(string(r.Data), `1`) {
			t.Errorf("the auditors were not told: %+v", r)
		}
		a := n.applications()["北方模具"]
		status, r = n.approve(a, map[string]any{"factoryName": "一厂"})
		if status != http.StatusOK || !strings.Contains(string(r.Data), `"told":true`) {
			t.Fatalf("%d %+v", status, r)
		}
		if len(n.phones.notices) != 1 || n.phones.notices[0] != (verify.Notice{Phone: "13811110001", Company: "北方模具", Approved: true}) {
			t.Errorf("the phone got %+v", n.phones.notices)
		}
		_, r, data := login(t, n.server, "13811110001", registered)
		token, _ := data["token"].(string)
		if token == "" || data["tenantName"] != "北方模具" {
			t.Fatalf("the administrator: %+v", r)
		}
		boss := map[string]string{"mdbtk": token}
		// Administrator of an opened factory, with the modules of the starter.
		for _, path := range []string{"bms/section", "bms/machine", "pm/mould", "upms/login-log"} {
			if status, r := n.ask(boss, http.MethodGet, path, nil); status != http.StatusOK {
				t.Errorf("%s: %d %+v", path, status, r)
			}
		}
		if status, r := n.ask(boss, http.MethodGet, "platform/registration", nil); status != http.StatusForbidden {
			t.Errorf("a company's administrator among the registrations: %d %+v", status, r)
		}
		if a := n.applications()["北方模具"]; a.State != 2 || a.Notice != 1 || a.Opened == "" || a.AuditedBy != "Operator" {
			t.Errorf("afterwards: %+v", a)
		}
		if status, r := n.approve(n.applications()["北方模具"], nil); status != http.StatusConflict || r.Code != 20000 {
			t.Errorf("approved twice: %d %+v", status, r)
		}
	})
}

// An applicant who signs in reads what became of the application, with the password of the form alone.
func TestAnApplicantReadsHowItStands(t *testing.T) {
	eachTown(t, func(n *town) {
		read := func(phone, password string) string {
			_, r, _ := login(t, n.server, phone, password)
			if r.Code != 11015 {
				t.Errorf("%s is answered %+v", phone, r)
			}
			return r.Message
		}
		wrong := read("13811110009", registered)
		n.register("北方模具", "13811110001")
		if got := read("13811110001", registered); !strings.Contains(got, "北方模具") || !strings.Contains(got, "still being reviewed") {
			t.Errorf("while it waits: %s", got)
		}
		if got := read("13811110001", "Anders-7519"); got != wrong {
			t.Errorf("with a wrong password: %s", got)
		}
		a := n.applications()["北方模具"]
		if status, r := n.ask(n.operator, http.MethodPost, "platform/registration/refuse", map[string]any{"id": a.ID, "version": a.Version, "reason": "营业执照不清晰"}); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		if got := read("13811110001", registered); !strings.Contains(got, "营业执照不清晰") {
			t.Errorf("refused: %s", got)
		}
		if got := read("13811110001", "Anders-7519"); got != wrong {
			t.Errorf("refused, with a wrong password: %s", got)
		}
		// The newest one counts.
		if status, r := n.register("南方模具", "13811110001"); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		if got := read("13811110001", registered); !strings.Contains(got, "南方模具") || strings.Contains(got, "营业执照") {
			t.Errorf("the second one: %s", got)
		}
	})
}

// Auditors see whether the number signs in already, choose the package of the company, and hear once of what waits for two days.
func TestWhatAnAuditorHasAtHand(t *testing.T) {
	eachTown(t, func(n *town) {
		n.register("北方模具", "13811110001")
		known := func(company string) string {
			status, r := n.ask(n.operator, http.MethodGet, "platform/registration/applicant?id="+n.applications()[company].ID, nil)
			if status != http.StatusOK {
				t.Fatalf("%d %+v", status, r)
			}
			return string(r.Data)
		}
		if got := known("北方模具"); !strings.Contains(got, `"hasAccount":false`) {
			t.Errorf("a new number: %s", got)
		}
		letters := func() string {
			_, r := n.ask(n.operator, http.MethodPost, "bms/msg/getUserMsgList.do", map[string]any{})
			return string(r.Data)
		}
		remind := func(since time.Duration) {
			if err := n.app.DB.System(t.Context(), "the test lets days pass", func(tx store.Tx) error {
				_, err := tx.Change((*registration.Application)(nil)).Set("applied_at = ?", store.Now().Add(-since)).Where("company = ?", "北方模具").Exec(t.Context())
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if err := n.app.Joining.Remind(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		remind(47 * time.Hour)
		if got := letters(); strings.Contains(got, "has waited for two days") {
			t.Errorf("before two days: %s", got)
		}
		remind(49 * time.Hour)
		if err := n.app.Joining.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := letters(); strings.Count(got, `"title":"The registration of 北方模具 has waited`) != 1 {
			t.Errorf("after two days: %s", got)
		}
		status, r := n.ask(n.operator, http.MethodPost, "platform/package", map[string]any{"name": "排程", "modules": []string{"aps", "common", "system"}})
		var pack struct {
			Row struct{ ID string }
			ID  string
		}
		if err := json.Unmarshal(r.Data, &pack); err != nil || status >= 300 {
			t.Fatalf("%d %+v %v", status, r, err)
		}
		id := cmp.Or(pack.ID, pack.Row.ID)
		if status, r := n.approve(n.applications()["北方模具"], map[string]any{"packageId": "no"}); status != http.StatusUnprocessableEntity || rulesOf(r) != "packageId:reference" {
			t.Errorf("a package that is none: %d %+v", status, r)
		}
		if status, r := n.approve(n.applications()["北方模具"], map[string]any{"packageId": id}); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		var opened tenancy.Tenant
		if err := n.app.DB.SystemRead(t.Context(), "the test looks at the tenant", func(tx store.Tx) error {
			return tx.Select(&opened).Where("id = ?", n.applications()["北方模具"].Opened).Scan(t.Context())
		}); err != nil || opened.PackageID != id || !slices.Equal(opened.Modules, []string{"aps", "common", "system"}) {
			t.Errorf("it opened with %s %v, %v", opened.PackageID, opened.Modules, err)
		}
		n.register("另一家", "13800000099")
		if got := known("另一家"); !strings.Contains(got, `"hasAccount":false`) {
			t.Errorf("another number: %s", got)
		}
		if err := n.app.DB.System(t.Context(), "the test makes an account", func(tx store.Tx) error {
			_, err := n.app.Identity.Add(t.Context(), tx, identity.NewMember{TenantID: tenancy.Operator, Phone: "13800000099", Password: registered, UserName: "vera", RealName: "Vera", Roles: []string{access.Viewer}, Factories: []string{}})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if got := known("另一家"); !strings.Contains(got, `"hasAccount":true`) {
			t.Errorf("a known number: %s", got)
		}
	})
}

// PERM-09: who may only look at the operator's pages does not audit.
func TestOnlyAdministratorsAudit(t *testing.T) {
	eachTown(t, func(n *town) {
		n.register("北方模具", "13811110001")
		if err := n.app.DB.System(t.Context(), "the test makes a viewer", func(tx store.Tx) error {
			_, err := n.app.Identity.Add(t.Context(), tx, identity.NewMember{TenantID: tenancy.Operator, Phone: "13811119999", Password: registered, UserName: "viewer", RealName: "Vera", Roles: []string{access.Viewer}, Factories: []string{}})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		viewer := signedInWith(t, n.server, "13811119999", registered)
		a := n.applications()["北方模具"]
		if status, _ := n.ask(viewer, http.MethodGet, "platform/registration", nil); status != http.StatusOK {
			t.Errorf("the list: %d", status)
		}
		for _, path := range []string{"platform/registration/approve", "platform/registration/refuse"} {
			status, r := n.ask(viewer, http.MethodPost, path, map[string]any{"id": a.ID, "version": a.Version, "zone": "Asia/Shanghai", "reason": "x"})
			if status != http.StatusForbidden || !strings.Contains(string(r.Data), "platform.registration.audit") {
				t.Errorf("%s: %d %+v", path, status, r)
			}
		}
	})
}

// emptyForm is what the page sends of a form in which nobody has typed.
var emptyForm = map[string]any{"companyName": "", "phoneNum": "", "phoneCode": "", "password": "", "agreed": false}

// REG-02, REG-03: what is required, each field by its rule, all at once; a wrong or an old code says so.
func TestTheFormOfARegistration(t *testing.T) {
	eachTown(t, func(n *town) {
		_, r := n.ask(nil, http.MethodPost, "upms/registration", emptyForm)
		if got := rulesOf(r); got != "companyName:length phoneNum:digits phoneCode:digits password:required agreed:required" {
			t.Errorf("an empty form: %s", got)
		}
		for _, row := range []struct {
			field string
			value any
			rule  string
		}{
			{"companyName", "   ", "companyName:length"},
			{"companyName", strings.Repeat("模", 51), "companyName:length"},
			{"realName", strings.Repeat("模", 51), "realName:length"},
			{"phoneNum", "1381111000a", "phoneNum:digits"},
			{"phoneCode", "123", "phoneCode:digits"},
			{"phoneCode", "1234567", "phoneCode:digits"},
			{"phoneCode", "12a4", "phoneCode:digits"},
			{"password", "plain-7519", "password:encryption"},
			{"password", encrypted(t, n.server, "short"), "password:format"},
			{"password", encrypted(t, n.server, "Password123"), "password:common"},
			{"agreed", false, "agreed:required"},
			{"agreement", "another", "agreed:current"},
			{"phoneCode", "1234", "phoneCode:verification"},
		} {
			form := n.form("北方模具", "13811110001")
			form["phoneCode"] = "123456"
			form[row.field] = row.value
			if status, r := n.ask(nil, http.MethodPost, "upms/registration", form); status != http.StatusUnprocessableEntity || rulesOf(r) != row.rule {
				t.Errorf("%s %v: %d %+v", row.field, row.value, status, r)
			}
		}
		form := n.form(strings.Repeat("模", 50), "13811110001")
		form["phoneCode"] = n.code("13811110001", 1)
		if err := n.app.DB.System(t.Context(), "the test lets five minutes pass", func(tx store.Tx) error {
			_, err := tx.Change((*smsCode)(nil)).Set("made_at = ?", store.Now().Add(-5*time.Minute)).Where("phone = ?", "13811110001").Exec(t.Context())
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if _, r := n.ask(nil, http.MethodPost, "upms/registration", form); rulesOf(r) != "phoneCode:verification" || !strings.Contains(string(r.Data), "5 minutes") {
			t.Errorf("a code of five minutes: %+v", r)
		}
		form["phoneCode"] = n.code("13811110001", 2)
		if _, r := n.ask(nil, http.MethodPost, "upms/registration", form); rulesOf(r) != "phoneCode:verification" {
			t.Errorf("a code for something else: %+v", r)
		}
		form["phoneCode"], form["password"] = n.code("13811110001", 1), encrypted(t, n.server, registered)
		if status, r := n.ask(nil, http.MethodPost, "upms/registration", form); status != http.StatusOK {
			t.Errorf("the right one: %d %+v", status, r)
		}
	})
}

type smsCode struct {
	bun.BaseModel `bun:"table:sms_code"`
	Phone         string `bun:"phone,pk"`
}

// REG-05, R38: the number of an approved company registers no second one, in the words of the specification; one that
// waits is replaced, and one that was refused may try again. Who does not hold a number learns none of this.
func TestANumberRegistersOnce(t *testing.T) {
	eachTown(t, func(n *town) {
		const phone = "13811110001"
		n.register("第一次", phone)
		first := n.applications()["第一次"]
		if status, r := n.register("第二次", phone); status != http.StatusOK {
			t.Fatalf("a second form: %d %+v", status, r)
		}
		all := n.applications()
		if len(all) != 1 || all["第二次"].ID != first.ID {
			t.Errorf("the first form was not replaced: %+v", all)
		}
		if status, r := n.approve(first, nil); status != http.StatusConflict || r.Code != 20009 {
			t.Errorf("an auditor who had read the first form: %d %+v", status, r)
		}
		n.phones.broken = true
		refuse := map[string]any{"id": first.ID, "version": all["第二次"].Version, "reason": ""}
		if _, r := n.ask(n.operator, http.MethodPost, "platform/registration/refuse", refuse); rulesOf(r) != "reason:length" {
			t.Errorf("without a reason: %+v", r)
		}
		refuse["reason"] = "营业执照不清晰"
		if status, r := n.ask(n.operator, http.MethodPost, "platform/registration/refuse", refuse); status != http.StatusOK || !strings.Contains(string(r.Data), `"told":false,"phoneNum":"`+phone+`"`) {
			t.Errorf("refused without a line: %d %+v", status, r)
		}
		if a := n.applications()["第二次"]; a.State != 3 || a.Notice != 2 || a.Reason != "营业执照不清晰" {
			t.Errorf("refused: %+v", a)
		}
		n.phones.broken = false
		if status, r := n.register("第三次", phone); status != http.StatusOK {
			t.Fatalf("after a refusal: %d %+v", status, r)
		}
		if status, r := n.approve(n.applications()["第三次"], map[string]any{"code": "third"}); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		status, r := n.register("第四次", phone)
		if status != http.StatusConflict || r.Code != 20000 || r.Message != "The mobile phone number of the approved tenant cannot be registered again" {
			t.Errorf("after an approval: %d %+v", status, r)
		}
		// Without the code the answer is that of every other number.
		form := n.form("第五次", phone)
		form["phoneCode"] = "123456"
		_, known := n.ask(nil, http.MethodPost, "upms/registration", form)
		form["phoneNum"] = "13811110002"
		if _, unknown := n.ask(nil, http.MethodPost, "upms/registration", form); known.Message != unknown.Message || string(known.Data) != string(unknown.Data) {
			t.Errorf("a stranger can tell: %+v, %+v", known, unknown)
		}
		// What an approval names must be free.
		n.register("第六次", "13811110003")
		if _, r := n.approve(n.applications()["第六次"], map[string]any{"code": "third", "name": "第三次"}); rulesOf(r) != "code:unique name:unique" {
			t.Errorf("a taken code and name: %+v", r)
		}
		if _, r := n.approve(n.applications()["第六次"], map[string]any{"code": "X", "zone": "Mars", "factoryName": strings.Repeat("f", 51)}); rulesOf(r) != "code:pattern factoryName:length zone:zone" {
			t.Errorf("a wrong form of approval: %+v", r)
		}
	})
}

// Without an operator nobody could audit: the form says so instead of taking data.
func TestAServerWithoutAnOperatorTakesNoRegistrations(t *testing.T) {
	eachApp(t, func(t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		if _, r := ask(t, server, nil, http.MethodGet, "upms/registration", nil); !strings.Contains(string(r.Data), `"open":false`) || !strings.Contains(string(r.Data), `"enterpriseRegistrationFlag":"0"`) {
			t.Errorf("the terms: %+v", r)
		}
		if status, r := ask(t, server, nil, http.MethodPost, "upms/registration", emptyForm); status != http.StatusConflict || r.Code != 20000 {
			t.Errorf("the form: %d %+v", status, r)
		}
	})
}
