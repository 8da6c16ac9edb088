package tenancy

import (
	"time"

	"mouldworks/internal/platform/quantity"
)

// Values of haspExpireSwitch.
const (
	Watched   = 0 // the licence ends on its date
	Unlimited = 1 // a private licence without end
)

// Licence is what a tenant's licence means today.
type Licence struct {
	Allow, Overdue bool
	RemainDays     *int // negative when overdue; nil when unlimited
	DelaySeconds   int
}

// AllowFlag is allowLoginFlag of the API: 0 or 1.
func (l Licence) AllowFlag() int { return number(l.Allow) }

// OverdueFlag is overdueFlag of the API: 0 or 1.
func (l Licence) OverdueFlag() int { return number(l.Overdue) }

func number(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// LicenceAt applies the rule of the licence (R07): up to the day of expiry all is well; up to MaxOverdueDays later the
// tenant enters after a delay; beyond, not at all. Days are those of the tenant's zone.
func (t *Tenant) LicenceAt(now time.Time) Licence {
	if t.ExpireDate == "" || t.HaspExpireSwitch == Unlimited {
		return Licence{Allow: true}
	}
	zone, err := time.LoadLocation(t.Zone)
	if err != nil {
		zone = time.UTC
	}
	today, expiry := quantity.DateOf(now, zone).In(time.UTC), t.ExpireDate.In(time.UTC)
	days := int(expiry.Sub(today).Hours() / 24)
	switch {
	case days >= 0:
		return Licence{Allow: true, RemainDays: &days}
	case -days <= t.MaxOverdueDays:
		return Licence{Allow: true, Overdue: true, RemainDays: &days, DelaySeconds: t.LoginDelaySeconds}
	default:
		return Licence{Overdue: true, RemainDays: &days}
	}
}
