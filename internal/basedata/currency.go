package basedata

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Currency is a currency that prices are in. Rates are against the base currency, of which a company has one.
type Currency struct {
	bun.BaseModel `bun:"table:currency" json:"-"`
	store.Row
	Code        string           `bun:"code" json:"code"`
	Name        string           `bun:"name" json:"name"`
	EnglishName string           `bun:"english_name" json:"englishName"`
	Rate        quantity.Decimal `bun:"rate" json:"rate"` // what one unit costs in the base currency
	Base        bool             `bun:"is_base" json:"base"`
	Valid       bool             `bun:"valid" json:"valid"`
}

// ExchangeRate is a rate that a currency had from a moment on. Saving a currency writes it and nobody changes it; it outlives the
// currency, which it therefore calls by its code.
type ExchangeRate struct {
	bun.BaseModel `bun:"table:exchange_rate" json:"-"`
	store.Row
	Currency string           `bun:"currency" json:"currency"` // its code
	Rate     quantity.Decimal `bun:"rate" json:"rate"`
	BaseCode string           `bun:"base_code" json:"baseCode"`
	From     *time.Time       `bun:"begins_at" json:"from"`
	Person   string           `bun:"person" json:"person"` // who entered it
}

// firstBase is the base currency of a company that has not chosen another one.
const firstBase = "RMB"

var (
	msgBaseReplace = L("“%s”现在是本位币。要改用“%s”吗？其他币种的汇率请随后按新的本位币修改", "“%s” is the base currency now. Change to “%s”? Enter the rates of the other currencies against it afterwards")
	msgBaseRate    = L("本位币的汇率是 1", "The rate of the base currency is 1")
)

func (d *Master) currency() resource.Spec[*Currency] {
	return resource.Spec[*Currency]{
		Path: "bms/currency", Label: L("币种", "Currency"), Permission: "system.currency", Sort: "code", Changed: d.deps.Changed,
		ExampleID:  "01900000-0000-7000-8000-000000000123",
		Example:    &api.Example{Body: map[string]any{"code": "SGD", "name": "新加坡元", "rate": 5.31}},
		ExampleRow: map[string]any{"code": "EUR", "name": "欧元"},
		Form: func(c *Currency, f *resource.Form) {
			code := f.Text(&c.Code, "编码", "Code").Required().Unique().Title().Max(3).Pattern(`^[A-Z]{3}$`, "3 个大写字母", "exactly 3 capital letters")
			name := f.Text(&c.Name, "名称", "Name").Required().Unique().Max(20).Alias()
			f.EnglishName(&c.EnglishName).Of(name)
			f.Decimal(&c.Rate, "汇率", "Exchange rate").Required().Between(0.000001, 1_000_000).Help("1 单位该币种等于多少本位币", "What one unit costs in the base currency")
			f.Flag(&c.Base, "本位币", "Base currency").Sole("replaceBase", msgBaseReplace, code).Kept("本位币", "the base currency")
			f.Valid(&c.Valid)
		},
		Alone: true, BeforeSave: checkCurrency, AfterSave: keepRate,
	}
}

// checkCurrency holds the base currency to the rate 1.
func checkCurrency(_ context.Context, _ store.Tx, _, now *Currency) error {
	if now.Base && now.Rate != quantity.Whole(1) {
		return problem.Invalid(problem.Field("rate", "base", msgBaseRate))
	}
	return nil
}

// keepRate writes the history: a rate that is new, against the base currency of the moment.
func keepRate(ctx context.Context, tx store.Tx, old, now *Currency) error {
	if old != nil && old.Rate == now.Rate && old.Base == now.Base {
		return nil
	}
	base := now.Code
	if !now.Base {
		var bases []Currency
		if err := tx.Select(&bases).Columns("code").Where("is_base = ?", true).Order("id").Limit(1, 0).Scan(ctx); err != nil {
			return err
		}
		base = firstBase
		if len(bases) > 0 {
			base = bases[0].Code
		}
	}
	return tx.Insert(ctx, &ExchangeRate{Currency: now.Code, Rate: now.Rate, BaseCode: base, From: new(store.Now()), Person: tx.Actor().Name})
}

// FoundCurrency gives a new company its base currency. tx is a system transaction.
func FoundCurrency(ctx context.Context, tx store.Tx, tenantID string) error {
	row := &Currency{Code: firstBase, Name: "人民币", EnglishName: "Renminbi", Rate: quantity.Whole(1), Base: true, Valid: true}
	rate := &ExchangeRate{Currency: firstBase, Rate: row.Rate, BaseCode: firstBase, From: new(store.Now())}
	row.TenantID, rate.TenantID = tenantID, tenantID
	if err := tx.Insert(ctx, row); err != nil {
		return err
	}
	return tx.Insert(ctx, rate)
}

func (d *Master) exchangeRate() resource.Spec[*ExchangeRate] {
	return resource.Spec[*ExchangeRate]{
		Path: "bms/exchange-rate", Label: L("汇率历史", "Exchange-rate history"), Permission: "system.currency", Sort: "-from", Without: []string{"add", "modify", "delete"},
		ExampleID: "01900000-0000-7000-8000-000000000124",
		Example: &api.Example{Body: map[string]any{
			"currency": "USD", "rate": 7.12, "baseCode": firstBase, "from": "2026-03-02T00:30:00Z", "person": "Example",
		}},
		Form: func(r *ExchangeRate, f *resource.Form) {
			f.Text(&r.Currency, "币种", "Currency").Title()
			f.Decimal(&r.Rate, "汇率", "Exchange rate")
			f.Text(&r.BaseCode, "本位币", "Base currency")
			f.Instant(&r.From, "生效时间", "From")
			f.Text(&r.Person, "录入人", "Entered by")
		},
	}
}
