package verify

import (
	"context"
	"net/http"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// LogQuery asks for a page of the messages.
type LogQuery struct {
	Page int `query:"page" default:"1" minimum:"1" maximum:"1000000"`
	Size int `query:"size" default:"50" minimum:"1" maximum:"500"`
}

// LogRow is a message that was asked for. Numbers are masked, and no code was ever in it.
type LogRow struct {
	ID       string    `json:"id"`
	SentAt   time.Time `json:"sentAt"`
	PhoneNum string    `json:"phoneNum" doc:"masked"`
	SendType int       `json:"sendType" enum:"1,2,3,4,5,6" doc:"1 registration, 2 recovery, 3 phone change, 4 switching, 5 audit of a registration, 6 invitation"`
	Outcome  string    `json:"outcome" enum:"sending,sent,failed"`
	Receipt  string    `json:"receipt" doc:"the provider's id of the message"`
}

// Limits are how much may be sent to one number.
type Limits struct {
	EverySeconds int `json:"everySeconds"`
	PerHour      int `json:"perHour"`
	PerDay       int `json:"perDay"`
}

// LogPage is a page of the messages, newest first.
type LogPage struct {
	Rows   []LogRow `json:"rows" nullable:"false"`
	Total  int      `json:"total"`
	Page   int      `json:"page"`
	Size   int      `json:"size"`
	Limits Limits   `json:"limits"`
}

// MountLog registers the list of messages for a company's administrators. phones gives the numbers of the members of
// the transaction's tenant: what a member asked for before signing in has no tenant of its own.
func (v *Verify) MountLog(s *api.Server, phones func(ctx context.Context, tenantID string) ([]string, error)) {
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "upms/sms/log", ID: "sms-log", Summary: "Messages to the members of the company", Tag: "security",
		Permission: "system.security.check", Example: &api.Example{},
	}, func(ctx context.Context, in *LogQuery) (LogPage, error) {
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			return LogPage{}, err
		}
		numbers, err := phones(ctx, actor.TenantID)
		if err != nil {
			return LogPage{}, err
		}
		return v.log(ctx, actor, numbers, in)
	})
}

// log reads the messages that people of the tenant asked for while signed in, and those to its members that were asked
// for by nobody known. What a member of two companies asked for in the other one stays there.
func (v *Verify) log(ctx context.Context, actor store.Actor, phones []string, q *LogQuery) (LogPage, error) {
	page := LogPage{Rows: []LogRow{}, Page: max(1, q.Page), Size: min(max(1, q.Size), 500), Limits: Limits{int(sendEvery.Seconds()), perHour, perDay}}
	err := v.deps.DB.SystemRead(ctx, "the log stands above tenants: whoever recovers a password is nobody yet", func(tx store.Tx) error {
		var own, nobodys []string
		if err := tx.Select((*Sent)(nil)).Columns("id").Where("home = ?", actor.TenantID).ScanColumn(ctx, &own); err != nil {
			return err
		}
		if err := tx.Select((*Sent)(nil)).Columns("id").Where("home = ''").WhereIn("phone", phones).ScanColumn(ctx, &nobodys); err != nil {
			return err
		}
		ids := append(own, nobodys...)
		page.Total = len(ids)
		var rows []Sent
		if err := tx.Select(&rows).WhereIn("id", ids).Order("sent_at DESC", "id DESC").Limit(page.Size, (page.Page-1)*page.Size).Scan(ctx); err != nil {
			return err
		}
		for _, r := range rows {
			page.Rows = append(page.Rows, LogRow{r.ID, r.SentAt, MaskPhone(r.Phone), int(r.Purpose), r.Outcome, r.Receipt})
		}
		return nil
	})
	return page, err
}
