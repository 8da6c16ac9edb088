package app

import (
	"context"
	"testing"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// BASE-TEAM-01: the weekly capacity of a group of the demo factory follows its machines, its holidays and its exceptions.
func TestTheCapacityOfAGroupFollowsItsRecords(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var machine basedata.Machine
		var group basedata.Group
		write(ctx, t, a, func(tx store.Tx) error {
			q := tx.Select(&machine).Where("status = ?", basedata.MachineNormal).Where("scheduled = ?", true)
			if err := q.Order("name").Limit(1, 0).Scan(ctx); err != nil {
				return err
			}
			if err := tx.Select(&group).Where("id = ?", machine.GroupID).Scan(ctx); err != nil {
				return err
			}
			// Whatever the demo and the day of the test bring: no unattended hours, no holidays, no exceptions.
			if _, err := tx.Change((*basedata.Machine)(nil)).Set("automation = ?", false).Where("group_id = ?", group.ID).Exec(ctx); err != nil {
				return err
			}
			if _, err := tx.Remove((*basedata.Exception)(nil)).Where("1 = 1").Exec(ctx); err != nil {
				return err
			}
			return rests(ctx, tx, group.CalendarID)
		})
		week := func() (c basedata.GroupCapacity, w basedata.CapacityWeek) {
			read(ctx, t, a, func(tx store.Tx) (err error) { c, err = a.Master.GroupCapacity(ctx, tx, group.ID); return err })
			return c, c.Weeks[4]
		}
		before, first := week()
		if first.Hours == 0 || before.Units == 0 || before.Shift == 0 || len(before.Notes) != 0 || first.Usual != first.Hours {
			t.Fatalf("at first %+v", before)
		}
		monday := first.From.In(time.UTC)
		from, to := monday.AddDate(0, 0, -1), monday.AddDate(0, 0, 8)
		exception := &basedata.Exception{MachineID: machine.ID, Kind: basedata.ExceptionMaintenance, From: &from, To: &to, Reason: "大修"}
		write(ctx, t, a, func(tx store.Tx) error { return a.Master.Exceptions.Save(ctx, tx, exception) })
		_, repaired := week()
		if lost := first.Hours - repaired.Hours; int(lost)*before.Units != int(first.Hours) || repaired.Usual != first.Usual {
			t.Errorf("with a machine away for the week: %+v after %+v", repaired, first)
		}
		write(ctx, t, a, func(tx store.Tx) error {
			last := quantity.DateOf(monday.AddDate(0, 0, 6), time.UTC)
			return rests(ctx, tx, group.CalendarID, basedata.Holiday{Kind: basedata.HolidayFixed, Type: basedata.HolidayRest, From: first.From, To: last})
		})
		if _, shut := week(); shut.Hours != 0 || shut.Usual != first.Usual {
			t.Errorf("in a week of holidays: %+v", shut)
		}
		write(ctx, t, a, func(tx store.Tx) error {
			_, err := tx.Change((*basedata.Machine)(nil)).Set("status = ?", basedata.MachineInvalid).Where("group_id = ?", group.ID).Exec(ctx)
			return err
		})
		if none, _ := week(); none.Units != 0 || len(none.Notes) != 1 || none.Notes[0] != basedata.NoteUnits {
			t.Errorf("without machines: %+v", none)
		}
	})
}

// rests gives a calendar weekly rests alone, on Sundays, and some holidays.
func rests(ctx context.Context, tx store.Tx, calendarID string, holidays ...basedata.Holiday) error {
	var c basedata.Calendar
	if err := tx.Select(&c).Where("id = ?", calendarID).Scan(ctx); err != nil {
		return err
	}
	c.Holidays = append(holidays, basedata.Holiday{Kind: basedata.HolidayFloating, Type: basedata.HolidayRest, Weekday: 7})
	return tx.Update(ctx, &c)
}
