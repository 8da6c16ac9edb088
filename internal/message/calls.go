package message

import (
	"context"
	"net/http"
	"strings"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// View is a message as the browser reads it.
type View struct {
	MessageID string    `json:"messageId"`
	MsgHeader string    `json:"msgHeader" doc:"one line of HTML"`
	Title     string    `json:"title"`
	Content   string    `json:"content"`
	Path      string    `json:"path"`
	Sender    string    `json:"sender"`
	SendTime  time.Time `json:"sendTime"`
	Read      bool      `json:"read"`
}

// Page is a page of messages, the newest first.
type Page struct {
	Rows   []View `json:"rows" nullable:"false"`
	Total  int    `json:"total"`
	Unread int    `json:"unread"`
}

type messageListInput struct {
	Body struct {
		Page   int    `json:"page,omitempty" minimum:"1" maximum:"1000000"`
		Size   int    `json:"size,omitempty" minimum:"1" maximum:"500" doc:"20 where nothing is given"`
		Unread bool   `json:"unread,omitempty" doc:"only what is not read"`
		Q      string `json:"q,omitempty"`
	}
}

type messageIDsInput struct {
	Body struct {
		MessageIDs string `json:"messageIds,omitempty" doc:"comma list"`
		All        bool   `json:"all,omitempty"`
	}
}

type newsInput struct {
	Body struct {
		Title   string `json:"title" doc:"at most 100 characters"`
		Content string `json:"content" doc:"at most 2000 characters"`
	}
}

type newsIDsInput struct {
	Body struct {
		NewsIDs string `json:"newsIds" doc:"comma list"`
	}
}

// Withdrawn tells how many news were taken back.
type Withdrawn struct {
	Count int `json:"count"`
}

const nobody = "01900000-0000-7000-8000-000000000000"

// Mount registers the calls.
func (m *Messages) Mount(s *api.Server) {
	op := func(path, id, summary string, body any) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "message", Access: api.SignedIn, Example: &api.Example{Body: body}}
	}
	guarded := func(o api.Operation, permission string) api.Operation {
		o.Access, o.Permission = api.ByPermission, permission
		return o
	}
	api.Read(s, op("bms/msg/getUserMsgNum.do", "message-count", "How many messages are unread", map[string]any{}),
		func(ctx context.Context, tx store.Tx, _ *struct{}) (Unread, error) { return Count(ctx, tx) })
	api.Read(s, op("bms/msg/getUserMsgList.do", "messages", "The caller's messages", map[string]any{"page": 1, "size": 20}),
		func(ctx context.Context, tx store.Tx, in *messageListInput) (Page, error) {
			return List(ctx, tx, Choice{Page: in.Body.Page, Size: in.Body.Size, Unread: in.Body.Unread, Text: in.Body.Q})
		})
	api.Write(s, op("bms/msg/readUserMsg.do", "message-read", "Mark messages as read", map[string]any{"all": true}),
		func(ctx context.Context, tx store.Tx, in *messageIDsInput) (Unread, error) {
			ids := split(in.Body.MessageIDs)
			if len(ids) == 0 && !in.Body.All {
				return Unread{}, problem.Invalid(problem.Field("messageIds", "required", msgRequired))
			}
			return m.Read(ctx, tx, ids)
		})
	api.Write(s, op("bms/msg/removeUserMsg.do", "message-remove", "Remove messages", map[string]any{"messageIds": nobody}),
		func(ctx context.Context, tx store.Tx, in *messageIDsInput) (Unread, error) {
			ids := split(in.Body.MessageIDs)
			if len(ids) == 0 {
				return Unread{}, problem.Invalid(problem.Field("messageIds", "required", msgRequired))
			}
			return m.Remove(ctx, tx, ids)
		})
	api.Read(s, op("bms/sys/news/getPlatformNews.do", "news", "The latest news", map[string]any{}),
		func(ctx context.Context, tx store.Tx, _ *struct{}) ([]NewsView, error) { return m.Latest(ctx, tx) })
	api.Write(s, guarded(op("bms/sys/news/publish", "news-publish", "Publish news to everybody in the company", map[string]any{"title": "Stocktaking", "content": "The store is closed on Friday."}), "common.news.add"),
		func(ctx context.Context, tx store.Tx, in *newsInput) (NewsView, error) {
			return m.Publish(ctx, tx, in.Body.Title, in.Body.Content)
		})
	api.Write(s, guarded(op("bms/sys/news/withdraw", "news-withdraw", "Take news back", map[string]any{"newsIds": nobody}), "common.news.delete"),
		func(ctx context.Context, tx store.Tx, in *newsIDsInput) (Withdrawn, error) {
			n, err := m.Withdraw(ctx, tx, split(in.Body.NewsIDs))
			return Withdrawn{n}, err
		})
}

// Choice says which messages are asked for.
type Choice struct {
	Page, Size int
	Unread     bool
	Text       string
}

// The page size unless said, and the largest.
const (
	pageSize    = 20
	maxPageSize = 500
)

// List gives a page of the caller's messages in the language of the request.
func List(ctx context.Context, tx store.Tx, c Choice) (Page, error) {
	if c.Size < 1 {
		c.Size = pageSize
	}
	c.Size = min(c.Size, maxPageSize)
	lang := problem.Language(ctx)
	ask := func(model any) *store.Select {
		q := tx.Select(model).Where("account_id = ?", tx.Actor().AccountID).Contains(resource.CleanSearch(c.Text), "title_"+lang, "content_"+lang, "sender")
		if c.Unread {
			q = q.Where("read_at IS NULL")
		}
		return q
	}
	page := Page{Rows: []View{}}
	var err error
	if page.Total, err = ask((*Message)(nil)).Count(ctx); err != nil {
		return page, err
	}
	var rows []*Message
	if err := ask(&rows).Order("id DESC").Limit(c.Size, resource.Before(c.Page, c.Size)).Scan(ctx); err != nil {
		return page, err
	}
	for _, r := range rows {
		page.Rows = append(page.Rows, View{
			MessageID: r.ID, MsgHeader: r.Header(lang), Title: r.title(lang), Content: r.content(lang), Path: r.Path, Sender: r.Sender, SendTime: r.CreatedAt, Read: r.ReadAt != nil,
		})
	}
	unread, err := Count(ctx, tx)
	page.Unread = unread.Count
	return page, err
}

func split(list string) []string {
	var ids []string
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.TrimSpace(id); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}
