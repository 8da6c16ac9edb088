package app

import (
	"context"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A group that a refused file names is made for the machine that needs it, and no other.
func TestAMissingGroupComesWithItsMachine(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		upload := production.Upload{
			Name: "x.xlsx", Trusted: true, Mode: production.ModeMould, DryRun: true,
			Data:   book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|never"}, "machines": {"name|group", "NEWM|NEW-G"}}),
			Create: []production.Missing{{Entity: "group", Names: []string{"NEW-G", "NEW-H"}}},
		}
		for _, dryRun := range []bool{true, false} {
			upload.DryRun = dryRun
			result, err := a.Production.Import(ctx, a.DB, upload)
			if err != nil || result.Total.Made != 1 || result.Committed == dryRun {
				t.Fatalf("dry run %v: %+v, %v", dryRun, result, err)
			}
		}
		var made []basedata.Group
		read(ctx, t, a, func(tx store.Tx) error {
			return tx.Select(&made).WhereIn("code", []string{"NEW-G", "NEW-H"}).Scan(ctx)
		})
		if len(made) != 1 || made[0].Code != "NEW-G" {
			t.Errorf("made %+v", made)
		}
	})
}
