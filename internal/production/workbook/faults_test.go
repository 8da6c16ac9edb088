package workbook_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/production/workbook"
)

// A file of nothing but faults is counted to its last fault, although only the first of them are kept one by one; every row
// is still named, with the level of its faults.
func TestFaultsBeyondThoseKeptAreCounted(t *testing.T) {
	const rows = 6000
	var file strings.Builder
	file.WriteString("mouldNo,partNo,opNo,hours,crew,lock\n")
	for n := range rows {
		fmt.Fprintf(&file, "M%d,P1,10,x,-3,9\n", n)
	}
	res, err := workbook.Parse(t.Context(), "operations.csv", []byte(file.String()), workbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	broken, missing, places := 0, 0, map[workbook.Place]bool{}
	for f := range res.Faults.All() {
		places[f.Place()] = true
		if f.OnlyNew {
			missing += f.Count()
		} else {
			broken += f.Count()
		}
	}
	if broken != 3*rows || len(places) != rows {
		t.Errorf("%d broken cells in %d rows", broken, len(places))
	}
	if missing%rows != 0 || missing == 0 {
		t.Errorf("%d missing values", missing)
	}
	if most := workbook.MostFaults + 2*rows; res.Faults.Len() > most {
		t.Errorf("%d faults are kept", res.Faults.Len())
	}
	if len(res.Book.Operations) != rows || !res.Book.Operations[rows-1].Faulty {
		t.Error("a row whose faults are folded is not marked")
	}
}

// leaving is a caller who goes after the question whether they are still there was answered so many times.
type leaving struct {
	context.Context
	left int
}

func (l *leaving) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

// Reading ends with the caller who goes in its middle.
func TestReadingEndsWithItsCaller(t *testing.T) {
	var csv strings.Builder
	csv.WriteString("mouldNo\n")
	for n := range 20_000 {
		fmt.Fprintf(&csv, "M%d\n", n)
	}
	for name, data := range map[string]string{
		"moulds.csv": csv.String(), "x.json": `{"moulds":[` + strings.Repeat(`{"mouldNo":"M"},`, 20_000) + `{}]}`,
		"y.json": `{"nothing":[` + strings.Repeat(`[],`, 20_000) + `0]}`,
	} {
		if _, err := workbook.Parse(&leaving{t.Context(), 3}, name, []byte(data), workbook.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
