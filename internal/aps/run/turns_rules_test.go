package run

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/solver"
)

// waits is a waiting run of a factory, begun to wait some minutes after the start.
func waits(id, tenant, factory string, minutes int) entity.Run {
	run := entity.Run{}
	run.ID, run.TenantID, run.FactoryID, run.CreatedAt = id, tenant, factory, modeltest.Start.Add(time.Duration(minutes)*time.Minute)
	return run
}

// Tenants take turns by when they were served last, then the factories of each, then runs by age, then by id.
func TestTheOrderOfTurns(t *testing.T) {
	began := func(tenant, factory string, minutes int) runTurn {
		at := modeltest.Start.Add(time.Duration(minutes) * time.Minute)
		turn := runTurn{BeganAt: &at}
		turn.TenantID, turn.FactoryID = tenant, factory
		return turn
	}
	never := began("a", "f", 0)
	never.BeganAt = nil
	for _, c := range []struct {
		what    string
		served  []runTurn
		waiting []entity.Run
		want    string
	}{
		{"nobody waits", nil, nil, ""},
		{"the oldest first", nil, []entity.Run{waits("2", "t", "f", 5), waits("1", "t", "f", 9), waits("3", "t", "f", 1)}, "3 2 1"},
		{"of the same moment by id", nil, []entity.Run{waits("2", "t", "f", 5), waits("1", "t", "f", 5)}, "1 2"},
		{"two tenants take turns", nil, []entity.Run{waits("a1", "a", "f", 1), waits("a2", "a", "f", 2), waits("a3", "a", "f", 3), waits("b1", "b", "g", 9), waits("b2", "b", "g", 10)}, "a1 b1 a2 b2 a3"},
		{"two factories take turns", nil, []entity.Run{waits("f1", "a", "f", 1), waits("f2", "a", "f", 2), waits("g1", "a", "g", 9), waits("g2", "a", "g", 10)}, "f1 g1 f2 g2"},
		{"two tenants at the same moment", nil, []entity.Run{waits("b1", "b", "g", 1), waits("a1", "a", "f", 1)}, "a1 b1"},
		{"who was served waits", []runTurn{began("a", "f", -5)}, []entity.Run{waits("a1", "a", "f", 1), waits("b1", "b", "g", 9)}, "b1 a1"},
		{"who was served longer ago comes first", []runTurn{began("a", "f", -5), began("b", "g", -9)}, []entity.Run{waits("a1", "a", "f", 1), waits("b1", "b", "g", 9)}, "b1 a1"},
		{"the last turn of a tenant counts", []runTurn{began("b", "h", -3), began("b", "g", -9), began("a", "f", -5)}, []entity.Run{waits("b1", "b", "g", 1), waits("a1", "a", "f", 9)}, "a1 b1"},
		{"whichever is read last", []runTurn{began("a", "f", -5), began("b", "g", -9), began("b", "h", -3)}, []entity.Run{waits("b1", "b", "g", 1), waits("a1", "a", "f", 9)}, "a1 b1"},
		{"the factory of a tenant that waited longer", []runTurn{began("a", "f", -3), began("a", "g", -9)}, []entity.Run{waits("f1", "a", "f", 1), waits("g1", "a", "g", 9)}, "g1 f1"},
		{"a turn without a run is none", []runTurn{never, began("b", "g", -60*24*365*100)}, []entity.Run{waits("b1", "b", "g", 1), waits("a1", "a", "f", 9)}, "b1 a1"},
		{"turns that are to come count from the latest", []runTurn{began("a", "f", 500), began("b", "g", 400)}, []entity.Run{waits("a1", "a", "f", 1), waits("b1", "b", "g", 2), waits("b2", "b", "g", 3)}, "b1 a1 b2"},
	} {
		var ids []string
		turns := turnsOf(c.served)
		for range 3 { // maps have no order
			ids = nil
			for _, run := range turns.order(c.waiting) {
				ids = append(ids, run.ID)
			}
			if got := strings.Join(ids, " "); got != c.want {
				t.Errorf("%s: %s, want %s", c.what, got, c.want)
				break
			}
		}
	}
}

// A waiting run knows its place among all and how many of its factory stand before it; those that stand elsewhere than before
// are told.
func TestPlacesOfWaitingRuns(t *testing.T) {
	a1, b1, a2, c1 := waits("a1", "a", "f", 0), waits("b1", "b", "f", 0), waits("a2", "a", "f", 0), waits("c1", "a", "g", 0)
	var p queuePlaces
	for _, step := range []struct {
		order []*entity.Run
		moved string
		want  string
	}{
		{[]*entity.Run{&a1, &b1, &a2, &c1}, "a1 b1 a2 c1", "a1 1+0, b1 2+0, a2 3+1, c1 4+0"},
		{[]*entity.Run{&a1, &b1, &a2, &c1}, "", "a1 1+0, b1 2+0, a2 3+1, c1 4+0"},
		{[]*entity.Run{&a1, &a2, &b1, &c1}, "a2 b1", "a1 1+0, b1 3+0, a2 2+1, c1 4+0"},
		{[]*entity.Run{&a2, &c1}, "a2 c1", "a1 0+0, b1 0+0, a2 1+0, c1 2+0"},
		{nil, "", "a1 0+0, b1 0+0, a2 0+0, c1 0+0"},
	} {
		var moved, now []string
		for _, run := range p.replace(step.order) {
			moved = append(moved, run.ID)
		}
		for _, id := range []string{"a1", "b1", "a2", "c1"} {
			at := p.of(id)
			now = append(now, fmt.Sprintf("%s %d+%d", id, at.place, at.own))
		}
		if got := strings.Join(moved, " "); got != step.moved {
			t.Errorf("told: %q, want %q", got, step.moved)
		}
		if got := strings.Join(now, ", "); got != step.want {
			t.Errorf("%s, want %s", got, step.want)
		}
	}
}

// The objective of a run is the second value of its plan, behind what has no place; the bar goes by the first plan of the search.
func TestWhatARunTellsOfItsPlan(t *testing.T) {
	for _, c := range []struct {
		value []int64
		want  int64
	}{{nil, 0}, {[]int64{7}, 0}, {[]int64{7, 5}, 5}, {[]int64{7, 5, 3}, 5}} {
		if got := objective(c.value); got != c.want {
			t.Errorf("%v: %d", c.value, got)
		}
	}
	w := &worker{}
	value := []int64{0, 9}
	w.goes(solver.Progress{Value: value})
	value[1] = 4
	w.goes(solver.Progress{Value: value})
	if !slices.Equal(w.first, []int64{0, 9}) {
		t.Errorf("the first plan was worth %v", w.first)
	}
}
