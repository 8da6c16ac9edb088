package store_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// nodes are two servers on one database; SQLite has one.
func nodes(t *testing.T, url string) [2]*store.DB {
	first := storetest.Open(t, url)
	if !first.Postgres() {
		return [2]*store.DB{first, first}
	}
	return [2]*store.DB{first, storetest.Open(t, url)}
}

// A rule over several rows holds whoever writes at the same moment, on whatever node: four rows may be there, and each of
// sixteen writers looks before it adds one.
func TestARuleOverSeveralRowsHoldsAmongWriters(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		dbs := nodes(t, url)
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, dbs[0], "a"))
		full := errors.New("there are four")
		errs := make(chan error, 16)
		for i := range 16 {
			go func() {
				errs <- dbs[i%2].Write(ctx, func(tx store.Tx) error {
					n, err := tx.Select((*section)(nil)).Count(ctx)
					if err != nil {
						return err
					}
					if n >= 4 {
						return full
					}
					return tx.Insert(ctx, &section{Name: fmt.Sprint("S", i), ChineseName: fmt.Sprint("S", i)})
				})
			}()
		}
		for range 16 {
			if err := <-errs; err != nil && !errors.Is(err, full) {
				t.Error(err)
			}
		}
		if got := names(ctx, t, dbs[0]); len(got) != 4 {
			t.Errorf("%d rows: %v", len(got), got)
		}
	})
}

// Two writers of one tenant that take the same rows in opposite orders come after one another; neither fails.
func TestWritersInOppositeOrdersDoNotDeadlock(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		dbs := nodes(t, url)
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, dbs[0], "a"))
		var rows []string
		for i := range 40 {
			rows = append(rows, insert(ctx, t, dbs[0], fmt.Sprint("S", i)).ID)
		}
		for range 5 {
			var both sync.WaitGroup
			for i, db := range dbs {
				ids := slices.Clone(rows)
				if i == 1 {
					slices.Reverse(ids)
				}
				both.Go(func() {
					if err := db.Write(ctx, func(tx store.Tx) error {
						for _, id := range ids {
							if _, err := tx.Change((*section)(nil)).Set("sort_order = sort_order + 1").Where("id = ?", id).Exec(ctx); err != nil {
								return err
							}
						}
						return nil
					}); err != nil {
						t.Error(err)
					}
				})
			}
			both.Wait()
		}
	})
}

// A tenant with more writers than the database has connections keeps no other tenant from writing.
func TestWaitingWritersLeaveConnectionsToOtherTenants(t *testing.T) {
	db := storetest.Open(t, storetest.Postgres(t)) // SQLite has one writer for all
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	a, b := store.WithActor(ctx, storetest.Tenant(t, db, "a")), store.WithActor(ctx, storetest.Tenant(t, db, "b"))
	stands, goOn := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	write := func(ctx context.Context, name string) {
		all.Go(func() {
			if err := db.Write(ctx, func(tx store.Tx) error { return tx.Insert(ctx, &section{Name: name, ChineseName: name}) }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Go(func() {
		if err := db.Write(a, func(tx store.Tx) error { close(stands); <-goOn; return nil }); err != nil {
			t.Error(err)
		}
	})
	<-stands
	for i := range 60 {
		write(a, fmt.Sprint("S", i))
	}
	leaver, leave := context.WithCancel(a)
	left := make(chan error)
	go func() { left <- db.Write(leaver, func(store.Tx) error { return nil }) }()
	for db.Writers() < 62 && ctx.Err() == nil {
		runtime.Gosched()
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("who left while it waited: %v", err)
	}
	insert(b, t, db, "CNC")
	close(goOn)
	all.Wait()
	if got := names(a, t, db); len(got) != 60 {
		t.Errorf("%d rows of those who waited", len(got))
	}
	if db.Writers() != 0 {
		t.Error("a queue is kept for nobody")
	}
}

// Transactions above tenants have no such lock: where two of them wait for each other, one is told that it may try again.
func TestADeadlockAboveTenantsIsNoFault(t *testing.T) {
	db := storetest.Open(t, storetest.Postgres(t)) // SQLite has one writer
	ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
	rows := [2]*section{insert(ctx, t, db, "A"), insert(ctx, t, db, "B")}
	var met sync.WaitGroup
	met.Add(2)
	errs := make(chan error, 2)
	for i := range 2 {
		go func() {
			errs <- db.System(ctx, "a test of two transactions above tenants", func(tx store.Tx) error {
				change := func(row *section) error {
					_, err := tx.Change((*section)(nil)).Set("sort_order = sort_order + 1").Where("id = ?", row.ID).Exec(ctx)
					return err
				}
				err := change(rows[i])
				met.Done()
				met.Wait()
				return errors.Join(err, change(rows[1-i]))
			})
		}()
	}
	first, second := <-errs, <-errs
	if first == nil {
		first = second
	} else if second != nil {
		t.Errorf("both failed: %v, %v", first, second)
	}
	if !errors.Is(first, store.ErrBusy) {
		t.Errorf("of two that wait for each other one is told %v", first)
	}
}
