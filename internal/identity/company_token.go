package identity

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// CompanyToken is an API token as the administrators of its company see it: never the token itself.
type CompanyToken struct {
	TokenView
	UserID   string `json:"userId"`
	UserName string `json:"userName"`
	RealName string `json:"realName"`
}

// EndTokensInput names tokens of the company.
type EndTokensInput struct {
	Body struct {
		IDs []string `json:"ids" doc:"1 to 500"`
	}
}

var msgTokensChosen = problem.L("请选择 1 到 %d 个令牌", "Please select 1 to %d tokens")

// mountCompanyTokens registers what administrators see and end: whoever may see who is signed in sees the programs too.
func (d *Identity) mountCompanyTokens(s *api.Server) {
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "upms/online-user/token", ID: "company-tokens", Summary: "The API tokens of the company's people, live ones first", Tag: "session", Permission: "common.onlineUser.check",
		Example: &api.Example{Query: map[string]string{"page": "1", "size": "20"}},
	}, d.companyTokens)
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "upms/online-user/token/end", ID: "company-tokens-end", Summary: "End API tokens of the company's people", Tag: "session", Permission: "common.onlineUser.kick",
		Example: &api.Example{Body: map[string]any{"ids": []string{noSession}}},
	}, d.endCompanyTokens)
}

func (d *Identity) companyTokens(ctx context.Context, in *OnlineInput) (page resource.Page[CompanyToken], err error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return page, err
	}
	var all []CompanyToken
	err = d.deps.DB.SystemRead(ctx, "tokens stand above tenants; only those of the caller's are read", func(tx store.Tx) error {
		var rows []apiToken
		if err := tx.Select(&rows).Where("home = ?", actor.TenantID).Order("created_at DESC", "id DESC").Scan(ctx); err != nil {
			return err
		}
		factories, err := factoryNames(ctx, tx, actor.TenantID)
		if err != nil {
			return err
		}
		var members []Member
		if err := tx.Select(&members).Where("tenant_id = ?", actor.TenantID).Scan(ctx); err != nil {
			return err
		}
		byAccount := map[string]Member{}
		for _, m := range members {
			byAccount[m.AccountID] = m
		}
		for _, r := range rows {
			m := byAccount[r.AccountID]
			all = append(all, CompanyToken{r.view(factories), r.AccountID, m.UserName, m.RealName})
		}
		return nil
	})
	now := d.deps.Now()
	over := func(t CompanyToken) int {
		if t.RevokedAt != nil || now.After(t.ExpiresAt) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(x, y CompanyToken) int { return over(x) - over(y) })
	all = slices.DeleteFunc(all, func(t CompanyToken) bool {
		return !actor.Reach.Account(t.UserID) || !resource.Fits(in.Search, t.RealName, t.UserName, t.Name)
	})
	size := min(max(in.Size, 1), resource.MaxPage)
	from := min(resource.Before(in.Page, size), len(all))
	rows := append([]CompanyToken{}, all[from:min(from+size, len(all))]...)
	return resource.Page[CompanyToken]{Rows: rows, Total: len(all), Page: max(in.Page, 1), Size: size, Names: map[string]string{}}, err
}

// endCompanyTokens ends tokens of the caller's company; ids of nobody, of another company and of ended ones count for nothing.
func (d *Identity) endCompanyTokens(ctx context.Context, in *EndTokensInput) (reply EndedReply, err error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return reply, err
	}
	if n := len(in.Body.IDs); n == 0 || n > resource.MaxPage {
		return reply, problem.Invalid(problem.Field("ids", "required", msgTokensChosen, resource.MaxPage))
	}
	mayEnd, err := d.judgeEnding(ctx)
	if err != nil {
		return reply, err
	}
	err = d.deps.DB.System(ctx, "tokens stand above tenants; only those of the caller's end", func(tx store.Tx) error {
		reply = EndedReply{}
		for _, id := range in.Body.IDs {
			var row apiToken
			err := tx.Select(&row).Where("id = ? AND home = ? AND revoked_at IS NULL", id, actor.TenantID).Scan(ctx)
			if errors.Is(err, store.ErrNotFound) || err == nil && !actor.Reach.Account(row.AccountID) {
				continue
			}
			if err != nil {
				return err
			}
			if err := mayEnd(tx, []string{row.AccountID}); err != nil {
				return err
			}
			if err := d.endOne(ctx, tx, actor, row); err != nil {
				return err
			}
			reply.EndedTokens++
		}
		return nil
	})
	return reply, err
}
