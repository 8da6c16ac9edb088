package tenancy

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
)

// GatewayServer is the gateway that stands at a factory: where the browsers inside and outside of it find it.
type GatewayServer struct {
	bun.BaseModel `bun:"table:gateway_server" json:"-"`
	store.Row
	Name           string     `bun:"name" json:"name"`
	Factory        string     `bun:"factory" json:"factory"`
	InnerIP        string     `bun:"inner_ip" json:"innerIp"`
	OuterIP        string     `bun:"outer_ip" json:"outerIp"`
	HTTPPort       int        `bun:"http_port" json:"httpPort"` // 0 = none, as the others
	HTTPSPort      int        `bun:"https_port" json:"httpsPort"`
	HTTPOuterPort  int        `bun:"http_outer_port" json:"httpOuterPort"`
	HTTPSOuterPort int        `bun:"https_outer_port" json:"httpsOuterPort"`
	LinkedUntil    *time.Time `bun:"linked_until" json:"-"` // its line to the cloud was up, and is trusted until then
	PublicKey      string     `bun:"public_key" json:"-"`   // of its process, base64 of DER; "" = it has told none
}

// States of a gateway (GATEWAY-02).
const (
	Unreachable = 0
	Reachable   = 1
)

// StateAt tells whether the gateway's line to the cloud is up.
func (g *GatewayServer) StateAt(now time.Time) int {
	return number(g.LinkedUntil != nil && now.Before(*g.LinkedUntil))
}

// gatewayLine is what a gateway's line writes of its row. It is no Record: a ping must not raise the version, or whoever
// edits the gateway would find it changed each time.
type gatewayLine struct {
	bun.BaseModel `bun:"table:gateway_server"`
	ID            string     `bun:"id,pk"`
	LinkedUntil   *time.Time `bun:"linked_until"`
	PublicKey     string     `bun:"public_key"`
}

// Linked notes that a gateway's line to the cloud is up and is to be trusted until a moment; a moment that has passed
// says that it is down. tx is a system transaction.
func Linked(ctx context.Context, tx store.Tx, id string, until time.Time) error {
	_, err := tx.Change((*gatewayLine)(nil)).Set("linked_until = ?", until).Where("id = ?", id).Exec(ctx)
	return err
}

// Unlinked notes that a line which was trusted until a moment is down, unless a later one is trusted for longer. tx is a
// system transaction.
func Unlinked(ctx context.Context, tx store.Tx, id string, until time.Time) error {
	_, err := tx.Change((*gatewayLine)(nil)).Set("linked_until = ?", store.Now()).Where("id = ?", id).Where("linked_until <= ?", until).Exec(ctx)
	return err
}

// KeepPublicKey keeps the public key that the process behind a gateway's line has told, "" when it must no longer be
// believed. tx is a system transaction.
func KeepPublicKey(ctx context.Context, tx store.Tx, id, key string) error {
	_, err := tx.Change((*gatewayLine)(nil)).Set("public_key = ?", key).Where("id = ?", id).Exec(ctx)
	return err
}

// Gateway is an entry of the server list (GATEWAY-01). A factory without a gateway has a virtual one: the id of the
// factory, no address, always reachable.
type Gateway struct {
	ServerAppUUID  string `json:"serverAppUuid"`
	FactoryID      string `json:"factoryId"`
	FactoryName    string `json:"factoryName"`
	TenantID       string `json:"tenantId"`
	TenantName     string `json:"tenantName"`
	TenantType     int    `json:"tenantType"`
	AllowLoginFlag int    `json:"allowLoginFlag" enum:"0,1"`
	GatewayState   int    `json:"gatewayState" enum:"0,1" doc:"0 = unreachable"`
	InnerIP        string `json:"innerIp"`
	OuterIP        string `json:"outerIp"`
	HTTPPort       *int   `json:"httpPort"`
	HTTPSPort      *int   `json:"httpsPort"`
	HTTPOuterPort  *int   `json:"httpOuterPort"`
	HTTPSOuterPort *int   `json:"httpsOuterPort"`
	Live           bool   `json:"live" doc:"its line to the cloud is up, on whichever node; browsers ask no other gateway"`
	PublicKey      string `json:"publicKey" doc:"ECDSA P-256 in DER (SPKI), base64: checks the gateway's answers to a ping; empty = it has told none"`
}

// Cloud is the entry of the same factory for somebody who reaches it by the cloud alone, as if it had no gateway.
func (g Gateway) Cloud() Gateway {
	return Gateway{
		ServerAppUUID: g.FactoryID, FactoryID: g.FactoryID, FactoryName: g.FactoryName, TenantID: g.TenantID, TenantName: g.TenantName, TenantType: g.TenantType,
		AllowLoginFlag: g.AllowLoginFlag, GatewayState: Reachable, Live: true,
	}
}

// GatewaysOf lists the entries of some factories of a tenant, in their order. tx is a system transaction.
func GatewaysOf(ctx context.Context, tx store.Tx, t *Tenant, factories []Factory, now time.Time) ([]Gateway, error) {
	var servers []GatewayServer
	if err := tx.Select(&servers).Where("tenant_id = ?", t.ID).Scan(ctx); err != nil {
		return nil, err
	}
	at := map[string]*GatewayServer{}
	for i := range servers {
		at[servers[i].Factory] = &servers[i]
	}
	list := make([]Gateway, 0, len(factories))
	for _, f := range factories {
		g := Gateway{
			ServerAppUUID: f.ID, FactoryID: f.ID, FactoryName: f.Name, TenantID: t.ID, TenantName: t.Name, TenantType: t.Type,
			AllowLoginFlag: t.LicenceAt(now).AllowFlag(), GatewayState: Reachable, Live: true,
		}
		if s := at[f.ID]; s != nil {
			g.ServerAppUUID, g.GatewayState, g.InnerIP, g.OuterIP = s.ID, s.StateAt(now), s.InnerIP, s.OuterIP
			g.Live, g.PublicKey = s.StateAt(now) == Reachable, s.PublicKey
			g.HTTPPort, g.HTTPSPort, g.HTTPOuterPort, g.HTTPSOuterPort = port(s.HTTPPort), port(s.HTTPSPort), port(s.HTTPOuterPort), port(s.HTTPSOuterPort)
		}
		list = append(list, g)
	}
	return list, nil
}

func port(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// GatewayAt is the entry of one factory. tx is a system transaction.
func GatewayAt(ctx context.Context, tx store.Tx, tenantID, factoryID string, now time.Time) (Gateway, error) {
	var t Tenant
	var f Factory
	if err := tx.Select(&t).Where("id = ?", tenantID).Scan(ctx); err != nil {
		return Gateway{}, err
	}
	err := tx.Select(&f).Where("id = ? AND tenant_id = ?", factoryID, tenantID).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return Gateway{}, nil // a person without a factory
	}
	if err != nil {
		return Gateway{}, err
	}
	list, err := GatewaysOf(ctx, tx, &t, []Factory{f}, now)
	if err != nil {
		return Gateway{}, err
	}
	return list[0], nil
}
