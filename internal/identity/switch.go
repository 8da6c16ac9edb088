package identity

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// verifiedFor is how long a session that proved its phone, and those that renew it, may enter companies without doing so
// again.
const verifiedFor = 8 * time.Hour

// SwitchInput says where to go on working.
type SwitchInput struct {
	Body struct {
		TenantID       string `json:"tenantId"`
		FactoryID      string `json:"factoryId,omitempty"`
		ServerAppUUID  string `json:"serverAppUuid,omitempty" doc:"the gateway of the factory; wins over factoryId"`
		PhoneCode      string `json:"phoneCode,omitempty" doc:"code by SMS, when the reply 800024 has asked for it"`
		VerifiedViaSMS any    `json:"verifiedViaSMS,omitempty" doc:"never believed: the server remembers for itself"`
	}
}

// ChangeGatewayInput names a gateway.
type ChangeGatewayInput struct {
	Body struct {
		ServerAppUUID string `json:"serverAppUuid"`
	}
}

// RememberInput says where to begin next time.
type RememberInput struct {
	Body struct {
		TenantID  string `json:"tenantId"`
		FactoryID string `json:"factoryId,omitempty"`
		PhoneCode string `json:"phoneCode,omitempty" doc:"code by SMS, when the reply 800024 has asked for it"`
	}
}

// SwitchReply is where the session works now.
type SwitchReply struct {
	Gateway *tenancy.Gateway `json:"gateway" doc:"null in a tenant without factories"`
}

// ConnectInput is the form of the gateway check.
type ConnectInput struct {
	RawBody []byte `contentType:"application/x-www-form-urlencoded" fields:"serverAppUuid,gatewayIp,gatewayPort"`
}

// ConnectReply says that the gateway's line to the cloud is up.
type ConnectReply struct {
	Connected bool `json:"connected"`
}

var (
	msgLicence      = problem.L("企业授权已过期，请通知采购人员或老板续期", "The company's licence has expired, please notify your purchasing staff or boss to renew")
	msgNotYours     = problem.L("您不能进入该工厂，请联系管理员", "You may not enter this factory, please contact the administrator")
	msgNotIn        = problem.L("您不是该企业的成员；如果收到了该企业的邀请短信，请先打开其中的链接加入", "You are not a member of this company; if it has invited you, come in by the link of its SMS first")
	msgWhere        = problem.L("请选择工厂", "Please select factory")
	msgVerify       = problem.L("切换企业需要短信验证", "Switching to this company needs a verification by SMS")
	msgNoProgram    = problem.L("接口令牌不能切换企业", "An API token cannot switch companies")
	msgGatewayCheck = problem.L("网关检测失败", "Gateway check fail")
)

// MountSwitch registers the calls about where a person works.
func (d *Identity) MountSwitch(s *api.Server) {
	op := func(path, id, summary string, body any) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "session", Access: api.SignedIn, Entering: true, Example: &api.Example{Body: body}}
	}
	read := func(path, id, summary string) api.Operation {
		o := op(path, id, summary, map[string]any{})
		o.Viewing = true
		return o
	}
	api.Call(s, read("upms/user/getGlobalUserOfTenantInfo.do", "tenant-info", "The tenants of the account"), func(ctx context.Context, _ *struct{}) ([]TenantInfo, error) {
		list, err := d.myPlaces(ctx)
		infos := []TenantInfo{}
		for _, p := range list {
			infos = append(infos, p.info())
		}
		return infos, err
	})
	api.Call(s, read("upms/user/getGatewayServerList.do", "gateway-list", "The servers of every factory that the account may enter"), func(ctx context.Context, _ *struct{}) ([]tenancy.Gateway, error) {
		list, err := d.myPlaces(ctx)
		servers := []tenancy.Gateway{}
		for _, p := range list {
			servers = append(servers, p.gateways...)
		}
		return servers, err
	})
	place := map[string]any{"tenantId": tenancy.Operator}
	api.Call(s, op("switchTenant", "switch-tenant", "Work in another tenant or factory", place), func(ctx context.Context, in *SwitchInput) (SwitchReply, error) {
		id := in.Body.ServerAppUUID
		if id == "" {
			id = in.Body.FactoryID
		}
		return d.moveTo(ctx, in.Body.TenantID, id, in.Body.PhoneCode)
	})
	api.Call(s, op("upms/user/changeGateway.do", "change-gateway", "Work in the factory of another gateway", map[string]any{"serverAppUuid": tenancy.Operator}), func(ctx context.Context, in *ChangeGatewayInput) (SwitchReply, error) {
		list, err := d.myPlaces(ctx)
		for _, p := range list {
			if p.at(in.Body.ServerAppUUID) != nil {
				return d.moveTo(ctx, p.tenant.ID, in.Body.ServerAppUUID, "")
			}
		}
		if err == nil {
			err = problem.NoAccess(msgNotYours)
		}
		return SwitchReply{}, err
	})
	api.Call(s, op("upms/user/rememberLastTenant.do", "remember-tenant", "Where the person begins next time", place), d.remember)
	connect := op("sys/gateway/connect", "gateway-connect", "Whether the line of a gateway is up", nil)
	connect.Example, connect.Entering = nil, false
	api.Call(s, connect, d.connect)
}

// myPlaces are the places of the person who asks. A program stands in one tenant and hears of no other.
func (d *Identity) myPlaces(ctx context.Context) (list []*place, err error) {
	actor, err := byHand(ctx)
	if err != nil {
		return nil, err
	}
	err = d.deps.DB.SystemRead(ctx, reasonTokens, func(tx store.Tx) error {
		list, err = d.places(ctx, tx, actor.AccountID)
		return err
	})
	return list, err
}

// enterable finds the tenant that somebody wants to enter, among those that they may enter today.
func enterable(list []*place, tenantID string) (*place, error) {
	i := slices.IndexFunc(list, func(p *place) bool { return p.tenant.ID == tenantID })
	if i < 0 {
		return nil, problem.NoAccess(msgNotIn) // the same for tenants that do not exist
	}
	if !list[i].licence.Allow {
		return nil, problem.NoAccess(msgLicence)
	}
	return list[i], nil
}

// destination finds the tenant and the gateway that somebody wants to enter.
func destination(list []*place, tenantID, id string) (*place, *tenancy.Gateway, error) {
	p, err := enterable(list, tenantID)
	if err != nil {
		return nil, nil, err
	}
	if len(p.gateways) == 0 && id == "" {
		return p, nil, nil
	}
	if id == "" {
		id = p.lastFactory()
	}
	if id == "" {
		return nil, nil, problem.Invalid(problem.Field("factoryId", "required", msgWhere))
	}
	g := p.at(id)
	if g == nil {
		return nil, nil, problem.NoAccess(msgNotYours)
	}
	return p, g, nil
}

// way is where the session that asks may go.
type way struct {
	place    *place
	gateway  *tenancy.Gateway // nil in a tenant without factories
	session  session
	verified time.Time // when the session has proved its phone
}

func (w *way) factory() string {
	if w.gateway == nil {
		return ""
	}
	return w.gateway.FactoryID
}

// wayTo finds where a person wants to go, and has the code checked that entering the place asks for.
func (d *Identity) wayTo(ctx context.Context, actor store.Actor, tenantID, id, code string) (w way, err error) {
	if actor.Through != store.ThroughUI {
		return w, problem.Refuse(msgNoProgram)
	}
	var account Account
	err = d.deps.DB.SystemRead(ctx, reasonTokens, func(tx store.Tx) error {
		list, err := d.places(ctx, tx, actor.AccountID)
		if err != nil {
			return err
		}
		if w.session, account, err = d.asking(ctx, tx, actor); err != nil {
			return err
		}
		if id == "" && w.session.OwesProof && tenantID == w.session.Home && w.session.Factory == "" {
			w.place, err = enterable(list, tenantID) // the factory is chosen once the person is in
			return err
		}
		w.place, w.gateway, err = destination(list, tenantID, id)
		return err
	})
	w.verified = w.session.VerifiedAt
	if err != nil || !d.wantsCode(w.place, actor, w.session) {
		return w, err
	}
	if code == "" {
		return w, d.askCode(account.Phone)
	}
	w.verified = d.deps.Now()
	return w, d.deps.Proven(ctx, account.Phone, verify.Switching, code)
}

// moveTo takes the session that asks to another place.
func (d *Identity) moveTo(ctx context.Context, tenantID, id, code string) (SwitchReply, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return SwitchReply{}, err
	}
	w, err := d.wayTo(ctx, actor, tenantID, id, code)
	if err != nil {
		return SwitchReply{}, err
	}
	return SwitchReply{Gateway: w.gateway}, d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		if _, err := tx.Change((*session)(nil)).Set("home = ?", tenantID).Set("factory = ?", w.factory()).Set("owes_proof = ?", false).Where("id = ? AND ended = ''", w.session.ID).Exec(ctx); err != nil {
			return err
		}
		if err := d.keepProof(ctx, tx, w); err != nil {
			return err
		}
		if err := d.entered(ctx, tx, &w.place.member); err != nil {
			return err
		}
		return d.keepPlace(ctx, tx, actor.AccountID, w.place, w.factory())
	})
}

// asking reads the session and the account behind a request. tx is a system transaction.
func (d *Identity) asking(ctx context.Context, tx store.Tx, actor store.Actor) (s session, account Account, err error) {
	if err := tx.Select(&account).Where("id = ?", actor.AccountID).Scan(ctx); err != nil {
		return s, account, err
	}
	err = tx.Select(&s).Where("token_hash = ? AND account_id = ?", opaque.Hash(api.CallerFrom(ctx).Token), actor.AccountID).Scan(ctx)
	return s, account, err
}

// VerifiedAt is when the session of a request has proved its phone by SMS; zero = never. It refuses a session that has ended, and
// holds its account: a ticket that is made in the same transaction ends with everything else. tx is a system transaction.
func (d *Identity) VerifiedAt(ctx context.Context, tx store.Tx, accountID string) (time.Time, error) {
	s, err := d.holdSession(ctx, tx, accountID)
	return s.VerifiedAt, err
}

// wantsCode tells whether entering the place needs a code by SMS first.
func (d *Identity) wantsCode(p *place, actor store.Actor, s session) bool {
	return p.tenant.VerifySwitch && (p.tenant.ID != actor.TenantID || s.OwesProof) && !d.proofHolds(s.VerifiedAt)
}

// askCode answers 800024 with the number that a code can be sent to, masked.
func (d *Identity) askCode(phone string) error {
	return &problem.Problem{Status: http.StatusForbidden, Code: problem.SMSNeeded, Text: msgVerify, Data: map[string]any{"param": []string{verify.MaskPhone(phone)}}}
}

// keepProof notes on the session, and on the long token that renews it, when its person has proved the phone. tx is a
// system transaction.
func (d *Identity) keepProof(ctx context.Context, tx store.Tx, w way) error {
	if w.verified.Equal(w.session.VerifiedAt) {
		return nil
	}
	if _, err := tx.Change((*session)(nil)).Set("verified_at = ?", w.verified).Where("id = ? AND ended = ''", w.session.ID).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.Change((*longToken)(nil)).Set("verified_at = ?", w.verified).Where("id = ? AND ended = ''", w.session.LongID).Exec(ctx)
	return err
}

// keepPlace remembers where the person works. tx is a system transaction.
func (d *Identity) keepPlace(ctx context.Context, tx store.Tx, accountID string, p *place, factoryID string) error {
	if _, err := tx.Change((*Account)(nil)).Set("last_tenant = ?", p.tenant.ID).Where("id = ?", accountID).Exec(ctx); err != nil || factoryID == "" {
		return err
	}
	_, err := tx.Change((*Member)(nil)).Set("last_factory = ?", factoryID).Where("id = ? AND tenant_id = ?", p.member.ID, p.tenant.ID).Exec(ctx)
	return err
}

// remember keeps where a person begins next time. It asks for what entering asks for: remembering and a new session
// would be a way around the code.
func (d *Identity) remember(ctx context.Context, in *RememberInput) (api.None, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return api.None{}, err
	}
	w, err := d.wayTo(ctx, actor, in.Body.TenantID, in.Body.FactoryID, in.Body.PhoneCode)
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		if err := d.keepProof(ctx, tx, w); err != nil {
			return err
		}
		return d.keepPlace(ctx, tx, actor.AccountID, w.place, w.factory())
	})
}

// connect tells whether the line of one of the caller's gateways is up. It dials nothing: an address that the caller
// gives must not make the server knock anywhere.
func (d *Identity) connect(ctx context.Context, in *ConnectInput) (ConnectReply, error) {
	form, err := url.ParseQuery(string(in.RawBody))
	if err != nil {
		return ConnectReply{}, problem.Malformed("body", "format", msgGatewayCheck)
	}
	list, err := d.myPlaces(ctx)
	if err != nil {
		return ConnectReply{}, err
	}
	for _, p := range list {
		if g := p.at(form.Get("serverAppUuid")); g != nil && g.GatewayState == tenancy.Reachable {
			return ConnectReply{Connected: true}, nil
		}
	}
	return ConnectReply{}, problem.Refuse(msgGatewayCheck)
}

// Enter lets the member who asks enter a factory that they have made.
func Enter(ctx context.Context, tx store.Tx, factoryID string) error {
	var m Member
	if err := tx.Select(&m).Where("id = ?", tx.Actor().MemberID).Scan(ctx); err != nil {
		return err
	}
	m.Factories = append(m.Factories, factoryID)
	return tx.Update(ctx, &m, "factories")
}
