package access

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// How the history of a role reads what is given by it: its permissions, its users and everything that is bound to it.

var (
	wordEverything = L("全部权限", "everything")
	wordNever      = L("除外：%s", "except %s")
	wordWhole      = L("%s：全部", "%s: everything")
	wordElsewhere  = L("其他部门的用户", "user of another department")
	wordGone       = L("已不存在或您看不到", "no longer there, or hidden from you")
)

func (d *Roles) logs() []resource.LogField {
	logs := []resource.LogField{
		{Key: "grants", Label: L("权限", "Permissions"), Words: d.grantWords}, {Key: "users", Label: L("用户", "Users"), Words: d.userWords},
	}
	for _, b := range d.bindings() {
		logs = append(logs, resource.LogField{Key: b.field, Label: b.label, Words: func(ctx context.Context, tx store.Tx, keys []string) (map[string]string, error) {
			choices, err := b.choices(ctx, tx)
			words := map[string]string{}
			if b.field == "sections" { // an identity tells nobody anything
				for _, key := range keys {
					words[key] = wordGone.In(problem.Language(ctx))
				}
			}
			for _, c := range choices {
				words[c.Key] = c.named().In(problem.Language(ctx))
			}
			return words, err
		}})
	}
	return logs
}

// userWords are names of users. Whoever does not see everybody is told the names of those whom they see.
func (d *Roles) userWords(ctx context.Context, tx store.Tx, names []string) (map[string]string, error) {
	words := map[string]string{}
	if !tx.Actor().Reach.Narrow {
		return words, nil
	}
	members, err := d.deps.Members(ctx, tx)
	for _, name := range names {
		words[name] = wordElsewhere.In(problem.Language(ctx))
	}
	for i := range members {
		if m := &members[i]; !m.Beyond {
			words[m.Called()] = m.Called()
		}
	}
	return words, err
}

// grantWords are what patterns permit, in words.
func (d *Roles) grantWords(ctx context.Context, tx store.Tx, grants []string) (map[string]string, error) {
	lang, words := problem.Language(ctx), map[string]string{}
	all := d.deps.Permissions(tx.Actor().TenantID)
	for _, g := range grants {
		pattern, isNot := strings.CutPrefix(g, "!")
		text := d.grantWord(pattern, all).In(lang)
		if isNot {
			text = wordNever.In(lang, text)
		}
		words[g] = text
	}
	return words, nil
}

func (d *Roles) grantWord(pattern string, all []string) problem.Text {
	tree, operation := parted(pattern)
	pages := d.deps.Pages()
	switch {
	case pattern == "*":
		return wordEverything
	case slices.Contains(all, pattern):
		return d.deps.PermissionName(pattern)
	case operation == "*" && !strings.Contains(tree, "."):
		if at := slices.IndexFunc(pages, func(p Page) bool { return strings.HasPrefix(p.Tree, tree+".") }); at >= 0 {
			return wordWhole.With(pages[at].ModuleName)
		}
	case operation == "*":
		return wordWhole.With(d.deps.PageName(tree))
	case strings.HasSuffix(tree, ".*"): // an operation on all pages of a module, or on all
		module := strings.TrimSuffix(tree, ".*")
		if at := slices.IndexFunc(pages, func(p Page) bool { return strings.HasPrefix(p.Tree, module+".") }); at >= 0 {
			return wordOn.With(pages[at].ModuleName, d.deps.OperationName(operation))
		}
		return wordOn.With(wordAllPages, d.deps.OperationName(operation))
	}
	return L(pattern, pattern)
}

var (
	wordOn       = L("%s：%s", "%s: %s")
	wordAllPages = L("所有页面", "all pages")
)

// named is a choice with what it is one of.
func (c Choice) named() problem.Text {
	if c.Of.En == "" {
		return c.Name
	}
	return wordOn.With(c.Of, c.Name)
}
