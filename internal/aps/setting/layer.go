package setting

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// tenantSet is a tenant's set; the mock one takes its place in simulations.
type tenantSet struct {
	bun.BaseModel `bun:"table:setting_global"`
	store.Row
	Mock   bool           `bun:"mock"`
	Values map[string]any `bun:"set_values,type:text"`
}

// factorySet is a factory's set: what it leaves out comes from the tenant's.
type factorySet struct {
	bun.BaseModel `bun:"table:setting_default"`
	store.FactoryRow
	Mock   bool           `bun:"mock"`
	Values map[string]any `bun:"set_values,type:text"`
}

// Layer is one of the four places where settings are kept.
type Layer string

// The layers. A simulation asks mockDefault, mockGlobal, default, global in this order; a run only the last two, and
// its schedule before them.
const (
	LayerGlobal      Layer = "global"
	LayerDefault     Layer = "default"
	LayerMockGlobal  Layer = "mockGlobal"
	LayerMockDefault Layer = "mockDefault"
)

func (l Layer) mock() bool { return l == LayerMockGlobal || l == LayerMockDefault }

// whole layers hold every required setting; the others hold what differs.
func (l Layer) whole() bool { return l == LayerGlobal }

// below are the layers that give what a layer leaves out, the weakest first.
func (l Layer) below() []Layer {
	switch l {
	case LayerDefault:
		return []Layer{LayerGlobal}
	case LayerMockGlobal:
		return []Layer{LayerGlobal, LayerDefault}
	case LayerMockDefault:
		return []Layer{LayerGlobal, LayerDefault, LayerMockGlobal}
	default:
		return nil
	}
}

// kept is what a layer holds, with its version; 0 = never saved.
func kept(ctx context.Context, tx store.Tx, l Layer) (values map[string]any, row store.Record, err error) {
	if l == LayerGlobal || l == LayerMockGlobal {
		g := &tenantSet{}
		err = tx.Select(g).Where("mock = ?", l.mock()).Scan(ctx)
		values, row = g.Values, g
	} else {
		d := &factorySet{}
		err = tx.Select(d).Where("mock = ?", l.mock()).Scan(ctx)
		values, row = d.Values, d
	}
	if errors.Is(err, store.ErrNotFound) {
		return map[string]any{}, row, nil
	}
	return values, row, err
}

// Effective is the whole set of a run: the overrides of its schedule over the factory's default over the tenant's global. In a
// simulation the mock layers stand between.
func Effective(ctx context.Context, tx store.Tx, simulation bool, overrides map[string]any) (map[string]any, error) {
	layers := []Layer{LayerGlobal, LayerDefault}
	if simulation {
		layers = append(layers, LayerMockGlobal, LayerMockDefault)
	}
	var sets []map[string]any
	for _, l := range layers {
		values, _, err := kept(ctx, tx, l)
		if err != nil {
			return nil, err
		}
		sets = append(sets, values)
	}
	return Layered(append(sets, overrides)...), nil
}

// settingView is a setting as its screen shows it.
type settingView struct {
	Key      string              `json:"key"`
	Label    problem.Text        `json:"label"`
	Help     problem.Text        `json:"help"`
	Unit     problem.Text        `json:"unit"`
	Required bool                `json:"required"`
	Advanced bool                `json:"advanced" doc:"few tenants touch it"`
	Options  []settingOptionView `json:"options" nullable:"false" doc:"the choices; empty = a number"`
	Low      float64             `json:"low"`
	High     float64             `json:"high"`
	Whole    bool                `json:"whole"`
	// EmptyWord is said where an empty value means no number.
	EmptyWord problem.Text `json:"emptyWord" doc:"what an empty value means, where that is no number"`
}

// settingOptionView is a choice as its screen shows it.
type settingOptionView struct {
	Value int          `json:"value"`
	Label problem.Text `json:"label"`
	Help  problem.Text `json:"help"`
}

// LayerView is a layer of settings with what it may hold.
type LayerView struct {
	Layer     Layer          `json:"layer"`
	Version   int64          `json:"version"`
	Values    map[string]any `json:"values" doc:"what this layer holds itself"`
	Inherited map[string]any `json:"inherited" doc:"what holds where it is silent"`
	Settings  []settingView  `json:"settings" nullable:"false"`
	Presets   []Preset       `json:"presets" nullable:"false" doc:"policies that fill several settings at once"`
}

type settingOptionsInput struct {
	Body struct {
		Layer Layer `json:"layer"`
	}
}

type settingSaveInput struct {
	Body struct {
		Layer   Layer          `json:"layer"`
		Version int64          `json:"version" doc:"of options.do; 0 when nothing was saved before"`
		Values  map[string]any `json:"values" doc:"what the layer is to hold; null = empty"`
	}
}

var msgLayer = L("参数层须为 global、default、mockGlobal 或 mockDefault", "The layer is global, default, mockGlobal or mockDefault")

// Mount registers the calls of the layers.
func Mount(s *api.Server) {
	op := func(name, id, summary, permission string, body any) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: "aps/schedule/param/setting/" + name, ID: id, Summary: summary, Tag: "aps", Permission: permission, Example: &api.Example{Body: body}}
	}
	api.Read(s, op("options.do", "aps-setting-options", "Scheduling settings of a layer, with their choices", "aps.setting.check", map[string]any{"layer": LayerGlobal}),
		func(ctx context.Context, tx store.Tx, in *settingOptionsInput) (*LayerView, error) {
			return LayerOf(ctx, tx, in.Body.Layer)
		})
	api.Write(s, op("save.do", "aps-setting-save", "Save a layer of scheduling settings", "aps.setting.modify", map[string]any{"layer": LayerMockGlobal, "version": 0, "values": map[string]any{"taskSchedulingRule": 1}}),
		func(ctx context.Context, tx store.Tx, in *settingSaveInput) (*LayerView, error) {
			if err := Save(ctx, tx, in.Body.Layer, in.Body.Version, in.Body.Values); err != nil {
				return nil, err
			}
			return LayerOf(ctx, tx, in.Body.Layer)
		})
}

func checkLayer(tx store.Tx, l Layer) error {
	switch l {
	case LayerGlobal, LayerMockGlobal:
		return nil
	case LayerDefault, LayerMockDefault:
		if tx.Actor().FactoryID == "" {
			return store.ErrNoFactory
		}
		return nil
	}
	return problem.Invalid(problem.Field("layer", "choice", msgLayer))
}

// LayerOf reads a layer with what stands below it.
func LayerOf(ctx context.Context, tx store.Tx, l Layer) (*LayerView, error) {
	if err := checkLayer(tx, l); err != nil {
		return nil, err
	}
	own, row, err := kept(ctx, tx, l)
	if err != nil {
		return nil, err
	}
	var below []map[string]any
	for _, b := range l.below() {
		values, _, err := kept(ctx, tx, b)
		if err != nil {
			return nil, err
		}
		below = append(below, values)
	}
	v := &LayerView{Layer: l, Version: row.Kept().Version, Values: own, Inherited: Layered(below...), Settings: []settingView{}, Presets: Presets()}
	if l.whole() && v.Version == 0 {
		v.Values = Fresh()
	}
	for _, s := range Table() {
		if n, given := v.Values[s.Key].(float64); given && s.isEmpty(n) {
			v.Values[s.Key] = nil
		}
		view := settingView{Key: s.Key, Label: s.Label, Help: s.Help, Unit: s.Unit, Required: s.Required, Advanced: s.Advanced, Options: []settingOptionView{}, Low: s.Low, High: s.High, Whole: s.Whole, EmptyWord: s.EmptyWord}
		for _, o := range s.Options {
			view.Options = append(view.Options, settingOptionView(o))
		}
		v.Settings = append(v.Settings, view)
	}
	return v, nil
}

// Save replaces what a layer holds. Every required setting must be there in the global layer and may be empty
// in none; version is the one that the values are based on.
func Save(ctx context.Context, tx store.Tx, l Layer, version int64, values map[string]any) error {
	if err := checkLayer(tx, l); err != nil {
		return err
	}
	if values == nil {
		values = map[string]any{}
	}
	if bad := Check(values, l.whole()); len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	old, row, err := kept(ctx, tx, l)
	if err != nil {
		return err
	}
	was := row.Kept().Version
	if was != version {
		return staleLayer(ctx, tx, l, row)
	}
	switch r := row.(type) {
	case *tenantSet:
		r.Mock, r.Values = l.mock(), values
	case *factorySet:
		r.Mock, r.Values = l.mock(), values
	}
	if was == 0 {
		err = tx.Insert(ctx, row)
	} else {
		err = tx.Update(ctx, row)
	}
	switch {
	case errors.Is(err, store.ErrStale): // somebody was faster
		if _, row, err = kept(ctx, tx, l); err != nil {
			return err
		}
		return staleLayer(ctx, tx, l, row)
	case errors.Is(err, store.ErrDuplicate): // the first two saves at once: PostgreSQL reads no more in this transaction
		return problem.Stale(problem.StaleData{})
	case err != nil:
		return err
	}
	return tx.Log(ctx, "setting", row.Kept().ID, string(l), store.ActionChange, Changes(old, values)...)
}

// staleLayer tells the page of a layer what it holds now and who changed it last.
func staleLayer(ctx context.Context, tx store.Tx, l Layer, row store.Record) error {
	now, err := LayerOf(ctx, tx, l)
	if err != nil {
		return err
	}
	k := row.Kept()
	d := problem.StaleData{Current: now, ChangedAt: k.UpdatedAt.Format(time.RFC3339)}
	if lines, err := tx.History(ctx, "setting", k.ID, 1); err == nil && len(lines) > 0 {
		d.ChangedBy = resource.AuthorOf(ctx, tx, lines[0])
	}
	return problem.Stale(d)
}

// Changes are the settings in which two sets differ, for the operation log.
func Changes(old, now map[string]any) []store.FieldChange {
	changes := []store.FieldChange{}
	for _, s := range Table() {
		before, had := old[s.Key]
		after, has := now[s.Key]
		if had != has || before != after {
			changes = append(changes, store.FieldChange{Field: s.Key, Before: before, After: after})
		}
	}
	return changes
}
