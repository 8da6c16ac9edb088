package verify

import (
	"context"
	"fmt"
	"io"
)

// Message is a code on its way to a phone.
type Message struct {
	Phone   string
	Code    string
	Purpose Purpose
}

// Provider sends messages. The receipt is its id of the message; its errors never hold the code or a secret.
type Provider interface {
	Send(ctx context.Context, m Message) (receipt string, err error)
}

// Log is the provider of a server without a contract: it prints codes where its operator reads them. It is the only
// place that ever prints one.
type Log struct{ To io.Writer }

// Send prints the code.
func (l Log) Send(_ context.Context, m Message) (string, error) {
	_, err := fmt.Fprintf(l.To, "SMS to %s: code %s for %s, valid 5 minutes\n", m.Phone, m.Code, m.Purpose)
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
	}
	return fmt.Sprintf("purpose %d", int(p))
}
