package identity

import (
	"context"
	"net/http"
	"slices"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// OnlineUser is a live session as the company's administrator sees it.
type OnlineUser struct {
	ID          string    `json:"id" doc:"public id of the session"`
	UserID      string    `json:"userId"`
	UserName    string    `json:"userName"`
	RealName    string    `json:"realName"`
	FactoryName string    `json:"factoryName"`
	Way         int       `json:"way" enum:"1,2,3,4,5" doc:"1 password, 2 QR code, 3 single sign-on, 4 ticket, 5 work app"`
	Address     string    `json:"address"`
	Device      string    `json:"device"`
	SignedInAt  time.Time `json:"signedInAt"`
	SeenAt      time.Time `json:"seenAt" doc:"to the minute"`
	Current     bool      `json:"current" doc:"the session of this very request"`

	memberID string // of the person in the company of the session
}

// OnlineInput asks for live sessions.
type OnlineInput struct {
	Page   int    `query:"page" default:"1" minimum:"1" maximum:"1000000"`
	Size   int    `query:"size" default:"50" minimum:"1" maximum:"500"`
	Search string `query:"q" doc:"name, user name or address"`
}

// SessionsInput names sessions.
type SessionsInput struct {
	Body struct {
		IDs       []string `json:"ids" doc:"at most 500"`
		EndTokens *bool    `json:"endTokens,omitempty" doc:"false leaves these people's API tokens of the company alive; without it they end too"`
	}
}

// OwnSessionsInput names sessions of one's own.
type OwnSessionsInput struct {
	Body struct {
		IDs    []string `json:"ids,omitempty" doc:"at most 500"`
		Others bool     `json:"others,omitempty" doc:"all but the one of this request, in place of ids"`
		// Who ends all sessions suspects a thief, who may have made a token.
		EndTokens *bool `json:"endTokens,omitempty" doc:"with others: false leaves one's API tokens alive; without it they end too, in every company"`
	}
}

// EndedReply says how many sessions ended. Ids of nobody, or of another company, count for nothing.
type EndedReply struct {
	Ended       int `json:"ended"`
	EndedTokens int `json:"endedTokens" doc:"API tokens"`
}

var (
	msgSessions = problem.L("请选择 1 到 %d 个会话", "Please select 1 to %d sessions")
	msgKickSelf = problem.L("不能踢出自己，请使用“退出”", "You cannot kick yourself: use Exit")
)

const noSession = "01900000-0000-7000-8000-000000000b99"

func (d *Identity) mountOnline(s *api.Server) {
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "upms/online-user", ID: "online-users", Summary: "Who is signed in to the company", Tag: "session", Permission: "common.onlineUser.check",
		Example: &api.Example{Query: map[string]string{"page": "1", "size": "20"}},
	}, d.online)
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "upms/online-user/kick", ID: "kick", Summary: "End sessions of the company's people", Tag: "session", Permission: "common.onlineUser.kick",
		Example: &api.Example{Body: map[string]any{"ids": []string{noSession}}},
	}, d.kick)
	d.mountCompanyTokens(s)
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "upms/user/session", ID: "own-sessions", Summary: "One's own live sessions, in every company", Tag: "session", Access: api.SignedIn, Example: &api.Example{},
	}, d.ownSessions)
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "upms/user/session/end", ID: "end-own-sessions", Summary: "End sessions of one's own", Tag: "session", Access: api.SignedIn,
		Example: &api.Example{Body: map[string]any{"ids": []string{noSession}}},
	}, d.endOwn)
}

// liveSessions reads the sessions that match and still let somebody in, the latest seen first.
func (d *Identity) liveSessions(ctx context.Context, tx store.Tx, condition string, arg string) ([]session, error) {
	var rows []session
	now := d.deps.Now()
	err := tx.Select(&rows).Where(condition, arg).Where("ended = '' AND seen_at > ? AND created_at > ?", now.Add(-sessionIdle), now.Add(-sessionAbsolute)).Order("seen_at DESC", "id").Scan(ctx)
	return rows, err
}

func (d *Identity) online(ctx context.Context, in *OnlineInput) (page resource.Page[OnlineUser], err error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return page, err
	}
	var all []OnlineUser
	err = d.deps.DB.SystemRead(ctx, "sessions stand above tenants; only those at home in the caller's are read", func(tx store.Tx) error {
		sessions, err := d.liveSessions(ctx, tx, "home = ?", actor.TenantID)
		if err != nil {
			return err
		}
		all, err = d.describe(ctx, tx, sessions)
		return err
	})
	all = slices.DeleteFunc(all, func(u OnlineUser) bool {
		return !actor.Reach.Account(u.UserID) || !resource.Fits(in.Search, u.RealName, u.UserName, u.Address)
	})
	size := min(max(in.Size, 1), resource.MaxPage)
	from := min(resource.Before(in.Page, size), len(all))
	page = resource.Page[OnlineUser]{Rows: all[from:min(from+size, len(all))], Total: len(all), Page: max(in.Page, 1), Size: size, Names: map[string]string{}}
	return page, err
}

// describe words sessions for people.
func (d *Identity) describe(ctx context.Context, tx store.Tx, sessions []session) ([]OnlineUser, error) {
	var accounts, factories []string
	for _, s := range sessions {
		accounts, factories = append(accounts, s.AccountID), append(factories, s.Factory)
	}
	var members []Member
	if err := tx.Select(&members).WhereIn("account_id", accounts).Scan(ctx); err != nil {
		return nil, err
	}
	var plants []tenancy.Factory
	if err := tx.Select(&plants).WhereIn("id", factories).Scan(ctx); err != nil {
		return nil, err
	}
	byPerson, plant := map[[2]string]Member{}, map[string]string{}
	for _, m := range members {
		byPerson[[2]string{m.AccountID, m.TenantID}] = m
	}
	for _, f := range plants {
		plant[f.ID] = f.Name
	}
	mine := opaque.Hash(api.CallerFrom(ctx).Token)
	users := make([]OnlineUser, 0, len(sessions))
	for _, s := range sessions {
		m := byPerson[[2]string{s.AccountID, s.Home}]
		users = append(users, OnlineUser{
			ID: s.ID, UserID: s.AccountID, UserName: m.UserName, RealName: m.RealName, FactoryName: plant[s.Factory], Way: wayNumber(s.Way), Address: s.Address,
			Device: deviceOf(s.Agent), SignedInAt: s.CreatedAt, SeenAt: s.SeenAt, Current: s.TokenHash == mine, memberID: m.ID,
		})
	}
	return users, nil
}

// kick ends sessions of the caller's company: the next call of their pages gets 11009, and the open ones close at once.
// What the person holds at the provider ends too, or the next page would sign them in again.
func (d *Identity) kick(ctx context.Context, in *SessionsInput) (reply EndedReply, err error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return reply, err
	}
	if n := len(in.Body.IDs); n == 0 || n > resource.MaxPage {
		return reply, problem.Invalid(problem.Field("ids", "required", msgSessions, resource.MaxPage))
	}
	mayEnd, err := d.judgeEnding(ctx)
	if err != nil {
		return reply, err
	}
	err = d.deps.DB.System(ctx, "sessions stand above tenants; only those at home in the caller's end", func(tx store.Tx) error {
		sessions, err := d.liveSessions(ctx, tx, "home = ?", actor.TenantID)
		if err != nil {
			return err
		}
		mine := opaque.Hash(api.CallerFrom(ctx).Token)
		sessions = slices.DeleteFunc(sessions, func(s session) bool { return !slices.Contains(in.Body.IDs, s.ID) || !actor.Reach.Account(s.AccountID) })
		if slices.ContainsFunc(sessions, func(s session) bool { return s.TokenHash == mine }) {
			return problem.Refuse(msgKickSelf)
		}
		var accounts []string
		for _, s := range sessions {
			accounts = append(accounts, s.AccountID)
		}
		if err := mayEnd(tx, accounts); err != nil {
			return err
		}
		reply.Ended = len(sessions)
		kicked, err := d.describe(ctx, tx, sessions)
		if err != nil {
			return err
		}
		for _, u := range kicked { // by the person, so that whoever does not see them does not read of them
			if err := tx.LogFor(ctx, actor, "session", u.memberID, u.RealName, store.ActionEnd); err != nil {
				return err
			}
		}
		if in.Body.EndTokens == nil || *in.Body.EndTokens {
			if reply.EndedTokens, err = d.endTokens(ctx, tx, accounts, actor.TenantID, actor); err != nil {
				return err
			}
		}
		return d.endAndForget(ctx, tx, sessions, EndedKick)
	})
	return reply, err
}

// judgeEnding gives what refuses to end something of people, by their accounts, of whom whoever asks decides nothing.
func (d *Identity) judgeEnding(ctx context.Context) (mayEnd func(tx store.Tx, accounts []string) error, err error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return nil, err
	}
	var above func(memberID string) (problem.Text, bool)
	err = d.deps.DB.Read(ctx, func(tx store.Tx) error {
		above, err = d.deps.Judge(ctx, tx)
		return err
	})
	return func(tx store.Tx, accounts []string) error {
		var members []Member
		if err := tx.Select(&members).Where("tenant_id = ?", actor.TenantID).WhereIn("account_id", accounts).Order("id").Scan(ctx); err != nil {
			return err
		}
		for i := range members {
			if why, is := above(members[i].ID); is {
				return problem.Refuse(why)
			}
		}
		return nil
	}, err
}

// endAndForget ends sessions and what their people hold at the provider.
func (d *Identity) endAndForget(ctx context.Context, tx store.Tx, sessions []session, reason string) error {
	if err := d.end(ctx, tx, sessions, reason); err != nil {
		return err
	}
	forgotten := map[string]bool{}
	for _, s := range sessions {
		if forgotten[s.AccountID] {
			continue
		}
		forgotten[s.AccountID] = true
		if err := d.deps.SignOn.Forget(ctx, tx, s.AccountID); err != nil {
			return err
		}
	}
	return nil
}

// OwnSessions are the live sessions of the person who asks; a program's token reaches no further than its own tenant.
type OwnSessions struct {
	Rows []OnlineUser `json:"rows" nullable:"false"`
}

func (d *Identity) ownSessions(ctx context.Context, _ *struct{}) (reply OwnSessions, err error) {
	actor, err := byHand(ctx)
	if err != nil {
		return reply, err
	}
	err = d.deps.DB.SystemRead(ctx, "a person's sessions may stand in several tenants", func(tx store.Tx) error {
		sessions, err := d.liveSessions(ctx, tx, "account_id = ?", actor.AccountID)
		if err != nil {
			return err
		}
		reply.Rows, err = d.describe(ctx, tx, sessions)
		return err
	})
	return reply, err
}

func (d *Identity) endOwn(ctx context.Context, in *OwnSessionsInput) (reply EndedReply, err error) {
	actor, err := byHand(ctx)
	if err != nil {
		return reply, err
	}
	if n := len(in.Body.IDs); n == 0 && !in.Body.Others || n > resource.MaxPage {
		return reply, problem.Invalid(problem.Field("ids", "required", msgSessions, resource.MaxPage))
	}
	err = d.deps.DB.System(ctx, "a person's sessions may stand in several tenants", func(tx store.Tx) error {
		sessions, err := d.liveSessions(ctx, tx, "account_id = ?", actor.AccountID)
		if err != nil {
			return err
		}
		mine := opaque.Hash(api.CallerFrom(ctx).Token)
		sessions = slices.DeleteFunc(sessions, func(s session) bool {
			if in.Body.Others {
				return s.TokenHash == mine
			}
			return !slices.Contains(in.Body.IDs, s.ID)
		})
		reply.Ended = len(sessions)
		if in.Body.Others && (in.Body.EndTokens == nil || *in.Body.EndTokens) {
			if reply.EndedTokens, err = d.endTokens(ctx, tx, []string{actor.AccountID}, "", actor); err != nil {
				return err
			}
		}
		return d.endAndForget(ctx, tx, sessions, EndedOwn)
	})
	return reply, err
}
