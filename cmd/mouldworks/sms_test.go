package main

import (
	"testing"

	"mouldworks/internal/verify"
)

// A provider without its contract does not start: the flags that are missing are named, the secret is not.
func TestTheProviderOfSMS(t *testing.T) {
	whole := smsOptions{KeyID: "k", KeySecret: "hidden", SignName: "s", Template: "t", AppID: "a"}
	for _, row := range []struct {
		name   string
		change func(*smsOptions)
		fault  string
	}{
		{"log", func(*smsOptions) {}, ""},
		{"aliyun", func(*smsOptions) {}, ""},
		{"tencent", func(*smsOptions) {}, ""},
		{"aliyun", func(o *smsOptions) { o.AppID = "" }, ""},
		{"tencent", func(o *smsOptions) { o.AppID = "" }, "--sms-provider tencent needs --sms-app-id"},
		{"aliyun", func(o *smsOptions) { o.KeyID, o.SignName = "", "" }, "--sms-provider aliyun needs --sms-key-id, --sms-sign-name"},
	} {
		o := whole
		o.Provider = row.name
		row.change(&o)
		p, err := o.provider()
		switch {
		case err == nil && row.fault != "", err != nil && err.Error() != row.fault:
			t.Errorf("%s: %v, want %q", row.name, err, row.fault)
		case err != nil:
		case row.name == "log" && p != nil:
			t.Errorf("log gives %T", p)
		case row.name == "aliyun" && p.(verify.Aliyun).KeySecret != "hidden", row.name == "tencent" && p.(verify.Tencent).AppID != "a":
			t.Errorf("%s gives %T", row.name, p)
		}
	}
}
