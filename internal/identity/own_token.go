package identity

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// Limits of a person's tokens for programs.
const (
	maxTokens     = 20 // alive at once
	maxTokenDays  = 365
	maxTokenName  = 50
	maxScopes     = 500
	everythingMay = "*" // the scope that is all of the person's permissions, also later ones
)

// TokenView is a token as its owner sees it: never the token itself.
type TokenView struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Scopes      []string   `json:"scopes" nullable:"false" doc:"permissions; * = all of the person's"`
	FactoryName string     `json:"factoryName"`
	CreatedAt   time.Time  `json:"createdAt"`
	ExpiresAt   time.Time  `json:"expiresAt"`
	RevokedAt   *time.Time `json:"revokedAt"`
	UsedAt      *time.Time `json:"usedAt" doc:"to the minute; null = never"`
}

// TokenList are the tokens of a person in the tenant of the session, newest first.
type TokenList struct {
	Tokens []TokenView `json:"tokens" nullable:"false"`
	Alive  int         `json:"alive" doc:"how many of the person's tokens are alive, in every company"`
}

// NewTokenInput describes a token to be made.
type NewTokenInput struct {
	Body struct {
		Name   string   `json:"name"`
		Scopes []string `json:"scopes" doc:"permission keys, with a star for a part or the rest of a key; each must be the person's own. [\"*\"] = all of them"`
		Days   int      `json:"days" doc:"1 to 365"`
		// A token outlives the session: who found one open must not make one.
		Password string `json:"password" doc:"of the account: base64 of RSA-OAEP-SHA-256 with the key of getKeyAndIv"`
	}
}

// NewToken is a token at the only moment when it can be read.
type NewToken struct {
	TokenView
	Token string `json:"token" doc:"shown once; send it as Blade-Auth: bearer ..."`
}

// TokenPath names a token.
type TokenPath struct {
	ID string `path:"id"`
}

var (
	msgTokenName    = problem.L("名称须为 1 到 %d 个字符", "The name has 1 to %d characters")
	msgTokenDays    = problem.L("有效期须为 1 到 %d 天", "A token lives 1 to %d days")
	msgScopesNone   = problem.L("请至少选择一项权限", "Please choose at least one permission")
	msgScope        = problem.L("您没有此权限，不能授予：%s", "You do not have this permission and cannot give it: %s")
	msgTokensMany   = problem.L("最多可有 %d 个有效令牌，请先停用不再使用的", "At most %d tokens can be alive, please end one that is not used any more")
	msgToken        = problem.L("令牌", "Token")
	msgTokenLicence = problem.L("企业授权已到期，不能创建接口令牌", "The licence of the company has ended: no API token can be made")
)

func (d *Identity) mountOwnTokens(s *api.Server) {
	op := func(method, path, id, summary string, ex *api.Example) api.Operation {
		return api.Operation{Method: method, Path: path, ID: id, Summary: summary, Tag: "account", Access: api.SignedIn, Example: ex}
	}
	api.Call(s, op(http.MethodGet, "upms/user/token", "own-tokens", "One's tokens for programs", &api.Example{}), d.ownTokens)
	create := op(http.MethodPost, "upms/user/token", "own-token-create", "Make a token for a program; it is shown once",
		&api.Example{Body: map[string]any{"name": "Power BI", "scopes": []string{"aps.*.check"}, "days": 90, "password": "..."}})
	create.Secret = true
	api.Call(s, create, d.createToken)
	api.Call(s, op(http.MethodDelete, "upms/user/token/{id}", "own-token-end", "End a token at once",
		&api.Example{Path: map[string]string{"id": "01900000-0000-7000-8000-00000000f001"}}), d.endToken)
}

func (d *Identity) ownTokens(ctx context.Context, _ *struct{}) (TokenList, error) {
	actor, err := byHand(ctx)
	if err != nil {
		return TokenList{}, err
	}
	list := TokenList{Tokens: []TokenView{}}
	return list, d.deps.DB.SystemRead(ctx, reasonTokens, func(tx store.Tx) error {
		var rows []apiToken
		if err := tx.Select(&rows).Where("account_id = ? AND home = ?", actor.AccountID, actor.TenantID).Order("created_at DESC", "id DESC").Limit(200, 0).Scan(ctx); err != nil {
			return err
		}
		names, err := factoryNames(ctx, tx, actor.TenantID)
		if err != nil {
			return err
		}
		for _, r := range rows {
			list.Tokens = append(list.Tokens, r.view(names))
		}
		list.Alive, err = tx.Select((*apiToken)(nil)).Where("account_id = ? AND revoked_at IS NULL AND NOT owner_left AND expires_at > ?", actor.AccountID, d.deps.Now()).Count(ctx)
		return err
	})
}

// factoryNames gives the names of a tenant's factories by id. tx is a system transaction.
func factoryNames(ctx context.Context, tx store.Tx, tenantID string) (map[string]string, error) {
	var factories []tenancy.Factory
	err := tx.Select(&factories).Where("tenant_id = ?", tenantID).Scan(ctx)
	names := make(map[string]string, len(factories))
	for _, f := range factories {
		names[f.ID] = f.Name
	}
	return names, err
}

func (t *apiToken) view(factories map[string]string) TokenView {
	v := TokenView{ID: t.ID, Name: t.Name, Scopes: t.Scopes, FactoryName: factories[t.Factory], CreatedAt: t.CreatedAt, ExpiresAt: t.ExpiresAt}
	if len(t.Scopes) == 0 {
		v.Scopes = []string{everythingMay}
	}
	if !t.RevokedAt.IsZero() {
		v.RevokedAt = &t.RevokedAt
	}
	if !t.UsedAt.IsZero() {
		v.UsedAt = &t.UsedAt
	}
	return v
}

func (d *Identity) createToken(ctx context.Context, in *NewTokenInput) (NewToken, error) {
	actor, err := byHand(ctx)
	if err != nil {
		return NewToken{}, err
	}
	name := cell.Line(in.Body.Name)
	var bad []problem.FieldError
	if n := utf8.RuneCountInString(name); n < 1 || n > maxTokenName {
		bad = append(bad, problem.Field("name", "length", msgTokenName, maxTokenName))
	}
	if in.Body.Days < 1 || in.Body.Days > maxTokenDays {
		bad = append(bad, problem.Field("days", "range", msgTokenDays, maxTokenDays))
	}
	scopes, fault := d.scopesOf(actor, in.Body.Scopes)
	if fault != nil {
		bad = append(bad, *fault)
	}
	if in.Body.Password == "" {
		bad = append(bad, problem.Field("password", "required", msgSecret))
	}
	if len(bad) > 0 {
		return NewToken{}, problem.Invalid(bad...)
	}
	account, err := d.ownAccount(ctx, actor)
	if err != nil {
		return NewToken{}, err
	}
	if err := d.reprove(ctx, &account, "password", in.Body.Password); err != nil {
		return NewToken{}, err
	}
	token, _ := opaque.Token()
	token = apiPrefix + token
	now := d.deps.Now()
	row := apiToken{
		ID: store.NewID(), TokenHash: opaque.Hash(token), AccountID: actor.AccountID, Home: actor.TenantID, Factory: actor.FactoryID,
		Name: name, Scopes: scopes, CreatedAt: now, ExpiresAt: now.AddDate(0, 0, in.Body.Days),
	}
	out := NewToken{Token: token}
	err = d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		if err := d.holdProof(ctx, tx, account.ID, account.PasswordHash); err != nil {
			return err
		}
		var t tenancy.Tenant
		if err := tx.Select(&t).Where("id = ?", actor.TenantID).Scan(ctx); err != nil {
			return err
		}
		if !t.LicenceAt(now).Allow {
			return problem.Refuse(msgTokenLicence)
		}
		alive, err := tx.Select((*apiToken)(nil)).Where("account_id = ? AND home = ? AND revoked_at IS NULL AND NOT owner_left AND expires_at > ?", actor.AccountID, actor.TenantID, now).Count(ctx)
		if err != nil {
			return err
		}
		if alive >= maxTokens {
			return problem.Refuse(msgTokensMany, maxTokens)
		}
		names, err := factoryNames(ctx, tx, actor.TenantID)
		if err != nil {
			return err
		}
		out.TokenView = row.view(names)
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		return tx.LogFor(ctx, actor, "api-token", row.ID, row.Name, store.ActionCreate, store.FieldChange{Field: "scopes", After: out.Scopes})
	})
	if err != nil {
		return NewToken{}, outrun(err, "password")
	}
	return out, nil
}

// scopesOf holds the scopes against what the person may do: each must stand for permissions of the person's own, and
// for no other.
func (d *Identity) scopesOf(actor store.Actor, asked []string) ([]string, *problem.FieldError) {
	scopes := slices.Clone(asked)
	slices.Sort(scopes)
	scopes = slices.Compact(scopes)
	if len(scopes) == 0 || len(scopes) > maxScopes {
		f := problem.Field("scopes", "required", msgScopesNone)
		return nil, &f
	}
	if slices.Equal(scopes, []string{everythingMay}) {
		return []string{}, nil
	}
	all := d.deps.Permissions()
	for _, scope := range scopes {
		means := access.Expand([]string{scope}, all)
		own := len(means) > 0
		for permission := range means {
			own = own && actor.Allowed(permission)
		}
		if !own {
			f := problem.Field("scopes", "subset", msgScope, scope)
			return nil, &f
		}
	}
	return scopes, nil
}

func (d *Identity) endToken(ctx context.Context, in *TokenPath) (api.None, error) {
	actor, err := byHand(ctx)
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		var row apiToken
		err := tx.Select(&row).Where("id = ? AND account_id = ? AND home = ?", in.ID, actor.AccountID, actor.TenantID).Scan(ctx)
		if errors.Is(err, store.ErrNotFound) {
			return problem.NotFound(msgToken)
		}
		if err != nil {
			return err
		}
		return d.endOne(ctx, tx, actor, row)
	})
}
