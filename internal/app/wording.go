package app

import (
	"context"
	"net/http"
	"strconv"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// company is what the caller's company has made of the catalogue.
func (a *App) company(ctx context.Context) (c menu.Company, err error) {
	err = a.DB.Read(ctx, func(tx store.Tx) error {
		c, err = menu.CompanyOf(ctx, tx)
		return err
	})
	return c, err
}

// words are the language maps of a caller; of the menu only what the caller sees.
func (a *App) words(actor store.Actor, c menu.Company, lang, modules, cacheTime string) menu.LanguageData {
	words := menu.Both{"table": a.tables, "table_value": a.values, "menu": map[string]problem.Text{}}
	product := func(lang string) []menu.ModuleData {
		return menu.For(actor, menu.View{Language: lang, Modules: c.Modules})
	}
	zh, en := product(problem.Chinese), product(problem.English)
	for i := range zh {
		if zh[i].Opened {
			words["menu"][zh[i].ModuleKey] = problem.L(zh[i].Name, zh[i].FName)
		}
		collect(words["menu"], zh[i].MenuChildren, en[i].MenuChildren)
	}
	return c.Words.Language(words, lang, modules, cacheTime)
}

// collect joins the names of a menu in both languages; the two lists have the same entries.
func collect(names map[string]problem.Text, zh, en []menu.Item) {
	for i := range zh {
		names[zh[i].MenuKey] = problem.L(zh[i].MenuName, en[i].MenuName)
		collect(names, zh[i].Children, en[i].Children)
	}
}

// declareWords reads off the entities, once, the product's names of fields and choices, table {"machine.name"} and
// table_value {"machine.status.1"}, which of them all factories of a
// company share, and who may see their lists.
func (a *App) declareWords() {
	a.tables, a.values = map[string]problem.Text{}, map[string]problem.Text{}
	a.shared, a.seen = map[string]bool{}, map[string]string{}
	a.seen["auto-schedule"] = "aps.autoSchedule.check" // it has a page of its own
	for _, e := range a.Entities {
		m := e.Meta(func(string) bool { return true })
		a.shared[m.Entity], a.seen[m.Entity] = m.Level == "tenant", m.Permission+".check"
		for _, f := range m.Fields {
			a.tables[m.Entity+"."+f.Key] = f.Label
			for _, o := range f.Options {
				a.values[m.Entity+"."+f.Key+"."+strconv.Itoa(o.Value)] = o.Label
			}
		}
	}
}

// ProductWord is what the product calls something that a company may call otherwise.
type ProductWord struct {
	Kind int    `json:"kind" doc:"kind of text, module of a company's word"`
	Word string `json:"word" doc:"its key"`
	Of   string `json:"of" doc:"the list, field or module that it belongs to, in the language of the caller"`
	Zh   string `json:"zh"`
	En   string `json:"en"`
}

// ProductWords are the product's names of fields, choices and menus. The texts of the screens are known to the screens alone.
type ProductWords struct {
	Words []ProductWord `json:"words"`
}

// mountWords registers what a company chooses its words from.
func (a *App) mountWords(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "bms/wording/words", ID: "wording-words", Summary: "What the product calls fields, choices and menus", Tag: "bms",
		Permission: "system.wording.check", Example: &api.Example{},
	}, func(ctx context.Context, _ store.Tx, _ *struct{}) (ProductWords, error) {
		return ProductWords{a.productWords(problem.Language(ctx))}, nil
	})
}

// productWords are in the order of the lists, of their fields and of the menu.
func (a *App) productWords(lang string) (all []ProductWord) {
	add := func(kind, word, of string, name problem.Text) {
		all = append(all, ProductWord{menu.KindOfText(kind), word, of, name.Zh, name.En})
	}
	a.seen["auto-schedule"] = "aps.autoSchedule.check" // it has a page of its own
	for _, e := range a.Entities {
		m := e.Meta(func(string) bool { return true })
		for _, f := range m.Fields {
			add("table", m.Entity+"."+f.Key, m.Label.In(lang), f.Label)
			for _, o := range f.Options {
				add("table_value", m.Entity+"."+f.Key+"."+strconv.Itoa(o.Value), m.Label.In(lang)+" · "+f.Label.In(lang), o.Label)
			}
		}
	}
	for _, n := range menu.Names() {
		add("menu", n.Word, n.Of.In(lang), n.Name)
	}
	return all
}

// knownWord tells whether a company may call something otherwise: fields, choices and menus by the product's own keys,
// texts of the screens by theirs, which only the screens know.
func (a *App) knownWord(module, key string) bool {
	switch module {
	case "table":
		_, known := a.tables[key]
		return known
	case "table_value":
		_, known := a.values[key]
		return known
	case "menu":
		return menu.Has(key)
	}
	return true
}

// reword puts the company's words into the metadata of an entity.
func (a *App) reword(ctx context.Context, m *resource.Meta) error {
	return a.DB.Read(ctx, func(tx store.Tx) error { return a.rewordIn(ctx, tx, m) })
}

// rewordIn does so for who reads already: who waits for a second connection while holding one stops everybody else.
func (a *App) rewordIn(ctx context.Context, tx store.Tx, m *resource.Meta) error {
	c, err := menu.CompanyOf(ctx, tx)
	own := c.Words
	if err != nil || len(own["table"])+len(own["table_value"]) == 0 {
		return err
	}
	fields := make([]*resource.Field, len(m.Fields))
	for i, f := range m.Fields {
		x := *f // the declaration is everybody's
		key := m.Entity + "." + f.Key
		x.Label = own.Of("table", key, f.Label)
		x.Options = nil
		for _, o := range f.Options {
			x.Options = append(x.Options, resource.Option{Value: o.Value, Label: own.Of("table_value", key+"."+strconv.Itoa(o.Value), o.Label)})
		}
		fields[i] = &x
	}
	m.Fields = fields
	return nil
}
