package sso

import (
	"context"
	"log/slog"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
)

// Connector signs people in through a work app (WeCom, DingTalk ...): the app sends them back with a code, and says
// who brought it. An implementation talks to its app and to nothing of ours.
type Connector interface {
	// Key names the app in addresses: small letters.
	Key() string
	// Name is what people call it.
	Name() problem.Text
	// Address is where the app asks the person to agree; it comes back to callback with code and state. agent is the
	// browser's User-Agent: an app may have another address inside of itself.
	Address(state, callback, agent string) string
	// Person says who brought the code. An app that does not take the code gives an error; its text is logged.
	Person(ctx context.Context, code, callback string) (Stranger, error)
}

// Stranger is a person as a work app knows them.
type Stranger struct {
	Subject       string // the app's own, lasting name of the person
	Phone         string
	PhoneVerified bool // the app has proved that the phone is theirs
}

// callbackPath is the page on which work apps come back.
const callbackPath = "/third/open"

// ConnectorView is a work app on the sign-in page.
type ConnectorView struct {
	Key  string       `json:"key"`
	Name problem.Text `json:"name"`
}

// WaysReply says how people can sign in here.
type WaysReply struct {
	External   bool            `json:"external" doc:"another provider signs people in; /login serves those it does not know"`
	Connectors []ConnectorView `json:"connectors" nullable:"false"`
	Address    string          `json:"address" doc:"of the client, as the server sees it"`
}

// ConnectorInput begins a sign-in through a work app.
type ConnectorInput struct {
	Key  string `path:"key"`
	Body struct {
		Redirect string `json:"redirect,omitempty" doc:"path of ours to open afterwards"`
	}
}

func (s *SSO) mountConnectors(a *api.Server) {
	api.Call(a, api.Operation{
		Method: http.MethodGet, Path: "sso/ways", ID: "sign-in-ways", Summary: "How people can sign in here", Tag: "session", Access: api.Public, Example: &api.Example{},
	}, s.ways)
	api.Call(a, api.Operation{
		Method: http.MethodPost, Path: "sso/connector/{key}", ID: "connector-begin", Summary: "Begin to sign in through a work app", Tag: "session", Access: api.Public,
	}, s.beginConnector)
	s.mountLinks(a)
}

func (s *SSO) ways(ctx context.Context, _ *struct{}) (WaysReply, error) {
	reply := WaysReply{External: s.chosen() == sourceExternal, Connectors: []ConnectorView{}, Address: api.CallerFrom(ctx).Address}
	for _, c := range s.deps.Options.Connectors {
		reply.Connectors = append(reply.Connectors, ConnectorView{c.Key(), c.Name()})
	}
	return reply, nil
}

func (s *SSO) beginConnector(ctx context.Context, in *ConnectorInput) (LoginURLReply, error) {
	c := s.connector(connectorPrefix + in.Key)
	if c == nil {
		return LoginURLReply{}, problem.NotFound(msgWay)
	}
	state, _, err := s.depart(ctx, connectorPrefix+in.Key, in.Body.Redirect, "")
	return LoginURLReply{c.Address(state, callbackOf(ctx), api.CallerFrom(ctx).Agent)}, err
}

// connector finds the work app behind a source's name; nil when it is none.
func (s *SSO) connector(name string) Connector {
	for _, c := range s.deps.Options.Connectors {
		if connectorPrefix+c.Key() == name {
			return c
		}
	}
	return nil
}

func askConnector(ctx context.Context, c Connector, code, origin string) (vouched, error) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	who, err := c.Person(ctx, code, origin+callbackPath)
	if err != nil || who.Subject == "" {
		slog.WarnContext(ctx, "a work app did not say who came", "app", c.Key(), "error", err)
		return vouched{}, problem.Spent()
	}
	return vouched{subject: who.Subject, phone: who.Phone, phoneVerified: who.PhoneVerified}, nil
}
