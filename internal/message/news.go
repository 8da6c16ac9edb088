package message

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The longest title and content of news, in characters, and how many the home page shows.
const (
	maxTitle   = 100
	maxContent = 2000
	latestNews = 10
)

var (
	msgRequired = problem.L("请填写", "Required")
	msgTooLong  = problem.L("最多 %d 个字符", "At most %d characters")
)

// News is what a company tells all of its people.
type News struct {
	bun.BaseModel `bun:"table:news"`
	store.Row
	Title     string `bun:"title"`
	Content   string `bun:"content"`
	Publisher string `bun:"publisher"`
}

// NewsView is news as the browser reads it.
type NewsView struct {
	NewsID      string    `json:"newsId"`
	Title       string    `json:"title"`
	Content     string    `json:"content"`
	Publisher   string    `json:"publisher"`
	PublishTime time.Time `json:"publishTime"`
}

func (n *News) view() NewsView {
	return NewsView{n.ID, n.Title, n.Content, n.Publisher, n.CreatedAt}
}

// Latest gives the latest news of the company, the newest first, and none to guests.
func (m *Messages) Latest(ctx context.Context, tx store.Tx) ([]NewsView, error) {
	if guest, err := m.deps.Guest(ctx, tx); guest || err != nil {
		return []NewsView{}, err
	}
	var rows []News
	err := tx.Select(&rows).Order("id DESC").Limit(latestNews, 0).Scan(ctx)
	views := make([]NewsView, len(rows))
	for i := range rows {
		views[i] = rows[i].view()
	}
	return views, err
}

// Publish keeps news and sends it to everybody in the company.
func (m *Messages) Publish(ctx context.Context, tx store.Tx, title, content string) (NewsView, error) {
	title, content = strings.TrimSpace(title), strings.TrimSpace(content)
	var faults []problem.FieldError
	for _, f := range []struct {
		name, text string
		most       int
	}{{"title", title, maxTitle}, {"content", content, maxContent}} {
		switch {
		case f.text == "":
			faults = append(faults, problem.Field(f.name, "required", msgRequired))
		case utf8.RuneCountInString(f.text) > f.most:
			faults = append(faults, problem.Field(f.name, "maxLength", msgTooLong, f.most))
		}
	}
	if len(faults) > 0 {
		return NewsView{}, problem.Invalid(faults...)
	}
	news := &News{Title: title, Content: content, Publisher: tx.Actor().Name}
	if err := tx.Insert(ctx, news); err != nil {
		return NewsView{}, err
	}
	if err := tx.Log(ctx, "news", news.ID, title, store.ActionCreate); err != nil {
		return NewsView{}, err
	}
	everybody, err := m.deps.Everybody(ctx, tx)
	if err != nil {
		return NewsView{}, err
	}
	return news.view(), m.Send(ctx, tx, Letter{
		Cause: "news:" + news.ID, To: everybody, Title: problem.L(title, title), Content: problem.L(content, content), Path: "/home",
	})
}

// Withdraw takes news off the home page and out of the messages, and has the pages of all who had them count anew. It
// tells how many there were.
func (m *Messages) Withdraw(ctx context.Context, tx store.Tx, ids []string) (int, error) {
	var rows []News
	if err := tx.Select(&rows).WhereIn("id", ids).Scan(ctx); err != nil {
		return 0, err
	}
	for i := range rows {
		if err := tx.Log(ctx, "news", rows[i].ID, rows[i].Title, store.ActionDelete, store.FieldChange{Field: "content", Before: rows[i].Content}); err != nil {
			return 0, err
		}
	}
	n, err := tx.Remove((*News)(nil)).WhereIn("id", ids).Exec(ctx)
	if err != nil {
		return 0, err
	}
	causes := make([]string, len(ids))
	for i, id := range ids {
		causes[i] = "news:" + id
	}
	var told []string
	if err := tx.Select((*Message)(nil)).Columns("account_id").WhereIn("cause", causes).ScanColumn(ctx, &told); err != nil {
		return 0, err
	}
	if _, err := tx.Remove((*Message)(nil)).WhereIn("cause", causes).Exec(ctx); err != nil {
		return 0, err
	}
	unread, err := unreadOf(ctx, tx)
	tenant := tx.Actor().TenantID
	tx.AfterCommit(func() {
		slices.Sort(told)
		for _, account := range slices.Compact(told) {
			m.deps.Signal(context.WithoutCancel(ctx), tenant, account, "unread", Unread{unread[account]})
		}
	})
	return n, err
}
