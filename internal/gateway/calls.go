package gateway

import (
	"context"
	"net/http"

	"mouldworks/internal/platform/api"
)

// exampleID is the example row of the gateway servers.
const exampleID = "01900000-0000-7000-8000-000000000702"

type gatewayIDInput struct {
	ServerAppUUID string `path:"serverAppUuid"`
}

// KeyReply is a new key, shown once.
type KeyReply struct {
	Key string `json:"key" doc:"for mouldworks gateway --key; it cannot be read again"`
}

// Mount registers the calls of people, and those of gateways themselves, which prove themselves by their key.
func (c *Cloud) Mount(s *api.Server) {
	op := func(verb, id, summary string) api.Operation {
		return api.Operation{
			Method: http.MethodPost, Path: "sys/gateway/{serverAppUuid}/" + verb, ID: id, Summary: summary, Tag: "gateway", Permission: "system.server.modify",
			Example: &api.Example{Path: map[string]string{"serverAppUuid": exampleID}},
		}
	}
	issue := op("key", "gateway-key", "A new key for a gateway; the old one is worth nothing from then on")
	issue.Secret = true
	api.Call(s, issue, func(ctx context.Context, in *gatewayIDInput) (KeyReply, error) {
		k, err := c.Issue(ctx, in.ServerAppUUID)
		return KeyReply{k}, err
	})
	api.Call(s, op("upgrade", "gateway-upgrade", "Tell a gateway to fetch this server's version"), func(ctx context.Context, in *gatewayIDInput) (UpgradeReply, error) {
		return c.Upgrade(ctx, in.ServerAppUUID)
	})
	token := op("token", "gateway-token", "A token for calls through the gateway of the caller's factory, good for minutes and at that gateway alone")
	token.Access, token.Permission, token.Secret, token.Viewing = api.SignedIn, "", true, true
	api.Call(s, token, func(ctx context.Context, in *gatewayIDInput) (TokenReply, error) {
		return c.Token(ctx, in.ServerAppUUID)
	})
	s.Handle("GET "+api.Prefix+"gateway/binary", http.HandlerFunc(c.serveBinary))
	s.Handle("POST "+api.Prefix+"gateway/upgraded", http.HandlerFunc(c.hearUpgraded))
	c.mountFiles(s)
}
