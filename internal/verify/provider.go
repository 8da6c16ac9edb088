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

// Notice tells somebody by SMS how the audit of a registration ended.
type Notice struct {
	Phone    string
	Company  string
	Approved bool
	Reason   string // of a refusal
}

// Provider sends messages. The receipt is its id of the message; its errors never hold the code or a secret.
type Provider interface {
	Send(ctx context.Context, m Message) (receipt string, err error)
	// Notify needs a template for each ending; without one it answers ErrNoTemplate.
	Notify(ctx context.Context, n Notice) (receipt string, err error)
}

// ErrNoTemplate says that the contract with the provider has no template for the notice.
var ErrNoTemplate = errors.New("no SMS template for this notice is configured")

// Templates are the approved templates of notices: of an approval with the company's name, of a refusal with the
// company's name and the reason.
type Templates struct{ Approved, Refused string }

// of is the template of a notice and its values, cut to what the services take.
func (t Templates) of(n Notice) (template string, company, reason string, err error) {
	template, company, reason = t.Approved, clipped(n.Company, mostCompany), ""
	if !n.Approved {
		template, reason = t.Refused, clipped(n.Reason, mostReason)
	}
	if template == "" {
		err = ErrNoTemplate
	}
	return template, company, reason, err
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
	}
	return fmt.Sprintf("purpose %d", int(p))
}
