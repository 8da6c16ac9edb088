package app

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The days of a file have no names: they are called in the language of whoever brings them, and keep their names when another
// reads the file again in another language.
func TestDaysOfAFileAreNamedInItsLanguage(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		for lang, want := range map[string]string{
			problem.English: "Sunday; Holiday 2031-05-01; Make-up day 2031-05-04",
			problem.Chinese: "周日; 节假日 2031-05-01; 调休上班 2031-05-04",
		} {
			file := book(t, map[string][]string{"calendars": {"name|rest|holidays|workdays", "In " + lang + "|0|2031-05-01|2031-05-04"}})
			for i, in := range []string{lang, problem.English, problem.Chinese} {
				result := a.importBook(problem.WithLanguage(ctx, in), t, file)
				if result.FaultCount != 0 || i > 0 && result.Total.Same != 1 {
					t.Errorf("in %s: %+v %+v", in, result.Total, result.Faults)
				}
			}
			var stored basedata.Calendar
			if err := a.DB.Read(ctx, func(tx store.Tx) error {
				return tx.Select(&stored).Where("name = ?", "In "+lang).Scan(ctx)
			}); err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, h := range stored.Holidays {
				names = append(names, strings.TrimSpace(fmt.Sprint(h.Name, " ", h.From)))
			}
			if got := strings.Join(names, "; "); got != want {
				t.Errorf("%s: %q, want %q", lang, got, want)
			}
		}
	})
}
