package registration

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Agreement is an edition of what people accept. The newest published one is in force; its words never change.
type Agreement struct {
	bun.BaseModel `bun:"table:agreement" json:"-"`
	store.Row
	Edition     string     `bun:"edition" json:"edition"`
	TextZh      string     `bun:"text_zh" json:"textZh"`
	TextEn      string     `bun:"text_en" json:"textEn"`
	Published   bool       `bun:"published" json:"published"`
	PublishedAt *time.Time `bun:"published_at" json:"publishedAt"`
}

// Shown is the agreement in force, in the caller's language.
type Shown struct {
	ID      string `json:"id" doc:"empty: the operator has published none, and the platform's own words stand here"`
	Edition string `json:"edition"`
	Text    string `json:"text"`
}

// ConsentInput says what was read.
type ConsentInput struct {
	Body struct {
		ID string `json:"id"`
	}
}

// mostText is the longest agreement, in characters.
const mostText = 20_000

var (
	msgPublished = problem.L("已发布的协议不能修改，请新建一个版本", "A published agreement does not change, please make a new edition")
	msgByHand    = problem.L("接口令牌不能执行此操作，请登录后操作", "An API token cannot do this, please sign in")
	// standardText is what the form shows while the operator has published nothing of its own.
	standardText = problem.L(
		`一、贵公司录入的数据归贵公司所有。平台运营方仅为提供服务而存储和处理这些数据，不会提供给其他租户或第三方。
二、注册时填写的企业名称、联系人和手机号仅用于审核、登录和服务通知。
三、管理员负责本企业的成员、角色和权限；请妥善保管密码，发现异常请立即修改。
四、请勿录入违法内容，勿干扰平台或其他租户的使用。
五、授权到期后数据仍保留并可查看；贵公司可以随时导出数据或要求删除。`,
		`1. The data that your company enters belongs to your company. The operator stores and processes it to run the service and gives it to no other tenant and no third party.
2. Company name, contact and phone number of this form serve the audit, signing in and notices about the service, nothing else.
3. Your administrator looks after members, roles and permissions of your company. Keep passwords safe and change them when something seems wrong.
4. Enter nothing unlawful, and do not disturb the platform or its other tenants.
5. When a licence ends, the data stays and can be read. Your company may export it, or ask for its deletion, at any time.`)
)

func (r *Registration) agreement() resource.Spec[*Agreement] {
	return resource.Spec[*Agreement]{
		Path: "platform/agreement", Label: problem.L("服务协议", "Agreement"), Permission: agreePage, Sort: "-publishedAt", Changed: r.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000712",
		Example:   &api.Example{Body: map[string]any{"edition": "2026-04", "textZh": "服务协议全文", "textEn": "The whole agreement"}},
		Form: func(a *Agreement, f *resource.Form) {
			f.Text(&a.Edition, "版本", "Version").Required().Unique().Title().Max(20)
			f.LongText(&a.TextZh, "中文全文", "Chinese text").Required().Max(mostText)
			f.LongText(&a.TextEn, "英文全文", "English text").Required().Max(mostText)
			f.Flag(&a.Published, "发布", "Published").Help("发布后所有人须先同意才能继续使用，且内容不能再修改", "Everybody then has to accept it before going on, and its words change no more")
			f.Instant(&a.PublishedAt, "发布时间", "Published at").Fixed()
		},
		Alone: true, BeforeSave: func(_ context.Context, _ store.Tx, old, now *Agreement) error {
			if old != nil && old.Published {
				return problem.Refuse(msgPublished)
			}
			if now.Published {
				at := r.deps.Now()
				now.PublishedAt = &at
			}
			return nil
		},
		AfterSave: func(ctx context.Context, tx store.Tx, _, now *Agreement) error {
			if now.Published {
				// Everybody's sessions stand above tenants: after the commit, in a transaction of their own.
				ctx := context.WithoutCancel(ctx)
				tx.AfterCommit(func() { r.ask(ctx) })
			}
			return nil
		},
		BeforeDelete: func(_ context.Context, _ store.Tx, old *Agreement) error {
			if old.Published {
				return problem.Refuse(msgPublished)
			}
			return nil
		},
	}
}

func (r *Registration) ask(ctx context.Context) {
	if err := r.deps.DB.System(ctx, "everybody is asked, whatever the tenant", func(tx store.Tx) error { return r.deps.AskConsent(ctx, tx) }); err != nil {
		slog.ErrorContext(ctx, "open sessions were not asked for their consent", "error", err)
	}
}

func (r *Registration) mountConsent(s *api.Server) {
	// Public: it is read before anybody is known.
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "upms/agreement", ID: "agreement-in-force", Summary: "The agreement in force", Tag: "registration", Access: api.Public, Example: &api.Example{},
	}, func(ctx context.Context, _ *struct{}) (shown Shown, err error) {
		err = r.deps.DB.SystemRead(ctx, reasonOperators, func(tx store.Tx) error {
			shown, err = r.shown(ctx, tx)
			return err
		})
		return shown, err
	})
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "upms/agreement/accept", ID: "agreement-accept", Summary: "Accept the agreement in force", Tag: "registration", Access: api.SignedIn, Owing: true,
		Example: &api.Example{Body: map[string]any{"id": ""}},
	}, r.accept)
}

// InForce is the id of the agreement that people have to accept, "" while the operator has published none.
func (r *Registration) InForce(ctx context.Context, tx store.Tx) (string, error) {
	a, err := r.newest(ctx, tx)
	return a.ID, err
}

func (r *Registration) newest(ctx context.Context, tx store.Tx) (a Agreement, err error) {
	err = tx.Select(&a).Where("tenant_id = ? AND published = ?", r.deps.Operator, true).Order("published_at DESC", "id DESC").Limit(1, 0).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return Agreement{}, nil
	}
	return a, err
}

func (r *Registration) shown(ctx context.Context, tx store.Tx) (Shown, error) {
	a, err := r.newest(ctx, tx)
	if err != nil {
		return Shown{}, err
	}
	text := standardText
	if a.ID != "" {
		text = problem.L(a.TextZh, a.TextEn)
	}
	return Shown{a.ID, a.Edition, text.In(problem.Language(ctx))}, nil
}

func (r *Registration) accept(ctx context.Context, in *ConsentInput) (api.None, error) {
	actor, err := store.ActorFrom(ctx)
	if err == nil && actor.Through != store.ThroughUI {
		err = problem.Refuse(msgByHand)
	}
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, r.deps.DB.System(ctx, reasonOperators, func(tx store.Tx) error {
		current, err := r.InForce(ctx, tx)
		if err != nil {
			return err
		}
		if in.Body.ID != current {
			return problem.Invalid(problem.Field("id", "current", msgOutdated))
		}
		return r.deps.Consented(ctx, tx, actor.AccountID, current)
	})
}
