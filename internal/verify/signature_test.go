package verify

import (
	"net/http"
	"net/url"
	"testing"
	"time"
)

// The fixed example of "Request syntax and signature method V3", Alibaba Cloud SDK documentation: key
// YourAccessKeyId / YourAccessKeySecret, RunInstances of ECS at 2023-10-26T10:22:32Z.
func TestAliyunsPublishedSignature(t *testing.T) {
	query := url.Values{"ImageId": {"win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd"}, "RegionId": {"cn-shanghai"}}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://ecs.cn-shanghai.aliyuncs.com/?"+aliyunQuery(query), http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	aliyunSign(r, "YourAccessKeyId", "YourAccessKeySecret", "RunInstances", "2014-05-26", time.Date(2023, 10, 26, 10, 22, 32, 0, time.UTC), "3156853299f313e23d1673dc12e1703d", nil)
	want := "ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version," +
		"Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0"
	if got := r.Header.Get("Authorization"); got != want {
		t.Errorf("signed is\n%s, want\n%s", got, want)
	}
}

// The worked example of "Signature method v3", Tencent Cloud API documentation: DescribeInstances of CVM at 1551113065,
// with the masked key that the page prints.
func TestTencentsPublishedSignature(t *testing.T) {
	const masked = "********************************"
	body := []byte(`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`)
	if got := sha256Hex(body); got != "35e9c5b0e3ae67532d3c9f17ead6c90222632e5b1ff7f6e89887f1398934f064" {
		t.Fatalf("the body's hash is %s", got)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://cvm.tencentcloudapi.com/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	tencentSign(r, "AKID"+masked, masked, "cvm", "DescribeInstances", time.Unix(1551113065, 0), body)
	want := "TC3-HMAC-SHA256 Credential=AKID" + masked + "/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, " +
		"Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f"
	if got := r.Header.Get("Authorization"); got != want {
		t.Errorf("signed is\n%s, want\n%s", got, want)
	}
}

// Text of every kind stays one parameter, encoded as RFC 3986 has it.
func TestAliyunsQuery(t *testing.T) {
	if got := aliyunQuery(url.Values{"B": {"a b*c~d/e+f&g=h"}, "A": {"模具"}}); got != "A=%E6%A8%A1%E5%85%B7&B=a%20b%2Ac~d%2Fe%2Bf%26g%3Dh" {
		t.Errorf("the query is %s", got)
	}
}
