package sso

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// linkMark begins the state of somebody who links an app to the account, so that the page knows which call comes next. A
// state of the one never serves for the other.
const linkMark = "link."

// LinkInput begins to link a work app to one's account.
type LinkInput struct {
	Key  string `path:"key"`
	Body struct {
		Password string `json:"password" doc:"of the account: base64 of RSA-OAEP-SHA-256 with the key of getKeyAndIv"`
		Redirect string `json:"redirect,omitempty" doc:"path of ours to open afterwards"`
	}
}

// LinkCodeInput is what comes back from the app.
type LinkCodeInput struct {
	Body struct {
		Code  string `json:"code"`
		State string `json:"state"`
	}
}

// LinkedReply says what was linked.
type LinkedReply struct {
	Name problem.Text `json:"name"`
	Path string       `json:"path" doc:"path of ours to open"`
}

// LinkView is a work app and whether it is linked to one's account.
type LinkView struct {
	Key   string       `json:"key"`
	Name  problem.Text `json:"name"`
	Since *time.Time   `json:"since" doc:"null while it is not linked"`
}

var (
	msgWay        = problem.L("登录方式", "Way to sign in")
	msgTaken      = problem.L("这个%s账号已绑定另一位用户，请先在那里解除绑定", "This %s account is linked to somebody else here; it has to be unlinked there first")
	msgLinkByHand = problem.L("接口令牌不能执行此操作，请登录后操作", "An API token cannot do this, please sign in")
)

func (s *SSO) mountLinks(a *api.Server) {
	op := func(method, path, id, summary string, ex *api.Example) api.Operation {
		return api.Operation{Method: method, Path: path, ID: id, Summary: summary, Tag: "account", Access: api.SignedIn, Example: ex}
	}
	app := map[string]string{"key": "wecom"}
	api.Call(a, op(http.MethodGet, "sso/links", "work-app-links", "The work apps, and which of them are linked to one's account", &api.Example{}), s.links)
	api.Call(a, op(http.MethodPost, "sso/connector/{key}/link", "work-app-link-begin", "Begin to link a work app to one's account", &api.Example{Path: app, Body: map[string]any{"password": "..."}}), s.beginLink)
	api.Call(a, op(http.MethodPost, "sso/link", "work-app-link", "Link a work app by the code that it has sent back", &api.Example{Body: map[string]any{"code": "...", "state": "link...."}}), s.finishLink)
	api.Call(a, op(http.MethodDelete, "sso/link/{key}", "work-app-unlink", "Unlink a work app from one's account", &api.Example{Path: app}), s.unlink)
}

// linking is who links: a person by a session, for a program's token must not open what outlives it.
func linking(ctx context.Context) (store.Actor, error) {
	actor, err := store.ActorFrom(ctx)
	if err == nil && actor.Through != store.ThroughUI {
		err = problem.Refuse(msgLinkByHand)
	}
	return actor, err
}

func (s *SSO) links(ctx context.Context, _ *struct{}) ([]LinkView, error) {
	actor, err := linking(ctx)
	if err != nil {
		return nil, err
	}
	var rows []linkRow
	if err := s.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		return tx.Select(&rows).Where("account_id = ?", actor.AccountID).Scan(ctx)
	}); err != nil {
		return nil, err
	}
	views := []LinkView{}
	for _, c := range s.deps.Options.Connectors {
		v := LinkView{Key: c.Key(), Name: c.Name()}
		for i := range rows {
			if rows[i].Source == connectorPrefix+c.Key() {
				v.Since = &rows[i].CreatedAt
			}
		}
		views = append(views, v)
	}
	return views, nil
}

// beginLink asks for the password first: whoever has found an open page must not get a way in that stays.
func (s *SSO) beginLink(ctx context.Context, in *LinkInput) (LoginURLReply, error) {
	actor, err := linking(ctx)
	if err != nil {
		return LoginURLReply{}, err
	}
	c := s.connector(connectorPrefix + in.Key)
	if c == nil {
		return LoginURLReply{}, problem.NotFound(msgWay)
	}
	if err := s.deps.Reprove(ctx, actor, "password", in.Body.Password); err != nil {
		return LoginURLReply{}, err
	}
	state, _, err := s.depart(ctx, connectorPrefix+in.Key, in.Body.Redirect, actor.AccountID)
	return LoginURLReply{c.Address(state, callbackOf(ctx), api.CallerFrom(ctx).Agent)}, err
}

// finishLink ties the person that the app names to the account that has begun, in the browser where it began.
func (s *SSO) finishLink(ctx context.Context, in *LinkCodeInput) (LinkedReply, error) {
	actor, err := linking(ctx)
	if err != nil {
		return LinkedReply{}, err
	}
	row, err := s.returned(ctx, in.Body.State, browserMarks(api.CallerFrom(ctx)), actor.AccountID)
	if err != nil {
		return LinkedReply{}, err
	}
	c := s.connector(row.Source)
	if c == nil || in.Body.Code == "" {
		return LinkedReply{}, problem.Spent()
	}
	v, err := askConnector(ctx, c, in.Body.Code, api.CallerFrom(ctx).Origin)
	if err != nil {
		return LinkedReply{}, err
	}
	err = s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		if _, err := s.deps.VerifiedAt(ctx, tx, actor.AccountID); err != nil { // the session may have ended while the app was asked
			return err
		}
		// One person of an app for an account: the newest.
		if _, err := tx.Remove((*linkRow)(nil)).Where("source = ? AND account_id = ?", row.Source, actor.AccountID).Exec(ctx); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &linkRow{Source: row.Source, Subject: v.subject, AccountID: actor.AccountID, CreatedAt: s.deps.Now()}); err != nil {
			return err
		}
		return tx.LogFor(ctx, actor, "account", actor.AccountID, actor.Name, store.ActionChange, store.FieldChange{Field: "workApp", After: c.Key()})
	})
	if errors.Is(err, store.ErrDuplicate) {
		err = problem.Refuse(msgTaken, c.Name())
	}
	return LinkedReply{c.Name(), row.Path}, err
}

func (s *SSO) unlink(ctx context.Context, in *struct {
	Key string `path:"key"`
},
) (api.None, error) {
	actor, err := linking(ctx)
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		n, err := tx.Remove((*linkRow)(nil)).Where("source = ? AND account_id = ?", connectorPrefix+in.Key, actor.AccountID).Exec(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			return problem.NotFound(msgWay)
		}
		return tx.LogFor(ctx, actor, "account", actor.AccountID, actor.Name, store.ActionChange, store.FieldChange{Field: "workApp", Before: strings.ToLower(in.Key)})
	})
}

// unlinkAll takes every person of another system off an account, at work apps and at other providers: it has turned out to be
// somebody else's than of those who could link them.
func (s *SSO) unlinkAll(ctx context.Context, tx store.Tx, accountID string) error {
	if _, err := tx.Remove((*loginRow)(nil)).Where("account_id = ?", accountID).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.Remove((*linkRow)(nil)).Where("account_id = ?", accountID).Exec(ctx)
	return err
}

// callbackOf is where a work app comes back to.
func callbackOf(ctx context.Context) string { return api.CallerFrom(ctx).Origin + callbackPath }
