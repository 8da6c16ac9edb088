package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// Message is a code on its way to a phone.
type Message struct {
	Phone   string
	Code    string
	Purpose Purpose
}

// Notice tells somebody by SMS how the audit of a registration ended, or that a company takes them in.
type Notice struct {
	Kind     NoticeKind
	Phone    string
	Company  string
	Approved bool
	Reason   string // of a refusal
	Origin   string // of an invitation: https://host of its page; "" where none is known
	Code     string // of an invitation
}

// NoticeKind is what a notice is about.
type NoticeKind int

// The kinds of notices.
const (
	NoticeAudit   NoticeKind = iota
	NoticeInvited            // with the link of an invitation
	NoticeAdded              // the person has an account and is in
)

// Provider sends messages. The receipt is its id of the message; its errors never hold the code or a secret.
type Provider interface {
	Send(ctx context.Context, m Message) (receipt string, err error)
	// Notify needs a template for each ending; without one it answers ErrNoTemplate.
	Notify(ctx context.Context, n Notice) (receipt string, err error)
}

// ErrNoTemplate says that the contract with the provider has no template for the notice.
var ErrNoTemplate = errors.New("no SMS template for this notice is configured")

// Templates are the approved templates of notices: of an approval with the company's name, of a refusal with the
// company's name and the reason, of an invitation with the company's name and the code, which the template puts behind the
// address of our page, and of a person who was added with the company's name.
type Templates struct{ Approved, Refused, Invited, Added string }

// variable is a value of a template with the name that Aliyun knows it by.
type variable struct{ name, value string }

// of is the template of a notice and its values, cut to what the services take.
func (t Templates) of(n Notice) (template string, values []variable, err error) {
	values = []variable{{"company", clipped(n.Company, mostCompany)}}
	switch {
	case n.Kind == NoticeInvited:
		template, values = t.Invited, append(values, variable{"code", n.Code})
	case n.Kind == NoticeAdded:
		template = t.Added
	case n.Approved:
		template = t.Approved
	default:
		template, values = t.Refused, append(values, variable{"reason", clipped(n.Reason, mostReason)})
	}
	if template == "" {
		err = ErrNoTemplate
	}
	return template, values, err
}

// How long the values of a notice may be, in characters: Aliyun takes 35.
const (
	mostCompany = 20
	mostReason  = 35
)

func clipped(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// Log is the provider of a server without a contract: it prints codes where its operator reads them. It is the only
// place that ever prints one.
type Log struct{ To io.Writer }

// Send prints the code.
func (l Log) Send(_ context.Context, m Message) (string, error) {
	_, err := fmt.Fprintf(l.To, "SMS to %s: code %s for %s, valid 5 minutes\n", m.Phone, m.Code, m.Purpose)
	return "log", err
}

// Notify prints the notice.
func (l Log) Notify(_ context.Context, n Notice) (string, error) {
	switch n.Kind {
	case NoticeInvited:
		_, err := fmt.Fprintf(l.To, "SMS to %s: %s invites you, set your password at %s/invitation?code=%s within 7 days\n", n.Phone, n.Company, n.Origin, n.Code)
		return "log", err
	case NoticeAdded:
		_, err := fmt.Fprintf(l.To, "SMS to %s: %s has added you, sign in with this number\n", n.Phone, n.Company)
		return "log", err
	case NoticeAudit:
	}
	ending := "approved, sign in with this number"
	if !n.Approved {
		ending = "refused: " + n.Reason
	}
	_, err := fmt.Fprintf(l.To, "SMS to %s: the registration of %s was %s\n", n.Phone, n.Company, ending)
	return "log", err
}

// String names the purpose in the server's log.
func (p Purpose) String() string {
	switch p {
	case Registration:
		return "registration"
	case Recovery:
		return "password recovery"
	case PhoneChange:
		return "phone change"
	case Switching:
		return "tenant switching"
	case Audit:
		return "registration audit"
	case Invitation:
		return "invitation"
	}
	return fmt.Sprintf("purpose %d", int(p))
}
