package sso

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"mouldworks/internal/platform/problem"
)

// DingTalkOptions are those of an app that a company has made for itself in DingTalk. The names are DingTalk's.
type DingTalkOptions struct {
	ClientID, ClientSecret string
	// CorpID lets only people of this company in, as they choose it when they agree; "" asks for none.
	CorpID string
	// Login and API are other addresses of the service, for tests; "" = the public ones.
	Login, API string
	Transport  http.RoundTripper
}

// DingTalk signs people in through DingTalk (钉钉). It tells the phone with which the person signs in there, when the app
// may read it; the account of that phone is then linked at once.
//
// Sources: open.dingtalk.com/document, isvapp/obtain-identity-credentials (the address, and authCode that comes back),
// isvapp/obtain-user-token (userAccessToken), isvapp/dingtalk-retrieve-user-information (contact/users/me);
// the same in github.com/open-dingtalk/developerpedia, docs/develop/permission/token/browser.
type DingTalk struct {
	options DingTalkOptions
	client  *http.Client
}

// NewDingTalk makes the connector.
func NewDingTalk(o DingTalkOptions) *DingTalk {
	if o.Login == "" {
		o.Login = "https://login.dingtalk.com"
	}
	if o.API == "" {
		o.API = "https://api.dingtalk.com"
	}
	return &DingTalk{options: o, client: noDetours(o.Transport)}
}

// Key names the app in addresses.
func (d *DingTalk) Key() string { return "dingtalk" }

// Name is what people call it.
func (d *DingTalk) Name() problem.Text { return problem.L("钉钉", "DingTalk") }

// Address is where DingTalk asks the person to agree.
func (d *DingTalk) Address(state, callback, _ string) string {
	scope := "openid"
	if d.options.CorpID != "" {
		scope = "openid corpid"
	}
	return d.options.Login + "/oauth2/auth?" + url.Values{
		"client_id": {d.options.ClientID}, "redirect_uri": {callback}, "state": {state}, "response_type": {"code"}, "scope": {scope}, "prompt": {"consent"},
	}.Encode()
}

var (
	errNoToken      = errors.New("dingtalk: no token for the code")
	errOtherCompany = errors.New("dingtalk: the person has chosen another company")
)

// Person says who brought the code: by the unionId, which lasts and is the same in every app of the company.
func (d *DingTalk) Person(ctx context.Context, code, _ string) (Stranger, error) {
	var got struct {
		AccessToken string `json:"accessToken"`
		CorpID      string `json:"corpId"`
	}
	asked := map[string]string{"clientId": d.options.ClientID, "clientSecret": d.options.ClientSecret, "code": code, "grantType": "authorization_code"}
	if err := inquire(ctx, d.client, http.MethodPost, d.options.API+"/v1.0/oauth2/userAccessToken", nil, asked, &got); err != nil {
		return Stranger{}, fmt.Errorf("dingtalk: %w", err)
	}
	if got.AccessToken == "" {
		return Stranger{}, errNoToken
	}
	if d.options.CorpID != "" && got.CorpID != d.options.CorpID {
		return Stranger{}, errOtherCompany
	}
	var who struct {
		UnionID   string `json:"unionId"`
		Mobile    string `json:"mobile"` // missing when the app may not read it
		StateCode string `json:"stateCode"`
	}
	header := http.Header{"X-Acs-Dingtalk-Access-Token": {got.AccessToken}}
	if err := inquire(ctx, d.client, http.MethodGet, d.options.API+"/v1.0/contact/users/me", header, nil, &who); err != nil {
		return Stranger{}, fmt.Errorf("dingtalk: %w", err)
	}
	s := Stranger{Subject: who.UnionID}
	if who.Mobile != "" {
		// The number with which one signs in there: DingTalk has sent a code to it.
		s.Phone, s.PhoneVerified = "+"+who.StateCode+who.Mobile, true
		if who.StateCode == "" {
			s.Phone = who.Mobile
		}
	}
	return s, nil
}
