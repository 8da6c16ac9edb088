package gateway

import (
	"context"
	"errors"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// TokenReply is what a browser needs to work through the gateway of its factory.
type TokenReply struct {
	ServerAppUUID string   `json:"serverAppUuid"`
	Live          bool     `json:"live" doc:"the gateway's line to the cloud is up; without it there is no token"`
	PublicKey     string   `json:"publicKey" doc:"checks the gateway's answers to a ping; empty = no answer of it is believed"`
	Token         string   `json:"token" doc:"mdbtk of calls to this gateway, and of none to the cloud; empty when the gateway cannot be used"`
	ExpiresIn     int      `json:"expiresIn" doc:"seconds that the token is good for"`
	Carries       []string `json:"carries" nullable:"false" doc:"the paths below the API prefix that the gateway carries; all others go to the cloud"`
}

// Token lets the calling session work through the gateway of its factory, while that gateway's line is up and its answers
// can be checked.
func (c *Cloud) Token(ctx context.Context, id string) (TokenReply, error) {
	var p Place
	err := c.deps.DB.Read(ctx, func(tx store.Tx) (err error) { p, err = c.deps.Place(ctx, tx, id); return err })
	if errors.Is(err, store.ErrNotFound) {
		return TokenReply{}, problem.NotFound(msgGateway)
	}
	if err != nil {
		return TokenReply{}, err
	}
	reply := TokenReply{ServerAppUUID: p.ID, Live: p.Linked, PublicKey: p.PublicKey, Carries: carried}
	if !p.Linked || p.PublicKey == "" {
		return reply, nil
	}
	token, life, err := c.deps.IssueToken(ctx, p)
	reply.Token, reply.ExpiresIn = token, int(life/time.Second)
	return reply, err
}
