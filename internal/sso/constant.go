package sso

import (
	"context"
	"net/http"
	"slices"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

// ConstantInput names a constant (SAPI-08).
type ConstantInput struct {
	Body struct {
		ConstantName string `json:"constantName" enum:"SYSTEM_INTEGRATION_MODE,CAS_SERVER_LOGIN_URL,WS_CONNECT_IP,HOMEPAGE_AUTO_REDIRECT_TO_LOGINPAGE,SYNC_DAJIANG_TENANT_ID"`
	}
}

// ConstantReply is its value.
type ConstantReply struct {
	ConstantName  string `json:"constantName"`
	ConstantValue string `json:"constantValue"`
}

// Integration modes, as SYSTEM_INTEGRATION_MODE tells them.
const (
	ModeEmbedded = "0" // our own provider signs people in
	ModeExternal = "1" // another provider does
)

// UserInfo is what the personal centre's client asks about the account.
type UserInfo struct {
	UserID   string `json:"userId"`
	TenantID string `json:"tenantId"`
	UserName string `json:"userName"`
	RealName string `json:"realName"`
	Phone    string `json:"phone" doc:"masked"`
	Language string `json:"language"`
}

var msgConstant = problem.L("未知的常量", "Unknown constant")

func (s *SSO) mountConstants(a *api.Server) {
	// Public: the sign-in page needs most of them.
	api.Call(a, api.Operation{
		Method: http.MethodPost, Path: "sys/constant/getConstantValue", ID: "constant", Summary: "A constant of this installation", Tag: "session", Access: api.Public,
		Example: &api.Example{Body: map[string]any{"constantName": "SYSTEM_INTEGRATION_MODE"}},
	}, s.constant)
	api.Call(a, api.Operation{
		Method: http.MethodPost, Path: "/account/basic-api/blade-auth/user-client/getUserInfo", ID: "user-info", Summary: "The account that is signed in", Tag: "session", Access: api.SignedIn, Viewing: true, Example: &api.Example{},
	}, s.userInfo)
}

func (s *SSO) constant(ctx context.Context, in *ConstantInput) (reply ConstantReply, err error) {
	o, c := s.deps.Options, api.CallerFrom(ctx)
	reply.ConstantName = in.Body.ConstantName
	switch in.Body.ConstantName {
	case "SYSTEM_INTEGRATION_MODE":
		reply.ConstantValue = ModeEmbedded
		if s.chosen() == sourceExternal {
			reply.ConstantValue = ModeExternal
		}
	case "CAS_SERVER_LOGIN_URL":
		src, err := s.source(ctx, s.chosen(), c.Origin)
		if err != nil {
			return reply, err
		}
		reply.ConstantValue = src.config.Endpoint.AuthURL
	case "WS_CONNECT_IP":
		reply.ConstantValue = o.PushAddress
	case "HOMEPAGE_AUTO_REDIRECT_TO_LOGINPAGE":
		reply.ConstantValue = o.LoginPage
	case "SYNC_DAJIANG_TENANT_ID":
		// A list of companies is nobody's business: each hears of itself.
		if actor, err := s.deps.Authenticate(ctx, c); err == nil && slices.Contains(o.SpecialTenants, actor.TenantID) {
			reply.ConstantValue = actor.TenantID
		}
	default:
		return reply, problem.Invalid(problem.Field("constantName", "choice", msgConstant))
	}
	return reply, nil
}

func (s *SSO) userInfo(ctx context.Context, _ *struct{}) (reply UserInfo, err error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return reply, err
	}
	err = s.deps.DB.SystemRead(ctx, "an account stands above tenants", func(tx store.Tx) error {
		who, err := s.deps.Person(ctx, tx, actor.AccountID)
		reply = UserInfo{UserID: actor.AccountID, TenantID: actor.TenantID, UserName: who.UserName, RealName: actor.Name, Phone: verify.MaskPhone(who.Phone), Language: who.Language}
		return err
	})
	return reply, err
}
