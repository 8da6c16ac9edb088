package verify

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Aliyun sends through Alibaba Cloud's short message service (Dysmsapi, version 2017-05-25). Its template has the one
// variable ${code}.
type Aliyun struct {
	KeyID, KeySecret string
	SignName         string    // approved signature, such as the company's name
	Template         string    // approved template, SMS_...
	Notices          Templates // with the variables ${company} and, of a refusal, ${reason}
	Endpoint         string    // dysmsapi.aliyuncs.com without it
	client           *http.Client
	now              func() time.Time
}

// aliyunHost is the service's address inside China and abroad.
const aliyunHost = "dysmsapi.aliyuncs.com"

// Send asks for one message; the receipt is the service's BizId.
func (a Aliyun) Send(ctx context.Context, m Message) (string, error) {
	return a.send(ctx, m.Phone, a.Template, map[string]string{"code": m.Code})
}

// HoldsAddress says that the template of an invitation names the address of our page.
func (Aliyun) HoldsAddress() bool { return true }

// Notify asks for the message about an audit.
func (a Aliyun) Notify(ctx context.Context, n Notice) (string, error) {
	template, variables, err := a.Notices.of(n)
	if err != nil {
		return "", err
	}
	values := map[string]string{}
	for _, v := range variables {
		values[v.name] = v.value
	}
	return a.send(ctx, n.Phone, template, values)
}

func (a Aliyun) send(ctx context.Context, phone, template string, values map[string]string) (string, error) {
	param, err := json.Marshal(values)
	if err != nil {
		return "", err
	}
	query := url.Values{"PhoneNumbers": {phone}, "SignName": {a.SignName}, "TemplateCode": {template}, "TemplateParam": {string(param)}}
	base := endpointOf(a.Endpoint, aliyunHost)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/?"+aliyunQuery(query), http.NoBody)
	if err != nil {
		return "", fmt.Errorf("aliyun: the endpoint is no address")
	}
	aliyunSign(r, a.KeyID, a.KeySecret, "SendSms", "2017-05-25", clock(a.now).UTC(), rand.Text(), nil)
	var reply struct{ Code, BizID, RequestID string }
	status, err := exchange(a.client, r, &reply)
	if err != nil {
		return "", fmt.Errorf("aliyun: %w", err)
	}
	if status != http.StatusOK || reply.Code != "OK" {
		return "", fmt.Errorf("aliyun answered %d, code %q, request %q", status, reply.Code, reply.RequestID)
	}
	return reply.BizID, nil
}

// aliyunSign signs a request by method V3, ACS3-HMAC-SHA256: the HMAC, under the key itself, of the hash of the
// canonical request. Source: "Request syntax and signature method V3", Alibaba Cloud SDK documentation.
func aliyunSign(r *http.Request, keyID, secret, action, version string, at time.Time, nonce string, body []byte) {
	content := sha256Hex(body)
	headers := map[string]string{
		"host": r.URL.Host, "x-acs-action": action, "x-acs-content-sha256": content, "x-acs-date": at.Format("2006-01-02T15:04:05Z"),
		"x-acs-signature-nonce": nonce, "x-acs-version": version,
	}
	names := make([]string, 0, len(headers))
	for name, value := range headers {
		names = append(names, name)
		if name != "host" {
			r.Header.Set(name, value)
		}
	}
	slices.Sort(names)
	var canonical strings.Builder
	canonical.WriteString(r.Method + "\n" + r.URL.EscapedPath() + "\n" + r.URL.RawQuery + "\n")
	for _, name := range names {
		canonical.WriteString(name + ":" + headers[name] + "\n")
	}
	signed := strings.Join(names, ";")
	canonical.WriteString("\n" + signed + "\n" + content)
	signature := hex.EncodeToString(hmacSHA256([]byte(secret), "ACS3-HMAC-SHA256\n"+sha256Hex([]byte(canonical.String()))))
	r.Header.Set("Authorization", "ACS3-HMAC-SHA256 Credential="+keyID+",SignedHeaders="+signed+",Signature="+signature)
}

// aliyunQuery orders and encodes parameters as RFC 3986 has it: the blank is %20, the tilde stays.
func aliyunQuery(query url.Values) string {
	return strings.NewReplacer("+", "%20", "%7E", "~", "*", "%2A").Replace(query.Encode())
}

func sha256Hex(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
