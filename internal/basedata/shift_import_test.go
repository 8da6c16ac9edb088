package basedata_test

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// A shift of a list's file that says no type gets the one that its times say, as in the workbook: a new one, and one whose type is
// cleared.
func TestAListTakesTheTypeOfAShiftFromItsTimes(t *testing.T) {
	each(t, func(s *shop) {
		must(s, s.master.Shifts, map[string]any{"name": "STORED", "shiftType": 4, "periods": []any{period("15:00", "23:00")}})
		must(s, s.master.Shifts, map[string]any{"name": "KEPT", "shiftType": 4, "periods": []any{period("15:00", "23:00")}})
		file := "name,shiftType,periods\nEARLY,,06:00-14:00\nLATE,,14:00-22:00\nNIGHT,,22:00-06:00\nROUND,,00:00-24:00\nDASH,-,22:00-06:00\nSAID,白班,22:00-06:00\nSTORED,-,\nKEPT,,06:00-14:00\n"
		sure := s.actor
		sure.Confirmed = "overwriteCalendars"
		ctx := store.WithActor(s.ctx, sure)
		if result := take(ctx, s.T, s.db, s.master.Shifts, file, false); !result.Committed || result.Created != 6 || result.Changed != 2 {
			s.Fatalf("%+v", result)
		}
		types := map[string]int{}
		if err := s.db.Read(s.ctx, func(tx store.Tx) error {
			var rows []basedata.Shift
			err := tx.Select(&rows).Scan(s.ctx)
			for _, r := range rows {
				types[r.Name] = r.ShiftType
			}
			return err
		}); err != nil {
			s.Fatal(err)
		}
		for name, want := range map[string]int{"EARLY": 1, "LATE": 2, "NIGHT": 3, "ROUND": 5, "DASH": 3, "SAID": 1, "STORED": 2, "KEPT": 4} {
			if types[name] != want {
				s.Errorf("%s is of type %d, want %d", name, types[name], want)
			}
		}
	})
}

// What a shift is called is the shop's choice: its form and its file both keep a type that the times do not say.
func TestFormAndFileKeepTheTypeOfAShiftThatTheyAreTold(t *testing.T) {
	each(t, func(s *shop) {
		form := must(s, s.master.Shifts, map[string]any{"name": "FORM", "shiftType": 1, "periods": []any{period("20:00", "08:00")}})
		if result := take(s.ctx, s.T, s.db, s.master.Shifts, "name,shiftType,periods\nFILE,白班,20:00-08:00\nFORM,白班,\n", false); !result.Committed || result.Created != 1 || result.Same != 1 {
			s.Fatalf("%+v", result)
		}
		var file basedata.Shift
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&file).Where("name = ?", "FILE").Scan(s.ctx) }); err != nil {
			s.Fatal(err)
		}
		if kept := read(s, s.master.Shifts, form.ID); kept.ShiftType != 1 || file.ShiftType != 1 {
			s.Errorf("by the form %d, by the file %d", kept.ShiftType, file.ShiftType)
		}
	})
}

// The hours of a period follow from its times. A file that says others is refused, with both; one that says the same or none goes in.
func TestHoursOfAPeriodThatAreNotThoseOfItsTimesAreRefused(t *testing.T) {
	each(t, func(s *shop) {
		file := "name,periods\n" +
			"WRONG,\"08:00,12:00,,,0,5,0\"\nMINUTES,\"08:00,12:00,10:00,10:15,0,3,30;13:00,17:00\"\nSAME,\"08:00,12:00,10:00,10:15,0,3,45\"\nNONE,\"08:00,12:00\"\n"
		result := take(problem.WithLanguage(s.ctx, "en"), s.T, s.db, s.master.Shifts, file, true)
		var told []string
		for _, f := range result.Faults {
			told = append(told, strings.Join([]string{f.Key, f.Column, f.Rule, f.Texts.En}, " | "))
		}
		if want := []string{
			"WRONG | periods.0.durationHours | measured | By its times “08:00-12:00” has 4 h 0 min of work, but the file says 5 h 0 min: correct them, or leave the hours out",
			"MINUTES | periods.0.durationHours | measured | By its times “08:00-12:00” has 3 h 45 min of work, but the file says 3 h 30 min: correct them, or leave the hours out",
		}; !slices.Equal(told, want) || result.Created != 2 {
			s.Errorf("%q, %+v", told, result)
		}
	})
}
