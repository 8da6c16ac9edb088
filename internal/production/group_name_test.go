package production_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A resource group is called by its name in the list of operations and in what refuses one, as plans do.
func TestOperationsCallGroupsByTheirNames(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		o := s.oneOperation(ctx, t, 1)
		var group *basedata.Group
		var page resource.Page[*production.Operation]
		write(ctx, t, s, func(tx store.Tx) (err error) {
			if group, err = s.master.Groups.Get(ctx, tx, o.GroupID); err != nil {
				return err
			}
			page, err = s.production.Operations.List(ctx, tx, resource.Query{Size: 10})
			return err
		})
		if got := page.Names[o.GroupID]; group.Name == group.Code || got != group.Name {
			t.Errorf("the list calls %s (%s) %q", group.Name, group.Code, got)
		}
		idle := basedata.Group{Code: "IDLE", Name: "闲置组", Kind: basedata.GroupMachines, CalendarID: group.CalendarID, ShiftID: group.ShiftID, Valid: true}
		write(ctx, t, s, func(tx store.Tx) error { return s.master.Groups.Save(ctx, tx, &idle) })
		err := s.db.Write(ctx, func(tx store.Tx) error {
			_, err := s.production.Operations.Patch(ctx, tx, o.ID, changesOf(t, fmt.Sprintf(`{"version": %d, "groupId": %q}`, o.Version, idle.ID)))
			return err
		})
		for language, want := range map[string]string{problem.Chinese: "资源组“闲置组”不参与排程", problem.English: "The resource group “闲置组” does not take part in scheduling"} {
			_, data := problem.Of(err).Wire(language)
			if raw, _ := json.Marshal(data); !strings.Contains(string(raw), `"message":"`+want+`"`) {
				t.Errorf("an idle group: %s", raw)
			}
		}
	})
}
