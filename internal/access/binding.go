package access

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Binding is what can be bound to a role beside permissions, and what is (ROLE-05).
type Binding struct {
	Version int64    `json:"version"`
	Choices []Choice `json:"choices" nullable:"false"`
}

// Choice is one thing that can be bound.
type Choice struct {
	Key  string       `json:"key"`
	Name problem.Text `json:"name"`
	Of   problem.Text `json:"of" doc:"what it is one of, such as the kind of files; empty where it stands alone"`
	Held bool         `json:"held"`
}

// fileKind is a kind of files with the rights in it, each of which needs the one to see.
type fileKind struct {
	Named
	rights []Named
}

var (
	toSee     = Named{file.See, L("查看", "See")}
	toReplace = Named{file.Replace, L("替换和删除", "Replace and delete")}
	fileKinds = []fileKind{
		{Named{"program", L("程序文件", "Program files")}, []Named{toSee, {file.Download, L("下载", "Download")}, toReplace}},
		{Named{"picture", L("模具图片", "Pictures of moulds")}, []Named{toSee, toReplace}},
	}
)

// fileRights are all rights in files, or those that only look.
func fileRights(isOnlyLooking bool) (keys []string) {
	for _, kind := range fileKinds {
		for _, right := range kind.rights {
			if !isOnlyLooking || right.Key != file.Replace {
				keys = append(keys, kind.Key+"."+right.Key)
			}
		}
	}
	return keys
}

// checkSteps are the steps of quality that somebody signs.
var checkSteps = []Named{
	{"cam", L("CAM 校对", "CAM check")}, {"first", L("首件检验", "First piece")}, {"final", L("终检", "Final inspection")}, {"tryout", L("试模", "Try-out")},
}

// binding says how one kind of things is bound to roles.
type binding struct {
	path    string // last part of the call
	field   string // in the operation log
	label   problem.Text
	column  string
	summary string
	list    func(r *Role) *[]string
	choices func(ctx context.Context, tx store.Tx) ([]Choice, error)
	check   func(held []string) error
	own     bool // who does not hold one by a role does not give it; sections are given by whoever sees them
	free    bool // gives no access by itself, and is given by whoever changes roles
}

func alone(list []Named) []Choice {
	choices := make([]Choice, len(list))
	for i, n := range list {
		choices[i] = Choice{Key: n.Key, Name: n.Name}
	}
	return choices
}

func (d *Roles) bindings() []binding {
	return []binding{
		{
			path: "app-menu", free: true, field: "appMenus", label: L("应用菜单", "App menus"), column: "app_menus", summary: "pages of the shop floor's app",
			list:    func(r *Role) *[]string { return &r.AppMenus },
			choices: func(context.Context, store.Tx) ([]Choice, error) { return alone(d.deps.AppMenus()), nil },
		},
		{
			path: "section", field: "sections", label: L("工段", "Sections"), column: "sections", summary: "sections",
			list: func(r *Role) *[]string { return &r.Sections },
			choices: func(ctx context.Context, tx store.Tx) ([]Choice, error) {
				list, err := d.deps.Sections(ctx, tx)
				return alone(list), err
			},
		},
		{
			path: "file", own: true, field: "files", label: L("文件权限", "File permission"), column: "files", summary: "kinds of files",
			list: func(r *Role) *[]string { return &r.Files },
			choices: func(context.Context, store.Tx) (choices []Choice, err error) {
				for _, kind := range fileKinds {
					for _, right := range kind.rights {
						choices = append(choices, Choice{Key: kind.Key + "." + right.Key, Name: right.Name, Of: kind.Name})
					}
				}
				return choices, nil
			},
			check: checkFiles,
		},
		{
			path: "qa", own: true, field: "checks", label: L("质检权限", "QA permission"), column: "checks", summary: "quality steps",
			list:    func(r *Role) *[]string { return &r.Checks },
			choices: func(context.Context, store.Tx) ([]Choice, error) { return alone(checkSteps), nil },
		},
	}
}

var (
	msgUnseen   = L("%s：允许下载或替换时，也须允许查看", "%s: whoever may download or replace them must be allowed to see them")
	msgNoChoice = L("没有“%s”这一项", "There is no “%s” to choose")
)

// checkFiles refuses to let files be downloaded or replaced by whoever may not see them.
func checkFiles(held []string) error {
	for _, kind := range fileKinds {
		isHeld := func(right string) bool { return slices.Contains(held, kind.Key+"."+right) }
		if (isHeld(file.Download) || isHeld(file.Replace)) && !isHeld(file.See) {
			return problem.Invalid(problem.Field("held", "see", msgUnseen, kind.Name))
		}
	}
	return nil
}

// bound is what of one kind is bound to a role.
func (b binding) bound(ctx context.Context, tx store.Tx, r *Role) (Binding, error) {
	choices, err := b.choices(ctx, tx)
	if err != nil {
		return Binding{}, err
	}
	for i := range choices {
		choices[i].Held = slices.Contains(*b.list(r), choices[i].Key)
	}
	if choices == nil {
		choices = []Choice{}
	}
	return Binding{Version: r.Version, Choices: choices}, nil
}

// binds binds exactly these of the things that can be chosen. What cannot be chosen here, such as sections of another factory,
// stays bound.
func (d *Roles) binds(ctx context.Context, tx store.Tx, b binding, id string, held []string, version int64) (Binding, error) {
	if err := d.Roles.IsAsShown(ctx, tx, id, version); err != nil {
		return Binding{}, err
	}
	r, err := d.Roles.Get(ctx, tx, id)
	if err != nil {
		return Binding{}, err
	}
	choices, err := b.choices(ctx, tx)
	if err != nil {
		return Binding{}, err
	}
	for _, key := range held {
		if !slices.ContainsFunc(choices, func(c Choice) bool { return c.Key == key }) {
			return Binding{}, problem.Invalid(problem.Field("held", "choice", msgNoChoice, key))
		}
	}
	if b.check != nil {
		if err := b.check(held); err != nil {
			return Binding{}, err
		}
	}
	rights, err := d.Rights(ctx, tx)
	if err != nil {
		return Binding{}, err
	}
	list := b.list(r)
	before, after := *list, slices.Clone(held)
	for _, key := range before {
		if !slices.ContainsFunc(choices, func(c Choice) bool { return c.Key == key }) {
			after = append(after, key)
		}
	}
	slices.SortFunc(after, strings.Compare)
	if after = slices.Compact(after); after == nil {
		after = []string{}
	}
	if !slices.Equal(before, after) {
		if err := rights.binding(b, r, choices, after); err != nil {
			return Binding{}, err
		}
		*list = after
		if err := d.bind(ctx, tx, r, b.column, b.field, before, after); err != nil {
			return Binding{}, err
		}
	}
	return b.bound(ctx, tx, r)
}
