// Package message keeps what the product tells people, and what a company tells all of its own.
//
// What lives here: messages of one person (unread, read, removed), news of a company, and sending either. What never
// does: the wire of a push (platform/push) and the events that are worth a message (the domains, wired by app).
//
// The row is written first, the push goes out after the commit: a page that misses the push reads the row.
package message

import (
	"context"
	"errors"
	"html"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Message is one message to one person.
type Message struct {
	bun.BaseModel `bun:"table:message"`
	store.Row
	AccountID string     `bun:"account_id"`
	Cause     string     `bun:"cause"` // what happened; one message a person and cause
	TitleZh   string     `bun:"title_zh"`
	TitleEn   string     `bun:"title_en"`
	ContentZh string     `bun:"content_zh"`
	ContentEn string     `bun:"content_en"`
	Path      string     `bun:"path"` // page about it, inside the product; empty = none
	Sender    string     `bun:"sender"`
	ReadAt    *time.Time `bun:"read_at"`
}

func (m *Message) title(lang string) string   { return problem.L(m.TitleZh, m.TitleEn).In(lang) }
func (m *Message) content(lang string) string { return problem.L(m.ContentZh, m.ContentEn).In(lang) }

// Header is the message in one line of HTML (MSG-02). What people typed is escaped.
func (m *Message) Header(lang string) string {
	return "<b>" + html.EscapeString(m.title(lang)) + "</b> " + html.EscapeString(m.content(lang))
}

// Deps are what messages need of others; main fills them in.
type Deps struct {
	// Everybody lists the accounts of the company's own members who may sign in: no guests.
	Everybody func(ctx context.Context, tx store.Tx) ([]string, error)
	// Guest tells whether the actor belongs to a supplier or a customer: the company's news are not for them.
	Guest func(ctx context.Context, tx store.Tx) (bool, error)
	// Languages gives the interface language of accounts.
	Languages func(ctx context.Context, accounts []string) (map[string]string, error)
	// Push shows a stored message on the open pages of an account.
	Push func(ctx context.Context, tenant, account, id string, data any)
	// Signal tells the open pages of an account silently to read again.
	Signal func(ctx context.Context, tenant, account, topic string, data any)
}

// Messages sends and serves messages.
type Messages struct{ deps Deps }

// New makes the domain.
func New(d Deps) *Messages { return &Messages{deps: d} }

// Letter is a message to be sent.
type Letter struct {
	Cause          string // what happened, such as "run:" and its identity
	To             []string
	Title, Content problem.Text
	Path           string
}

// longestPush is how much of a message a push shows, in characters: its notification stands for seconds, and the bus
// between nodes carries only so much.
const longestPush = 200

// Pushed is the body of a push: a message may be longer. Title and content are in the language of the account; a page
// that shows another one takes them from Titles and Contents.
type Pushed struct {
	MessageID string       `json:"messageId"`
	Title     string       `json:"title"`
	Content   string       `json:"content"`
	Titles    problem.Text `json:"titles"`
	Contents  problem.Text `json:"contents"`
	Path      string       `json:"path,omitempty"`
}

// Unread is how many messages a person has not read.
type Unread struct {
	Count int `json:"count"`
}

// Send writes a message to each receiver and pushes it after the commit. Who has one of the same cause gets no second, also where
// another node or another request sends it at the same moment.
func (m *Messages) Send(ctx context.Context, tx store.Tx, l Letter) error {
	err := tx.Try(ctx, func(tx store.Tx) error { return m.send(ctx, tx, l) })
	if errors.Is(err, store.ErrDuplicate) {
		err = m.send(ctx, tx, l) // by now the other ones are seen
	}
	return err
}

func (m *Messages) send(ctx context.Context, tx store.Tx, l Letter) error {
	var had []string
	if err := tx.Select((*Message)(nil)).Columns("account_id").Where("cause = ?", l.Cause).ScanColumn(ctx, &had); err != nil {
		return err
	}
	told := map[string]bool{"": true}
	for _, a := range had {
		told[a] = true
	}
	var rows []*Message
	for _, to := range l.To {
		if told[to] {
			continue
		}
		told[to] = true
		rows = append(rows, &Message{
			AccountID: to, Cause: l.Cause, TitleZh: l.Title.In(problem.Chinese), TitleEn: l.Title.In(problem.English),
			ContentZh: l.Content.In(problem.Chinese), ContentEn: l.Content.In(problem.English), Path: l.Path, Sender: tx.Actor().Name,
		})
	}
	if len(rows) == 0 {
		return nil
	}
	if err := tx.Insert(ctx, &rows); err != nil {
		return err
	}
	unread, err := unreadOf(ctx, tx)
	if err != nil {
		return err
	}
	tx.AfterCommit(func() { m.push(context.WithoutCancel(ctx), rows, unread) })
	return nil
}

// Causes lists the causes of the company's messages that begin so, each once.
func (m *Messages) Causes(ctx context.Context, tx store.Tx, beginning string) (causes []string, err error) {
	err = tx.Select((*Message)(nil)).Columns("cause").Where("substr(cause, 1, ?) = ?", len(beginning), beginning).ScanColumn(ctx, &causes)
	slices.Sort(causes)
	return slices.Compact(causes), err
}

func (m *Messages) push(ctx context.Context, rows []*Message, unread map[string]int) {
	accounts := make([]string, len(rows))
	for i, r := range rows {
		accounts[i] = r.AccountID
	}
	languages, err := m.deps.Languages(ctx, accounts)
	if err != nil {
		languages = nil // the push is in Chinese then; the row has both
	}
	for _, r := range rows {
		lang := languages[r.AccountID]
		m.deps.Signal(ctx, r.TenantID, r.AccountID, "unread", Unread{unread[r.AccountID]})
		titles, contents := problem.L(r.TitleZh, r.TitleEn), problem.L(shortened(r.ContentZh), shortened(r.ContentEn))
		m.deps.Push(ctx, r.TenantID, r.AccountID, r.ID, Pushed{r.ID, titles.In(lang), contents.In(lang), titles, contents, r.Path})
	}
}

// shortened ends what is too long with an ellipsis (VALID-04).
func shortened(text string) string {
	if characters := []rune(text); len(characters) > longestPush {
		return string(characters[:longestPush-1]) + "…"
	}
	return text
}

// unreadOf counts unread messages by account.
func unreadOf(ctx context.Context, tx store.Tx) (map[string]int, error) {
	var rows []struct {
		AccountID string `bun:"account_id"`
		N         int    `bun:"n"`
	}
	err := tx.Query(ctx, &rows, "SELECT m.account_id, COUNT(*) AS n FROM message AS m WHERE {m.tenant} AND m.read_at IS NULL GROUP BY m.account_id")
	counts := map[string]int{}
	for _, r := range rows {
		counts[r.AccountID] = r.N
	}
	return counts, err
}

// Count is how many messages the caller has not read.
func Count(ctx context.Context, tx store.Tx) (Unread, error) {
	n, err := tx.Select((*Message)(nil)).Where("account_id = ?", tx.Actor().AccountID).Where("read_at IS NULL").Count(ctx)
	return Unread{n}, err
}

// Read marks messages of the caller as read; without identities, all of them.
func (m *Messages) Read(ctx context.Context, tx store.Tx, ids []string) (Unread, error) {
	q := tx.Change((*Message)(nil)).Set("read_at = ?", store.Now()).Where("account_id = ?", tx.Actor().AccountID).Where("read_at IS NULL")
	if len(ids) > 0 {
		q = q.WhereIn("id", ids)
	}
	if _, err := q.Exec(ctx); err != nil {
		return Unread{}, err
	}
	return m.tell(ctx, tx)
}

// Remove forgets messages of the caller.
func (m *Messages) Remove(ctx context.Context, tx store.Tx, ids []string) (Unread, error) {
	if _, err := tx.Remove((*Message)(nil)).Where("account_id = ?", tx.Actor().AccountID).WhereIn("id", ids).Exec(ctx); err != nil {
		return Unread{}, err
	}
	return m.tell(ctx, tx)
}

// tell counts anew, also on the caller's other pages.
func (m *Messages) tell(ctx context.Context, tx store.Tx) (Unread, error) {
	unread, err := Count(ctx, tx)
	actor := tx.Actor()
	tx.AfterCommit(func() { m.deps.Signal(context.WithoutCancel(ctx), actor.TenantID, actor.AccountID, "unread", unread) })
	return unread, err
}
