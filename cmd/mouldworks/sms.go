package main

import (
	"errors"
	"fmt"
	"strings"

	"mouldworks/internal/verify"
)

// smsOptions choose who sends codes by SMS. Give the secret by its environment variable: a command line is seen by all.
type smsOptions struct {
	Provider  string `enum:"log,aliyun,tencent" default:"log" help:"Who sends codes by SMS: log prints them here, aliyun and tencent are contracts of your own."`
	KeyID     string `help:"Access key id (Aliyun) or secret id (Tencent Cloud)."`
	KeySecret string `help:"Access key secret; best by the environment variable."`
	SignName  string `help:"Approved SMS signature, usually the company's name."`
	Template  string `help:"Approved template. Aliyun: the variable code. Tencent Cloud: {1} is the code."`
	Approved  string `help:"Approved template of the notice that a registration was approved. Aliyun: company. Tencent Cloud: {1}. Without it the auditor phones."`
	Refused   string `help:"The same of a refused registration. Aliyun: company, reason. Tencent Cloud: {1}, {2}."`
	Invited   string `help:"Approved template of an invitation. Aliyun: company, code. Tencent Cloud: {1}, {2}. Its text ends with the address of this server and /invitation?code= before the code."`
	Added     string `help:"Approved template that tells somebody with an account that a company has added them. Aliyun: company. Tencent Cloud: {1}."`
	AppID     string `help:"SdkAppId of the SMS application (Tencent Cloud only)."`
	Region    string `help:"Region of the service (Tencent Cloud only; default ap-guangzhou)."`
	Minutes   bool   `help:"The template has {2}, the minutes that a code is valid (Tencent Cloud only)."`
	Endpoint  string `help:"Another address of the service, such as an international one."`
}

// provider is what the options ask for; nil prints.
func (o smsOptions) provider() (verify.Provider, error) {
	if o.Provider == "log" {
		return nil, nil
	}
	needed := []struct{ flag, value string }{{"key-id", o.KeyID}, {"key-secret", o.KeySecret}, {"sign-name", o.SignName}, {"template", o.Template}}
	if o.Provider == "tencent" {
		needed = append(needed, struct{ flag, value string }{"app-id", o.AppID})
	}
	var missing []string
	for _, n := range needed {
		if n.value == "" {
			missing = append(missing, "--sms-"+n.flag)
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("--sms-provider %s needs %s", o.Provider, strings.Join(missing, ", "))
	}
	if strings.Contains(o.Endpoint, "@") { // what failed there would repeat it, with a password in it
		return nil, errors.New("--sms-endpoint: it is written HOST, without a user")
	}
	notices := verify.Templates{Approved: o.Approved, Refused: o.Refused, Invited: o.Invited, Added: o.Added}
	if o.Provider == "aliyun" {
		return verify.Aliyun{KeyID: o.KeyID, KeySecret: o.KeySecret, SignName: o.SignName, Template: o.Template, Notices: notices, Endpoint: o.Endpoint}, nil
	}
	return verify.Tencent{KeyID: o.KeyID, KeySecret: o.KeySecret, AppID: o.AppID, SignName: o.SignName, Template: o.Template, Notices: notices, Region: o.Region, Minutes: o.Minutes, Endpoint: o.Endpoint}, nil
}
