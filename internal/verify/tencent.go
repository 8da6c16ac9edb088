package verify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Tencent sends through Tencent Cloud's short message service (version 2021-01-11). Its template has the variable {1},
// the code, and, with Minutes, {2}, how long it is valid.
type Tencent struct {
	KeyID, KeySecret string
	AppID            string    // SdkAppId of the application
	SignName         string    // content of the approved signature
	Template         string    // id of the approved template
	Notices          Templates // {1} the company and, of a refusal, {2} the reason
	Region           string    // ap-guangzhou without it
	Minutes          bool
	Endpoint         string // sms.tencentcloudapi.com without it
	client           *http.Client
	now              func() time.Time
}

const tencentHost = "sms.tencentcloudapi.com"

// Send asks for one message; the receipt is the service's SerialNo.
func (c Tencent) Send(ctx context.Context, m Message) (string, error) {
	variables := []string{m.Code}
	if c.Minutes {
		variables = append(variables, strconv.Itoa(int(codeLife.Minutes())))
	}
	return c.send(ctx, m.Phone, c.Template, variables)
}

// HoldsAddress says that the template of an invitation names the address of our page.
func (Tencent) HoldsAddress() bool { return true }

// Notify asks for the message about an audit.
func (c Tencent) Notify(ctx context.Context, n Notice) (string, error) {
	template, values, err := c.Notices.of(n)
	if err != nil {
		return "", err
	}
	variables := make([]string, len(values))
	for i, v := range values {
		variables[i] = v.value
	}
	return c.send(ctx, n.Phone, template, variables)
}

func (c Tencent) send(ctx context.Context, phone, template string, variables []string) (string, error) {
	body, err := json.Marshal(map[string]any{
		"PhoneNumberSet": []string{international(phone)}, "SmsSdkAppId": c.AppID, "SignName": c.SignName, "TemplateId": template, "TemplateParamSet": variables,
	})
	if err != nil {
		return "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, endpointOf(c.Endpoint, tencentHost)+"/", bytes.NewReader(body))
	if err != nil {
		return "", fmt.Errorf("tencent: the endpoint is no address")
	}
	region := c.Region
	if region == "" {
		region = "ap-guangzhou"
	}
	r.Header.Set("X-TC-Region", region)
	r.Header.Set("X-TC-Version", "2021-01-11")
	tencentSign(r, c.KeyID, c.KeySecret, "sms", "SendSms", clock(c.now), body)
	var reply struct {
		Response struct {
			SendStatusSet []struct{ SerialNo, Code string }
			Error         struct{ Code string }
			RequestID     string
		}
	}
	status, err := exchange(c.client, r, &reply)
	if err != nil {
		return "", fmt.Errorf("tencent: %w", err)
	}
	said := reply.Response.Error.Code
	if set := reply.Response.SendStatusSet; len(set) == 1 {
		if status == http.StatusOK && said == "" && set[0].Code == "Ok" {
			return set[0].SerialNo, nil
		}
		said = strings.TrimPrefix(said+" "+set[0].Code, " ")
	}
	return "", fmt.Errorf("tencent answered %d, code %q, request %q", status, said, reply.Response.RequestID)
}

// international writes a number as E.164: eleven digits that begin with 1 are a mobile of mainland China, anything else
// carries its country code already.
func international(phone string) string {
	if len(phone) == 11 && phone[0] == '1' {
		return "+86" + phone
	}
	return "+" + phone
}

// tencentSign signs a request by TC3-HMAC-SHA256: a key derived from the secret, the day and the service signs the
// hash of the canonical request. Source: "Signature method v3", Tencent Cloud API documentation.
func tencentSign(r *http.Request, keyID, secret, service, action string, at time.Time, body []byte) {
	day := at.UTC().Format("2006-01-02")
	stamp := strconv.FormatInt(at.Unix(), 10)
	const contentType = "application/json; charset=utf-8"
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("X-TC-Action", action)
	r.Header.Set("X-TC-Timestamp", stamp)
	const signed = "content-type;host;x-tc-action"
	canonical := strings.Join([]string{
		r.Method, r.URL.EscapedPath(), r.URL.RawQuery,
		"content-type:" + contentType, "host:" + r.URL.Host, "x-tc-action:" + strings.ToLower(action), "",
		signed, sha256Hex(body),
	}, "\n")
	scope := day + "/" + service + "/tc3_request"
	key := []byte("TC3" + secret)
	for _, part := range []string{day, service, "tc3_request"} {
		key = hmacSHA256(key, part)
	}
	signature := hex.EncodeToString(hmacSHA256(key, "TC3-HMAC-SHA256\n"+stamp+"\n"+scope+"\n"+sha256Hex([]byte(canonical))))
	r.Header.Set("Authorization", "TC3-HMAC-SHA256 Credential="+keyID+"/"+scope+", SignedHeaders="+signed+", Signature="+signature)
}

func hmacSHA256(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text)) // a hash never fails
	return h.Sum(nil)
}
