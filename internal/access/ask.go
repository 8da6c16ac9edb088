package access

import (
	"context"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Request is what somebody asks of those who can grant it.
type Request struct {
	About   string   // a permission or a limit; the same one is asked for once a day
	From    string   // the member who asks
	To      []string // accounts
	Title   problem.Text
	Content problem.Text
}

// Asked tells why somebody lacks a permission, and who has been asked for it.
type Asked struct {
	Reason
	Sent bool `json:"sent" doc:"the people named have a message; false where asking would not help"`
}

var (
	msgAsks      = problem.L("%s 请求权限“%s”", "%s asks for the permission “%s”")
	msgAsksRoles = problem.L("请在“用户列表”中为其分配包含此权限的角色。打开此消息可查看其现有权限。", "On the page “User list”, give them a role that has this permission. Open this message to see what they may do now.")
)

// Ask sends a message to everybody who can grant the caller a permission that no role of theirs gives, the same people that Why
// names. For any other reason nothing is sent: no colleague could help.
func (d *Roles) Ask(ctx context.Context, tx store.Tx, permission string) (Asked, error) {
	reason, granters, err := d.why(ctx, tx, permission)
	out := Asked{Reason: reason}
	if err != nil || reason.Reason != ReasonGrant || len(granters) == 0 {
		return out, err
	}
	out.Sent = true
	return out, d.bring(ctx, tx, permission, granters, msgAsks.With(tx.Actor().Name, d.deps.PermissionName(permission)), msgAsksRoles)
}

func (d *Roles) bring(ctx context.Context, tx store.Tx, about string, to []*Member, title, content problem.Text) error {
	asks := Request{About: about, From: tx.Actor().MemberID, Title: title, Content: content}
	for _, m := range to {
		asks.To = append(asks.To, m.AccountID)
	}
	return d.deps.Ask(ctx, tx, asks)
}

// granters are the members who can give somebody a permission, at most as many as are named: those who have it, change roles and see
// the person.
func (s *standing) granters(permission string, to *Member, chart Chart) []*Member {
	return s.helpers(to, chart, func(m *Member) bool { return s.may(m, ChangeRoles) && s.may(m, permission) })
}

// helpers are the members who fit and see the person, at most as many as are named.
func (s *standing) helpers(to *Member, chart Chart, fits func(m *Member) bool) (list []*Member) {
	for i := range s.members {
		if m := &s.members[i]; len(list) < peopleAtMost && fits(m) && s.sees(m, to, chart) {
			list = append(list, m)
		}
	}
	return list
}

// namesOf are what people call members, in the order of the names.
func namesOf(members []*Member) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Called()
	}
	slices.Sort(names)
	return names
}

// sees tells whether the valid roles of a member show them another one.
func (s *standing) sees(m, other *Member, chart Chart) bool {
	shown := chart.Shows(People, m.At, s.ordered(func(r *Role) bool { return r.Valid && slices.Contains(m.Roles, r.Code) }))
	return other == nil || m == other || shown.Everybody || shown.Departments[other.At.DepartmentID]
}
