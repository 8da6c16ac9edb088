package basedata_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// BASE-CURRENCY-01 to BASE-CURRENCY-04.
func TestCurrencyRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.Currencies, "code", "name", "rate", "base", "valid") // BASE-CURRENCY-02
		if err := s.db.System(s.ctx, "a company is founded", func(tx store.Tx) error { return basedata.FoundCurrency(s.ctx, tx, s.actor.TenantID) }); err != nil {
			s.Fatal(err)
		}
		try(s, s.master.Currencies, map[string]any{"code": "EUR", "name": "欧元", "rate": 7.8},
			attempt{"BASE-CURRENCY-03: two letters", map[string]any{"code": "EU"}, []string{"code pattern"}},
			attempt{"BASE-CURRENCY-03: four letters", map[string]any{"code": "EURO"}, []string{"code maxLength"}},
			attempt{"BASE-CURRENCY-03: small letters", map[string]any{"code": "eur"}, []string{"code pattern"}},
			attempt{"BASE-CURRENCY-03: a digit", map[string]any{"code": "EU1"}, []string{"code pattern"}},
			attempt{"no rate", map[string]any{"rate": 0}, []string{"rate min"}},
			attempt{"below the smallest rate by what is not kept", map[string]any{"rate": json.Number("0.0000006")}, []string{"rate min"}},
			attempt{"above the greatest rate by what is not kept", map[string]any{"rate": json.Number("1000000.0000001")}, []string{"rate max"}},
			attempt{"the smallest rate", map[string]any{"rate": 0.000001}, nil},
			attempt{"the base currency at another rate", map[string]any{"code": "HKD", "name": "港元", "rate": 0.9, "base": true}, []string{"rate base"}},
		)
		file := "代码,名称,汇率\nAAA,甲,0.0000006\nBBB,乙,0.0000004\nCCC,丙,1000000.0000001\nDDD,丁,-0.0000001\n"
		if bad := importing(s, s.master.Currencies, file); !slices.Equal(bad, []string{"rate min", "rate min", "rate max", "rate min"}) {
			s.Errorf("by a file: %v", bad)
		}
		usd := must(s, s.master.Currencies, map[string]any{"code": "USD", "name": "美元", "rate": 7.1})
		for _, rate := range []float64{7.2, 7.2, 7.15} {
			if err := edit(s, s.master.Currencies, usd.ID, map[string]any{"rate": rate}); err != nil {
				s.Fatal(err)
			}
		}
		// BASE-CURRENCY-04: each rate that is new stands in the history, with who entered it; one that stays does not.
		var rates []basedata.ExchangeRate
		s.write(func(tx store.Tx) error {
			return tx.Select(&rates).Where("currency = ?", "USD").Order("begins_at").Order("id").Scan(s.ctx)
		})
		var told []string
		for _, r := range rates {
			told = append(told, fmt.Sprintf("%s %s %s %t", r.Rate, r.BaseCode, r.Person, r.From != nil))
		}
		want := []string{"7.1 RMB " + s.actor.Name + " true", "7.2 RMB " + s.actor.Name + " true", "7.15 RMB " + s.actor.Name + " true"}
		if !slices.Equal(told, want) {
			s.Errorf("the history reads %v, want %v", told, want)
		}
		meta := s.master.ExchangeRates.Meta(func(string) bool { return true })
		if !slices.Equal(meta.May, []string{"check", "detail", "export"}) || !slices.Equal(meta.Without, []string{"add", "modify", "delete"}) || meta.Imports {
			s.Errorf("of the history one may %v, and nobody %v", meta.May, meta.Without)
		}
		if nobody := s.master.Currencies.Meta(func(string) bool { return false }); len(nobody.May) > 0 || len(nobody.Without) > 0 {
			s.Errorf("with currencies nobody %v", nobody.Without)
		}
		// R44: the base currency of a company is RMB, until another one is made so: it is asked, and the old one gives it up.
		var base []basedata.Currency
		held := func() string {
			base = nil
			s.write(func(tx store.Tx) error { return tx.Select(&base).Where("is_base = ?", true).Scan(s.ctx) })
			if len(base) != 1 {
				s.Fatalf("%d base currencies", len(base))
			}
			return base[0].Code
		}
		if got := held(); got != "RMB" {
			s.Errorf("the base currency is %s", got)
		}
		if err := edit(s, s.master.Currencies, base[0].ID, map[string]any{"base": false}); err == nil {
			s.Error("a company without a base currency")
		}
		err := edit(s, s.master.Currencies, usd.ID, map[string]any{"base": true, "rate": 1})
		if !strings.Contains(said(err, "en"), "“RMB” is the base currency now") {
			s.Errorf("another base currency is not asked about: %v", err)
		}
		if err := edit(s, s.master.Currencies, usd.ID, map[string]any{"base": true, "rate": 1}, "replaceBase"); err != nil {
			s.Error(err)
		}
		if got := held(); got != "USD" {
			s.Errorf("the base currency is %s", got)
		}
		// A file hands it over with the new rate of the old one.
		ctx := permitted(s.ctx, s.master.Currencies)
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			s.Fatal(err)
		}
		actor.Confirmed = "replaceBase"
		result, err := s.master.Currencies.Import(store.WithActor(ctx, actor), s.db, resource.ImportFile{Data: []byte("code,rate,base\nUSD,7.1,0\nRMB,1,1\n")})
		if err != nil || len(result.Faults) > 0 || held() != "RMB" {
			s.Errorf("%v %+v, the base currency is %s", err, result.Faults, held())
		}
		// So does one whose row gives it a rate and says nothing of the base; where nobody takes it, that rate is refused.
		for file, want := range map[string]string{"code,rate,base\nRMB,0.14,\nUSD,2,1\n": "rate base, rate base", "code,rate,base\nRMB,0.14,\nUSD,1,1\n": ""} {
			result, err = s.master.Currencies.Import(store.WithActor(ctx, actor), s.db, resource.ImportFile{Data: []byte(file), DryRun: true})
			var rules []string
			for _, f := range result.Faults {
				rules = append(rules, f.Column+" "+f.Rule)
			}
			if got := strings.Join(rules, ", "); err != nil || got != want {
				s.Errorf("%q: %v %s, want %s", file, err, got, want)
			}
		}
		if err := s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.Currencies.Delete(s.ctx, tx, base[0].ID) }); err == nil {
			s.Error("the base currency is deleted")
		}
	})
}

// However many change the base currency, the default order type or the rule of part numbers at once, one row has it afterwards, and
// whoever was refused is told why.
func TestOneRowHasAFlagHoweverManyGiveIt(t *testing.T) {
	each(t, func(s *shop) {
		if err := s.db.System(s.ctx, "a company is founded", func(tx store.Tx) error { return basedata.FoundCurrency(s.ctx, tx, s.actor.TenantID) }); err != nil {
			s.Fatal(err)
		}
		kind := must(s, s.master.PartNumberTypes, map[string]any{"code": "STD", "name": "标准件"})
		const many = 4
		var ids []string
		for i := range many {
			ids = append(ids, must(s, s.master.Currencies, map[string]any{"code": "AA" + string(rune('A'+i)), "name": fmt.Sprint("币", i), "rate": 2}).ID)
		}
		var all sync.WaitGroup
		refused := make(chan error, 4*many)
		for i := range many {
			all.Go(func() {
				refused <- edit(s, s.master.Currencies, ids[i], map[string]any{"base": true, "rate": 1}, "replaceBase")
			})
			all.Go(func() {
				_, err := add(s, s.master.OrderTypes, map[string]any{"name": fmt.Sprint("新模", i), "default": true}, nil)
				refused <- err
			})
			all.Go(func() {
				_, err := add(s, s.master.Calendars, map[string]any{"name": fmt.Sprint("日历", i), "default": true}, nil)
				refused <- err
			})
			all.Go(func() {
				_, err := add(s, s.master.PartNumberRules, map[string]any{"name": fmt.Sprint("规则", i), "typeId": kind.ID, "prefix": "S", "digits": 4}, nil)
				refused <- err
			})
		}
		all.Wait()
		close(refused)
		for err := range refused {
			var told *problem.Problem
			if err != nil && !errors.As(err, &told) {
				s.Errorf("refused without words: %v", err)
			}
		}
		s.write(func(tx store.Tx) error {
			for what, q := range map[string]*store.Select{
				"base currencies": tx.Select((*basedata.Currency)(nil)).Where("is_base = ?", true), "default order types": tx.Select((*basedata.OrderType)(nil)).Where("is_default = ?", true),
				"default calendars": tx.Select((*basedata.Calendar)(nil)).Where("is_default = ?", true), "rules of a type": tx.Select((*basedata.PartNumberRule)(nil)),
			} {
				if n, err := q.Count(s.ctx); err != nil || n != 1 {
					s.Errorf("%d %s, %v", n, what, err)
				}
			}
			return nil
		})
	})
}
