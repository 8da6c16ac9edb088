package result

import (
	"context"
	"slices"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// A plan keeps the names that people type. English screens read what these are called in English; the product has its own words in both
// languages, and what has no English name stays as it is.
func TestHowPlansAreRead(t *testing.T) {
	names := EnglishNamesOf(func(context.Context, store.Tx) (*model.EnglishNames, error) {
		return &model.EnglishNames{
			Processes: map[string]string{"钳工": "Bench work"}, Groups: map[string]string{"钳工": "Fitters", "钳工二": "Fitters"},
			Sections: map[string]string{"钳工": "FIT"}, Resources: map[string]string{"恒泰热处理厂": "Hengtai Heat Treatment"},
		}, nil
	})
	for lang, want := range map[string][]string{
		problem.English: {"Bench work", "Fitters", "FIT", "Hengtai Heat Treatment", "Outsourced", "抛光"},
		problem.Chinese: {"钳工", "钳工", "钳工", "恒泰热处理厂", "外协", "抛光"},
	} {
		w, err := names.Words(problem.WithLanguage(t.Context(), lang), store.Tx{})
		if err != nil {
			t.Fatal(err)
		}
		got := []string{w.Process("钳工"), w.Group("钳工"), w.Section("钳工"), w.Resource("恒泰热处理厂"), w.Resource(model.WordOutside), w.Process("抛光")}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	english, _ := names.Words(problem.WithLanguage(t.Context(), problem.English), store.Tx{})
	for text, want := range map[string][]string{"": nil, "Fitters": {"钳工", "钳工二", "Fitters"}, "钳工": {"钳工"}} {
		if got := english.GroupsNamed(text); !slices.Equal(got, want) {
			t.Errorf("the groups called %q: %q, want %q", text, got, want)
		}
	}
	if got := model.Containing(english.English.Resources, "heat"); !slices.Equal(got, []string{"恒泰热处理厂"}) {
		t.Errorf("a search finds %q", got)
	}
	if w, err := EnglishNamesOf(nil).Words(problem.WithLanguage(t.Context(), problem.English), store.Tx{}); err != nil || w.Group("钳工") != "钳工" {
		t.Errorf("nobody has English names: %q (%v)", w.Group("钳工"), err)
	}
}
