package app

import (
	"context"
	"strconv"
	"strings"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/basedata"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// How many people a group has, and when it is there at all.

// validMembers are those members of groups who are there today: not disabled, not expired, not gone.
func validMembers(ctx context.Context, tx store.Tx, groups []basedata.Group) (map[string]bool, error) {
	var ids []string
	for i := range groups {
		ids = append(ids, groups[i].UserIDs...)
	}
	valid := map[string]bool{}
	if len(ids) == 0 {
		return valid, nil
	}
	var members []identity.Member
	if err := tx.Select(&members).Columns("id", "enabled", "expire_date").WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	today := todayIn(tx.Actor().Zone)
	for i := range members {
		m := &members[i]
		valid[m.ID] = m.Enabled && (m.ExpireDate == "" || m.ExpireDate >= today)
	}
	return valid, nil
}

func todayIn(zone string) quantity.Date {
	place, err := time.LoadLocation(zone)
	if err != nil {
		place = time.UTC
	}
	return quantity.Date(store.Now().In(place).Format(time.DateOnly))
}

// headcount is how many can work in a group of people at once: its valid members; without members the number that it was
// given, else as many as its hours a day fill shifts.
func headcount(g *basedata.Group, valid map[string]bool, periods [][2]string) int {
	n := 0
	for _, id := range g.UserIDs {
		if valid[id] {
			n++
		}
	}
	switch {
	case n > 0:
		return n
	case len(g.UserIDs) == 0 && g.Members > 0:
		return g.Members
	}
	if shift := minutesOf(periods); shift > 0 {
		n = int(g.Capacity.Float() * 60 / float64(shift))
	}
	return max(1, n)
}

// minutesOf sums the stretches of a working day.
func minutesOf(periods [][2]string) (minutes int) {
	for _, p := range periods {
		minutes += clockMinutes(p[1]) - clockMinutes(p[0])
	}
	return minutes
}

// clockMinutes reads what clockText writes.
func clockMinutes(text string) int {
	hour, minute, _ := strings.Cut(text, ":")
	h, _ := strconv.Atoi(hour)
	m, _ := strconv.Atoi(minute)
	return h*60 + m
}

// The days beyond which no schedule reaches.
var (
	longAgo   = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	farFuture = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

// hoursOfLife closes a group before its first day and after its last one; one whose last day is over is not scheduled.
func hoursOfLife(group *model.Group, g *basedata.Group, zone string) {
	place, err := time.LoadLocation(zone)
	if err != nil {
		place = time.UTC
	}
	if from, err := time.ParseInLocation(time.DateOnly, string(g.FromDate), place); err == nil {
		group.Exceptions = append(group.Exceptions, model.Exception{From: longAgo, To: from.UTC()})
	}
	if last, err := time.ParseInLocation(time.DateOnly, string(g.EndDate), place); err == nil {
		group.Exceptions = append(group.Exceptions, model.Exception{From: last.AddDate(0, 0, 1).UTC(), To: farFuture})
		group.Scheduled = group.Scheduled && g.EndDate >= todayIn(zone)
	}
}
