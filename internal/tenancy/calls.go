package tenancy

import (
	"context"
	"net/http"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// LicenceView is the licence of the tenant that asks.
type LicenceView struct {
	TenantName        string `json:"tenantName"`
	ExpireTime        string `json:"expireTime" doc:"a date; empty = without end"`
	ExpireRemainDays  *int   `json:"expireRemainDays"`
	MaxOverdueDays    int    `json:"maxOverdueDays"`
	LoginDelaySeconds int    `json:"loginDelaySeconds"`
	AllowLoginFlag    int    `json:"allowLoginFlag" enum:"0,1"`
	OverdueFlag       int    `json:"overdueFlag" enum:"0,1"`
	HaspExpireSwitch  int    `json:"haspExpireSwitch" enum:"0,1" doc:"0 = the licence is watched"`
}

// ScanLogin says which way to sign in stands first.
type ScanLogin struct {
	ScanLoginValue int `json:"scanLoginValue" enum:"1,2" doc:"1 = password, 2 = QR code"`
}

// Mount registers the calls about the licence and the mobile-office site. scanFirst puts the QR code before the password.
func Mount(s *api.Server, now func() time.Time, scanFirst bool) {
	mountMobileSite(s)
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "fds/hasp/expireTime", ID: "licence", Summary: "The licence of the tenant", Tag: "session",
		Access: api.SignedIn, Example: &api.Example{Body: map[string]any{}},
	}, func(ctx context.Context, _ *struct{}) (LicenceView, error) {
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			return LicenceView{}, err
		}
		var t Tenant
		err = s.DB().SystemRead(ctx, "the rows of tenants belong to the operator", func(tx store.Tx) error {
			return tx.Select(&t).Where("id = ?", actor.TenantID).Scan(ctx)
		})
		l := t.LicenceAt(now())
		v := LicenceView{
			TenantName: t.Name, ExpireRemainDays: l.RemainDays, MaxOverdueDays: t.MaxOverdueDays, LoginDelaySeconds: l.DelaySeconds,
			AllowLoginFlag: l.AllowFlag(), OverdueFlag: l.OverdueFlag(), HaspExpireSwitch: t.HaspExpireSwitch,
		}
		if l.RemainDays != nil {
			v.ExpireTime = string(t.ExpireDate)
		}
		return v, err
	})
	// Open to everybody: the sign-in page asks before anybody is known, and learns only how it is laid out.
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "fds/hasp/getScanLoginValue", ID: "scan-login-value", Summary: "Whether password or QR code stands first", Tag: "session",
		Access: api.Public, Example: &api.Example{Body: map[string]any{}},
	}, func(context.Context, *struct{}) (ScanLogin, error) { return ScanLogin{1 + number(scanFirst)}, nil })
}
