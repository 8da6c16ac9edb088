package resource

import (
	"cmp"
	"context"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Names in two languages. A title is what people type, mostly Chinese. Beside it a row may have an English name, which English
// screens show in its place. The server answers in the language of the request, as for roles and menus: one name travels, and
// a page that finds Chinese in it on an English screen knows that the English one is missing. Sheets, the operation log and
// stored texts keep the title, which alone tells rows apart.

// EnglishName is what English screens show in place of the title. Lists hide it at first; sheets may refer to the row by it where
// one row alone has it.
func (f *Form) EnglishName(p *string) *Field {
	x := f.Text(p, "英文名称", "English name").Max(50).HideInList().Alias()
	x.english = true
	return x
}

// InList shows the field in the table's first view, where its kind would be hidden.
func (f *Field) InList() *Field { f.Hidden = false; return f }

// Of says that an English name stands for another field than the title: of a unit, whose title is its code, for the name.
func (f *Field) Of(name *Field) *Field { name.English = f.Key; return f }

// bilingual tells whether rows have English names in place of their titles, or titles made of such names.
func (r *Resource[P]) bilingual() bool { return r.title.English != "" || r.spec.Call != nil }

func (d *Directory) bilingual() bool { return false }

// linkEnglish ties an English name that stands for no field yet to the title, and tells references to what has both.
func (r *Resource[P]) linkEnglish() {
	for _, f := range r.fields {
		stands := func(name *Field) bool { return name.English == f.Key }
		if f.english && !slices.ContainsFunc(r.fields, stands) {
			r.title.English = f.Key
		}
	}
	for _, f := range references(r.fields) {
		f.Bilingual = f.target.bilingual()
	}
}

// ShownName is what screens of the caller's language call a row: on English screens its English name, where it has one.
func ShownName(ctx context.Context, name, english string) string {
	if problem.Language(ctx) == problem.English {
		return cmp.Or(english, name)
	}
	return name
}

// OtherName is what screens of the other language call a row, "" where it has one name: searches know both.
func OtherName(ctx context.Context, name, english string) string {
	if english == "" || english == name {
		return ""
	}
	if problem.Language(ctx) == problem.English {
		return name
	}
	return english
}

// shownTitle is what screens of the caller's language call the row.
func (r *Resource[P]) shownTitle(ctx context.Context, row P) string {
	if f := r.field(r.title.English); f != nil {
		return ShownName(ctx, r.titleOf(row), f.value(valueOf(row)).String())
	}
	return r.titleOf(row)
}

// screenTitle is shownTitle for a row that its title alone does not tell apart: an operation with its mould and part.
func (r *Resource[P]) screenTitle(ctx context.Context, tx store.Tx, row P) (string, error) {
	if r.spec.LogTitle != nil {
		return r.spec.LogTitle(ctx, tx, row)
	}
	return r.shownTitle(ctx, row), nil
}

// call gives rows that a screen shows the titles that follow what they refer to, in the caller's language.
func (r *Resource[P]) call(ctx context.Context, tx store.Tx, rows []P) error {
	if r.spec.Call == nil || len(rows) == 0 || problem.Language(ctx) != problem.English {
		return nil
	}
	return r.spec.Call(ctx, tx, rows)
}

// shownColumn sorts by a column as screens of the caller's language show it: by English names where there are some.
func (r *Resource[P]) shownColumn(ctx context.Context, column string) string {
	if problem.Language(ctx) != problem.English {
		return column
	}
	for _, f := range r.fields {
		if f.column == column && f.English != "" {
			return r.field(f.English).column + "|" + column
		}
	}
	return column
}

// titleColumns are the columns that shownTitle reads.
func (r *Resource[P]) titleColumns() []string {
	if f := r.field(r.title.English); f != nil {
		return []string{r.title.column, f.column}
	}
	return []string{r.title.column}
}

// shownTitles are the titles of rows, as screens of the caller's language show them.
func (r *Resource[P]) shownTitles(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error) {
	if r.title.English == "" || problem.Language(ctx) != problem.English {
		return r.titlesOf(ctx, tx, ids)
	}
	var rows []P
	if err := tx.Seen(&rows).Columns(append([]string{"id"}, r.titleColumns()...)...).WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	names := make(map[string]string, len(rows))
	for i := range rows {
		names[rows[i].Kept().ID] = r.shownTitle(ctx, rows[i])
	}
	return names, nil
}

// shownTitles of a directory are its names: it answers in the caller's language already.
func (d *Directory) shownTitles(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error) {
	return d.titlesOf(ctx, tx, ids)
}

// shown asks every entity once for the titles of its rows, as screens show them.
func (w wanted) shown(ctx context.Context, tx store.Tx) (map[string]string, error) {
	return w.asked(func(target Any, ids []string) (map[string]string, error) { return target.shownTitles(ctx, tx, ids) })
}
