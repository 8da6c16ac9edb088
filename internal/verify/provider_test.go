package verify_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/verify"
)

// asked is a provider's server that remembers the request and answers as it is told.
type asked struct {
	r      *http.Request
	body   string
	status int
	reply  string
}

func (a *asked) serve(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		a.r, a.body = r, string(raw)
		w.WriteHeader(a.status)
		_, _ = io.WriteString(w, a.reply)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

var codeFor = verify.Message{Phone: "13800000001", Code: "246810", Purpose: verify.Recovery}

// The request that Alibaba Cloud's service documents for SendSms, and its answers.
func TestAliyunSends(t *testing.T) {
	a := &asked{status: 200, reply: `{"Message":"OK","RequestId":"R-1","Code":"OK","BizId":"900619746936498440^0"}`}
	p := verify.Aliyun{KeyID: "key", KeySecret: "top-secret", SignName: "某模具", Template: "SMS_1", Endpoint: a.serve(t)}
	receipt, err := p.Send(t.Context(), codeFor)
	if err != nil || receipt != "900619746936498440^0" {
		t.Fatalf("receipt %q, %v", receipt, err)
	}
	q := a.r.URL.Query()
	if a.r.Method != http.MethodPost || a.r.URL.Path != "/" || q.Get("PhoneNumbers") != "13800000001" || q.Get("SignName") != "某模具" || q.Get("TemplateCode") != "SMS_1" || q.Get("TemplateParam") != `{"code":"246810"}` {
		t.Errorf("asked was %s %s", a.r.Method, a.r.URL)
	}
	for name, want := range map[string]string{"X-Acs-Action": "SendSms", "X-Acs-Version": "2017-05-25"} {
		if got := a.r.Header.Get(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	if at, err := time.Parse(time.RFC3339, a.r.Header.Get("X-Acs-Date")); err != nil || time.Since(at) > time.Hour || a.r.Header.Get("X-Acs-Signature-Nonce") == "" {
		t.Errorf("dated %s, %v", a.r.Header.Get("X-Acs-Date"), err)
	}
	if auth := a.r.Header.Get("Authorization"); !strings.HasPrefix(auth, "ACS3-HMAC-SHA256 Credential=key,SignedHeaders=host;") || strings.Contains(auth, "top-secret") {
		t.Errorf("signed is %s", auth)
	}
	nonce := a.r.Header.Get("X-Acs-Signature-Nonce")
	if _, err := p.Send(t.Context(), codeFor); err != nil || a.r.Header.Get("X-Acs-Signature-Nonce") == nonce {
		t.Errorf("the nonce came twice, %v", err)
	}
	refusals(t, a, p, map[string]string{"isv.BUSINESS_LIMIT_CONTROL": `{"Message":"limit","RequestId":"R-2","Code":"isv.BUSINESS_LIMIT_CONTROL"}`})
}

// The request that Tencent Cloud's service documents for SendSms, and its answers.
func TestTencentSends(t *testing.T) {
	a := &asked{status: 200, reply: `{"Response":{"SendStatusSet":[{"SerialNo":"5000:1045710669157053657849499619","PhoneNumber":"+8613800000001","Fee":1,"Code":"Ok","Message":"send success"}],"RequestId":"R-1"}}`}
	p := verify.Tencent{KeyID: "key", KeySecret: "top-secret", AppID: "1400006666", SignName: "某模具", Template: "1110", Minutes: true, Endpoint: a.serve(t)}
	receipt, err := p.Send(t.Context(), codeFor)
	if err != nil || receipt != "5000:1045710669157053657849499619" {
		t.Fatalf("receipt %q, %v", receipt, err)
	}
	var body struct {
		PhoneNumberSet, TemplateParamSet  []string
		SmsSdkAppID, SignName, TemplateID string
	}
	if err := json.Unmarshal([]byte(a.body), &body); err != nil {
		t.Fatal(err)
	}
	if strings.Join(body.PhoneNumberSet, " ") != "+8613800000001" || strings.Join(body.TemplateParamSet, " ") != "246810 5" || body.SmsSdkAppID != "1400006666" || body.SignName != "某模具" || body.TemplateID != "1110" {
		t.Errorf("asked was %s", a.body)
	}
	for name, want := range map[string]string{"X-Tc-Action": "SendSms", "X-Tc-Version": "2021-01-11", "X-Tc-Region": "ap-guangzhou", "Content-Type": "application/json; charset=utf-8"} {
		if got := a.r.Header.Get(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	if auth := a.r.Header.Get("Authorization"); !strings.HasPrefix(auth, "TC3-HMAC-SHA256 Credential=key/") || !strings.Contains(auth, "/sms/tc3_request") || strings.Contains(auth, "top-secret") {
		t.Errorf("signed is %s", auth)
	}
	p.Minutes = false
	if _, err := p.Send(t.Context(), verify.Message{Phone: "4915112345678", Code: "246810"}); err != nil || !strings.Contains(a.body, `"+4915112345678"`) || !strings.Contains(a.body, `["246810"]`) {
		t.Errorf("abroad: %v, %s", err, a.body)
	}
	refusals(t, a, p, map[string]string{
		"LimitExceeded.PhoneNumberDailyLimit": `{"Response":{"SendStatusSet":[{"SerialNo":"","Code":"LimitExceeded.PhoneNumberDailyLimit","Message":"m"}],"RequestId":"R-2"}}`,
		"AuthFailure.SignatureFailure":        `{"Response":{"Error":{"Code":"AuthFailure.SignatureFailure","Message":"m"},"RequestId":"R-3"}}`,
	})
}

// REG-04: both services send the notice of an audit by its own template; without one nothing is asked of them.
func TestTheNoticeOfAnAudit(t *testing.T) {
	yes := verify.Notice{Phone: "13800000001", Company: strings.Repeat("模", 25), Approved: true}
	no := verify.Notice{Phone: "13800000001", Company: "某模具", Reason: "营业执照不清晰"}
	templates := verify.Templates{Approved: "T-YES", Refused: "T-NO"}
	a := &asked{status: 200, reply: `{"Code":"OK","BizId":"b"}`}
	ali := verify.Aliyun{KeyID: "key", KeySecret: "top-secret", SignName: "s", Template: "SMS_1", Notices: templates, Endpoint: a.serve(t)}
	for _, row := range []struct {
		notice        verify.Notice
		template, say string
	}{{yes, "T-YES", `{"company":"` + strings.Repeat("模", 19) + `…"}`}, {no, "T-NO", `{"company":"某模具","reason":"营业执照不清晰"}`}} {
		if _, err := ali.Notify(t.Context(), row.notice); err != nil {
			t.Fatal(err)
		}
		if q := a.r.URL.Query(); q.Get("TemplateCode") != row.template || q.Get("TemplateParam") != row.say || q.Get("PhoneNumbers") != "13800000001" {
			t.Errorf("aliyun was asked %s", a.r.URL)
		}
	}
	a.reply = `{"Response":{"SendStatusSet":[{"SerialNo":"5000:1","Code":"Ok"}]}}`
	ten := verify.Tencent{KeyID: "key", KeySecret: "top-secret", AppID: "1", SignName: "s", Template: "1", Minutes: true, Notices: templates, Endpoint: ali.Endpoint}
	for _, row := range []struct {
		notice verify.Notice
		want   string
	}{{yes, `"TemplateId":"T-YES","TemplateParamSet":["` + strings.Repeat("模", 19) + `…"]`}, {no, `"TemplateId":"T-NO","TemplateParamSet":["某模具","营业执照不清晰"]`}} {
		if _, err := ten.Notify(t.Context(), row.notice); err != nil || !strings.Contains(a.body, row.want) {
			t.Errorf("tencent was asked %s, %v", a.body, err)
		}
	}
	ali.Notices, ten.Notices, a.r = verify.Templates{}, verify.Templates{}, nil
	for _, p := range []verify.Provider{ali, ten} {
		if _, err := p.Notify(t.Context(), no); !errors.Is(err, verify.ErrNoTemplate) || a.r != nil {
			t.Errorf("%T without a template: %v", p, err)
		}
	}
}

// refusals: a refusal names the provider's code and request, never our code or key; nor does a broken line.
func refusals(t *testing.T, a *asked, p verify.Provider, replies map[string]string) {
	t.Helper()
	for says, reply := range replies {
		a.reply = reply
		if _, err := p.Send(t.Context(), codeFor); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "R-") {
			t.Errorf("%s became %v", says, err)
		}
	}
	a.status, a.reply = http.StatusBadGateway, "<html>"
	_, gateway := p.Send(t.Context(), codeFor)
	a.status, a.reply = http.StatusFound, "{}"
	_, moved := p.Send(t.Context(), codeFor)
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	var broken error
	switch p := p.(type) {
	case verify.Aliyun:
		p.Endpoint = dead.URL
		_, broken = p.Send(t.Context(), codeFor)
	case verify.Tencent:
		p.Endpoint = dead.URL
		_, broken = p.Send(t.Context(), codeFor)
	}
	for name, err := range map[string]error{"a proxy's page": gateway, "a redirect": moved, "a broken line": broken} {
		if err == nil || strings.Contains(err.Error(), "246810") || strings.Contains(err.Error(), "top-secret") {
			t.Errorf("%s became %v", name, err)
		}
	}
}
