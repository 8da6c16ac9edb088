package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/push"
	"mouldworks/internal/platform/store"
)

// upgradeTopic is the signal that tells a gateway to fetch a version.
const upgradeTopic = "gateway.upgrade"

// thisPlatform is what this binary runs on; a gateway on another one cannot use it.
const thisPlatform = runtime.GOOS + "/" + runtime.GOARCH

// States of an upgrade.
const (
	UpgradeSent    = "sent"
	UpgradeFailed  = "failed"
	UpgradeCurrent = "current"
)

// UpgradeReply says whether the gateway was told.
type UpgradeReply struct {
	State   string `json:"state" enum:"sent,failed,current"`
	Message string `json:"message"`
}

// offer is the data of the signal.
type offer struct {
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

// report is what a gateway says once it has fetched a version.
type report struct {
	Version string `json:"version"`
	Failed  string `json:"failed"` // the reason, in English, as it stands in the gateway's log; "" = ready
}

// The messages of an upgrade (GATEWAY-12).
var (
	msgSent     = problem.L("升级指令已发送到网关“%s”，下载完成后会通知您", "The upgrade was sent to gateway %s; you are told once it is downloaded")
	msgCurrent  = problem.L("网关“%s”已是版本 %s", "Gateway %s runs version %s already")
	msgNotUp    = problem.L("升级推送失败：网关“%s”未连接", "Upgrade push failed: gateway %s is not connected")
	msgPlatform = problem.L("升级推送失败：网关“%s”运行在 %s 上，服务器的程序不适用，请手动安装", "Upgrade push failed: gateway %s runs on %s, for which this server has no program; please install it by hand")
	msgReady    = problem.L("网关“%s”升级就绪", "Gateway %s is ready to upgrade")
	msgRestart  = problem.L("版本 %s 已下载并校验，重启网关即可生效", "Version %s is downloaded and verified; restart the gateway to use it")
	msgFailure  = problem.L("网关“%s”升级推送失败", "Upgrade push to gateway %s failed")
	msgReason   = problem.L("版本 %s 下载失败：%s", "Version %s could not be fetched: %s")
)

// Upgrade tells a gateway of the caller's tenant to fetch the version of this server. Whoever asks gets a message when
// it is ready, or why it is not.
func (c *Cloud) Upgrade(ctx context.Context, id string) (UpgradeReply, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return UpgradeReply{}, err
	}
	say := func(state string, text problem.Text) (UpgradeReply, error) {
		return UpgradeReply{state, text.In(problem.Language(ctx))}, nil
	}
	var p Place
	err = c.deps.DB.Read(ctx, func(tx store.Tx) (err error) { p, err = c.deps.Place(ctx, tx, id); return err })
	if errors.Is(err, store.ErrNotFound) {
		return UpgradeReply{}, problem.NotFound(msgGateway)
	}
	if err != nil {
		return UpgradeReply{}, err
	}
	var row key
	err = c.deps.DB.SystemRead(ctx, reasonKeys, func(tx store.Tx) error {
		return tx.Select(&row).Where("gateway = ?", p.ID).Scan(ctx)
	})
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && !p.Linked:
		return say(UpgradeFailed, msgNotUp.With(p.Name))
	case err != nil:
		return UpgradeReply{}, err
	case row.Version == c.deps.Version:
		return say(UpgradeCurrent, msgCurrent.With(p.Name, row.Version))
	case row.Platform != thisPlatform:
		return say(UpgradeFailed, msgPlatform.With(p.Name, row.Platform))
	}
	sum, err := c.binarySum()
	if err != nil {
		return UpgradeReply{}, err
	}
	err = c.deps.DB.System(ctx, reasonKeys, func(tx store.Tx) error {
		_, err := tx.Change((*key)(nil)).Set("upgrade_version = ?", c.deps.Version).Set("upgrade_asked_by = ?", actor.AccountID).Set("upgrade_asked_at = ?", store.Now()).Where("gateway = ?", p.ID).Exec(ctx)
		return err
	})
	if err != nil {
		return UpgradeReply{}, err
	}
	c.deps.Hub.Signal(ctx, push.Scope{Tenant: p.Tenant, Session: scopePrefix + p.ID}, upgradeTopic, offer{c.deps.Version, sum})
	return say(UpgradeSent, msgSent.With(p.Name))
}

func (c *Cloud) binary() (*os.File, error) {
	path := c.deps.Binary
	if path == "" {
		var err error
		if path, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	return os.Open(path)
}

func (c *Cloud) binarySum() (string, error) {
	f, err := c.binary()
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // read only
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// proved finds the gateway behind one of its own calls, or answers for it.
func (c *Cloud) proved(w http.ResponseWriter, r *http.Request) (key, bool) {
	row, err := c.find(r.Context(), r.Header.Get(api.GatewayKeyHeader))
	if err != nil {
		api.WriteProblem(w, r, err)
		return row, false
	}
	return row, true
}

func (c *Cloud) serveBinary(w http.ResponseWriter, r *http.Request) {
	if _, ok := c.proved(w, r); !ok {
		return
	}
	f, err := c.binary()
	if err != nil {
		api.WriteProblem(w, r, err)
		return
	}
	defer func() { _ = f.Close() }() // read only
	w.Header().Set("Content-Type", "application/octet-stream")
	if _, err := io.Copy(w, f); err != nil {
		slog.WarnContext(r.Context(), "a gateway's download broke off", "error", err)
	}
}

// hearUpgraded tells whoever asked for an upgrade how it went, once.
func (c *Cloud) hearUpgraded(w http.ResponseWriter, r *http.Request) {
	row, ok := c.proved(w, r)
	if !ok {
		return
	}
	ctx := r.Context()
	var said report
	if err := api.DecodeJSON(w, r, &said); err != nil {
		api.WriteProblem(w, r, err)
		return
	}
	if said.Version == "" || said.Version != row.UpgradeVersion {
		api.WriteProblem(w, r, problem.NotFound(msgGateway))
		return
	}
	var p Place
	err := c.deps.DB.System(ctx, reasonKeys, func(tx store.Tx) error {
		_, err := tx.Change((*key)(nil)).Set("upgrade_version = ''").Where("gateway = ? AND upgrade_version = ?", row.Gateway, said.Version).Exec(ctx)
		return err
	})
	if err == nil {
		scoped := store.WithActor(ctx, store.Actor{TenantID: row.Home, FactoryID: row.Factory, AccountID: scopePrefix + row.Gateway, Through: store.ThroughGateway})
		err = c.deps.DB.Read(scoped, func(tx store.Tx) (err error) { p, err = c.deps.Place(scoped, tx, row.Gateway); return err })
	}
	if err == nil {
		title, content := msgReady.With(p.Name), msgRestart.With(said.Version)
		if said.Failed != "" {
			title, content = msgFailure.With(p.Name), msgReason.With(said.Version, said.Failed)
		}
		cause := "gateway-upgrade:" + row.Gateway + ":" + said.Version
		if row.UpgradeAskedAt != nil {
			cause += ":" + row.UpgradeAskedAt.UTC().Format("20060102150405.000")
		}
		err = c.deps.Tell(ctx, row.Home, row.UpgradeAskedBy, cause, title, content)
	}
	if err != nil {
		api.WriteProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"code":1,"message":"ok","data":null}`) // a gateway that has gone needs no answer
}
