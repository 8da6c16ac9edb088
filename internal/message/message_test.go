package message_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/message"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// post is a company with two people, and what reached their pages.
type post struct {
	t      *testing.T
	db     *store.DB
	me, li store.Actor
	*message.Messages
	heard []string
	words []problem.Text
}

func newPost(t *testing.T, db *store.DB) *post {
	p := &post{t: t, db: db, me: storetest.Tenant(t, db, "a")}
	p.li = p.me
	p.li.AccountID = "li"
	p.Messages = message.New(message.Deps{
		Everybody: func(context.Context, store.Tx) ([]string, error) { return []string{p.me.AccountID, "li"}, nil },
		Guest:     func(_ context.Context, tx store.Tx) (bool, error) { return tx.Actor().AccountID == "guest", nil },
		Languages: func(context.Context, []string) (map[string]string, error) {
			return map[string]string{p.me.AccountID: "en", "li": "zh"}, nil
		},
		Push: func(_ context.Context, tenant, account, id string, data any) {
			body := data.(message.Pushed)
			if tenant != p.me.TenantID || id != body.MessageID {
				t.Errorf("a push to %s of %s about %s", tenant, id, body.MessageID)
			}
			p.heard = append(p.heard, "push "+account+" "+body.Title+": "+body.Content)
			p.words = append(p.words, body.Titles, body.Contents)
		},
		Signal: func(_ context.Context, _, account, topic string, data any) {
			p.heard = append(p.heard, fmt.Sprint(topic, " ", account, " ", data.(message.Unread).Count))
		},
	})
	return p
}

func (p *post) as(actor store.Actor, fn func(ctx context.Context, tx store.Tx) error) {
	p.t.Helper()
	ctx := problem.WithLanguage(store.WithActor(p.t.Context(), actor), "en")
	if err := p.db.Write(ctx, func(tx store.Tx) error { return fn(ctx, tx) }); err != nil {
		p.t.Fatal(err)
	}
}

func (p *post) list(actor store.Actor, c message.Choice) (page message.Page) {
	p.t.Helper()
	p.as(actor, func(ctx context.Context, tx store.Tx) (err error) { page, err = message.List(ctx, tx, c); return err })
	return page
}

var late = message.Letter{
	Cause: "run:1", To: []string{"li", "li", ""}, Path: "/aps/schedule",
	Title: problem.L("排程“%s”完成", "Schedule %s is done").With("A<b>"), Content: problem.L("%d 副模具延期", "%d moulds late").With(3),
}

// MSG-02, PUSH-09: the row is there before the push, in both languages, once for each cause; HTML of others is escaped.
func TestSending(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		p := newPost(t, db)
		for range 2 {
			p.as(p.me, func(ctx context.Context, tx store.Tx) error { return p.Send(ctx, tx, late) })
		}
		if want := []string{"unread li 1", "push li 排程“A<b>”完成: 3 副模具延期"}; !slices.Equal(p.heard, want) {
			t.Errorf("pages heard %q", p.heard)
		}
		// A page may show another language than the account's: the push carries both.
		if want := []problem.Text{problem.L("排程“A<b>”完成", "Schedule A<b> is done"), problem.L("3 副模具延期", "3 moulds late")}; !reflect.DeepEqual(p.words, want) {
			t.Errorf("the push carries %+v", p.words)
		}
		page := p.list(p.li, message.Choice{})
		if page.Total != 1 || page.Unread != 1 || len(page.Rows) != 1 {
			t.Fatalf("the page is %+v", page)
		}
		if m := page.Rows[0]; m.MsgHeader != "<b>Schedule A&lt;b&gt; is done</b> 3 moulds late" || m.Sender != "Test A" || m.Path != "/aps/schedule" || m.Read {
			t.Errorf("the message is %+v", m)
		}
		if mine := p.list(p.me, message.Choice{}); mine.Total != 0 {
			t.Errorf("I see %+v", mine)
		}
		// A transaction that fails pushes nothing.
		p.heard = nil
		ctx := store.WithActor(t.Context(), p.me)
		other := late
		other.Cause = "run:2"
		_ = db.Write(ctx, func(tx store.Tx) error {
			return errors.Join(p.Send(ctx, tx, other), errors.New("no"))
		})
		if len(p.heard) > 0 || p.list(p.li, message.Choice{}).Total != 1 {
			t.Errorf("after a failure pages heard %q", p.heard)
		}
	})
}

// MSG-01, MSG-03: messages are counted, searched, paged, read and removed by their owner alone.
func TestManaging(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		p := newPost(t, db)
		for i := range 5 {
			letter := late
			letter.Cause, letter.To, letter.Title = fmt.Sprint("run:", i), []string{"li", p.me.AccountID}, problem.L("排程%d", "Schedule %d").With(i)
			p.as(p.me, func(ctx context.Context, tx store.Tx) error { return p.Send(ctx, tx, letter) })
		}
		all := p.list(p.li, message.Choice{Size: 2, Page: 2})
		if all.Total != 5 || len(all.Rows) != 2 || all.Rows[0].Title != "Schedule 2" {
			t.Errorf("the second page of two: %+v", all)
		}
		if found := p.list(p.li, message.Choice{Text: "schedule 4"}); found.Total != 1 || found.Rows[0].Title != "Schedule 4" {
			t.Errorf("found %+v", found)
		}
		// VALID-01: leading asterisks go, one stands for anything; no page is too far.
		if found := p.list(p.li, message.Choice{Text: " **Sched**le 4"}); found.Total != 1 || found.Rows[0].Title != "Schedule 4" {
			t.Errorf("found %+v", found)
		}
		if far := p.list(p.li, message.Choice{Page: math.MaxInt, Size: 500}); far.Total != 5 || len(far.Rows) != 0 {
			t.Errorf("a page beyond the end: %+v", far)
		}
		p.heard = nil
		p.as(p.me, func(ctx context.Context, tx store.Tx) error {
			_, err := p.Read(ctx, tx, []string{all.Rows[0].MessageID}) // not mine
			return err
		})
		p.as(p.li, func(ctx context.Context, tx store.Tx) error {
			n, err := p.Read(ctx, tx, []string{all.Rows[0].MessageID})
			if n.Count != 4 {
				t.Errorf("%d unread after reading one", n.Count)
			}
			return err
		})
		if want := []string{"unread " + p.me.AccountID + " 5", "unread li 4"}; !slices.Equal(p.heard, want) {
			t.Errorf("pages heard %q", p.heard)
		}
		if unread := p.list(p.li, message.Choice{Unread: true}); unread.Total != 4 {
			t.Errorf("unread %+v", unread)
		}
		p.as(p.li, func(ctx context.Context, tx store.Tx) error {
			if _, err := p.Remove(ctx, tx, []string{all.Rows[1].MessageID}); err != nil {
				return err
			}
			n, err := p.Read(ctx, tx, nil)
			if n.Count != 0 {
				t.Errorf("%d unread after reading all", n.Count)
			}
			return err
		})
		if theirs, mine := p.list(p.li, message.Choice{}), p.list(p.me, message.Choice{}); theirs.Total != 4 || mine.Total != 5 || mine.Unread != 5 {
			t.Errorf("they have %d, I have %d with %d unread", theirs.Total, mine.Total, mine.Unread)
		}
	})
}

// HOME-02: news reaches everybody in the company, nobody else, and can be taken back.
func TestNews(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		p := newPost(t, db)
		stranger := storetest.Tenant(t, db, "b")
		ctx := store.WithActor(t.Context(), p.me)
		var bad *problem.Problem
		err := db.Write(ctx, func(tx store.Tx) error {
			_, err := p.Publish(ctx, tx, " ", strings.Repeat("长", 2001))
			return err
		})
		if !errors.As(err, &bad) || len(bad.Fields) != 2 || bad.Fields[0].Rule != "required" || bad.Fields[1].Rule != "maxLength" {
			t.Errorf("empty title, long content: %v", err)
		}
		p.as(p.me, func(ctx context.Context, tx store.Tx) error {
			_, err := p.Publish(ctx, tx, " 盘点 ", strings.Repeat("长", 2000))
			return err
		})
		latest := func(actor store.Actor) (list []message.NewsView) {
			p.as(actor, func(ctx context.Context, tx store.Tx) (err error) { list, err = p.Latest(ctx, tx); return err })
			return list
		}
		news := latest(p.li)
		if len(news) != 1 || news[0].Title != "盘点" || news[0].Publisher != "Test A" || len(latest(stranger)) != 0 {
			t.Errorf("news: %+v", news)
		}
		guest := p.me
		guest.AccountID = "guest"
		if shown := latest(guest); len(shown) != 0 {
			t.Errorf("a guest reads %+v", shown)
		}
		// A push between nodes carries no more than its notification shows (VALID-04); the message has it all.
		if want := "push li 盘点: " + strings.Repeat("长", 199) + "…"; !slices.Contains(p.heard, want) {
			t.Errorf("pages heard %q", p.heard)
		}
		if whole := p.list(p.li, message.Choice{}).Rows[0].Content; whole != strings.Repeat("长", 2000) {
			t.Errorf("the message holds %d bytes", len(whole))
		}
		if p.list(p.li, message.Choice{}).Unread != 1 || p.list(p.me, message.Choice{}).Unread != 1 {
			t.Error("not everybody has the message")
		}
		p.as(stranger, func(ctx context.Context, tx store.Tx) error {
			n, err := p.Withdraw(ctx, tx, []string{news[0].NewsID})
			if n != 0 {
				t.Error("another company took it back")
			}
			return err
		})
		p.heard = nil
		p.as(p.me, func(ctx context.Context, tx store.Tx) error {
			_, err := p.Withdraw(ctx, tx, []string{news[0].NewsID})
			return err
		})
		// MSG-03: who had it counts anew, on every page.
		want := []string{"unread " + p.me.AccountID + " 0", "unread li 0"}
		if slices.Sort(want); !slices.Equal(p.heard, want) {
			t.Errorf("after a withdrawal pages heard %q", p.heard)
		}
		if len(latest(p.li)) != 0 || p.list(p.li, message.Choice{}).Total != 0 {
			t.Error("news that was taken back is still shown")
		}
		p.as(p.me, func(ctx context.Context, tx store.Tx) error {
			lines, err := tx.History(ctx, "news", news[0].NewsID, 10)
			if len(lines) != 2 || lines[0].Action != store.ActionDelete || lines[1].Action != store.ActionCreate || lines[0].Title != "盘点" {
				t.Errorf("written down are %+v", lines)
			}
			return err
		})
	})
}
