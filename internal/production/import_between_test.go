package production_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/production"
)

// Between every two pieces of an import another company and another person of the same one write, and nothing of anybody
// is lost: what they saved stands, what the import says is in is in, and what it left out is named.
func TestOthersWriteBetweenThePiecesOfAnImport(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		mine, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		second := mine
		second.AccountID = store.NewID()
		north := storetest.Tenant(t, s.db, "north")
		const moulds = 30
		sheets := manyMoulds(mill, moulds)
		s.importBook(ctx, t, book(t, sheets))
		for i := range sheets["parts"][1:] {
			sheets["parts"][i+1] = sheets["parts"][i+1][:len("M00|P0|")] + "new"
		}
		deps, pieces := s.deps(), 0
		deps.PieceWritten = func(context.Context) {
			pieces++
			for _, who := range []store.Actor{second, north} {
				own := store.WithActor(context.WithoutCancel(ctx), who)
				if err := s.db.Write(own, func(tx store.Tx) error {
					if err := tx.Insert(own, &production.Mould{MouldNo: fmt.Sprintf("own %02d", pieces), Priority: 50}); err != nil {
						return err
					}
					if who.TenantID != mine.TenantID {
						return nil
					}
					var m production.Mould // of the last piece, always still to come
					if err := tx.Select(&m).Where("mould_no = ?", fmt.Sprintf("M%02d", moulds-1)).Scan(own); err != nil {
						return err
					}
					m.Name = fmt.Sprintf("theirs %d", pieces)
					return tx.Update(own, &m)
				}); err != nil {
					t.Error(err)
				}
			}
		}
		result, err := production.New(deps).Import(ctx, s.db, production.Upload{Name: "x.xlsx", Data: book(t, sheets), Trusted: true})
		last := fmt.Sprintf("M%02d", moulds-1)
		if err != nil || pieces < 3 || !slices.Equal(result.NotWritten, []string{last}) {
			t.Fatalf("%v, %d pieces, %+v", err, pieces, result.NotWritten)
		}
		read(ctx, t, s, func(tx store.Tx) error {
			var all []production.Mould
			if err := tx.Select(&all).Order("mould_no").Scan(ctx); err != nil {
				return err
			}
			changed, theirs := 0, 0
			for _, m := range all {
				var parts []production.Part
				if err := tx.Select(&parts).Where("mould_id = ?", m.ID).Scan(ctx); err != nil {
					return err
				}
				for _, p := range parts {
					if p.Name == "new" && m.MouldNo != last {
						changed++
					} else if p.Name != "old" || m.MouldNo != last {
						t.Errorf("%s %s is %s", m.MouldNo, p.PartNo, p.Name)
					}
				}
				switch {
				case m.MouldNo == last && m.Name != fmt.Sprintf("theirs %d", pieces-1) && m.Name != fmt.Sprintf("theirs %d", pieces):
					t.Errorf("what another person saved is lost: %+v", m)
				case len(parts) == 0:
					theirs++
				}
			}
			if changed != result.Counts["parts"].Changed || changed != 8*(moulds-1) || theirs != pieces {
				t.Errorf("%d parts are changed, the import says %+v; %d moulds of another person after %d pieces", changed, result.Counts["parts"], theirs, pieces)
			}
			return nil
		})
		own := store.WithActor(context.WithoutCancel(ctx), north)
		if got := storedMoulds(own, t, s); len(got) != pieces {
			t.Errorf("the other company has %q after %d pieces", got, pieces)
		}
	})
}
