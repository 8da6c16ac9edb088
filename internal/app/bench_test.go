package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/program"
)

// BenchmarkSaveDuringRun saves a machine while nothing runs, and while one run of the demo's sixty moulds after the other
// searches and writes its plan. On SQLite, with one writer, the p95 may at most double.
func BenchmarkSaveDuringRun(b *testing.B) {
	a, ctx, actor := benchFactory(b)
	if err := a.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	if err := a.demoPlan(ctx, actor); err != nil {
		b.Fatal(err)
	}
	var machine basedata.Machine
	var schedule *entity.Schedule
	if err := a.DB.Write(ctx, func(tx store.Tx) (err error) {
		if err = tx.Select(&machine).Order("name").Limit(1, 0).Scan(ctx); err != nil {
			return err
		}
		start := time.Now().Truncate(time.Hour)
		schedule, err = a.APS.Save(ctx, tx, entity.Config{Name: "Bench", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 2.0}})
		return err
	}); err != nil {
		b.Fatal(err)
	}
	b.Run("idle", func(b *testing.B) { a.benchSaves(ctx, b, machine.ID) })
	b.Run("running", func(b *testing.B) {
		stop := make(chan struct{})
		ended := make(chan error)
		go func() { ended <- a.keepRunning(ctx, schedule.ID, stop) }()
		a.benchSaves(ctx, b, machine.ID)
		close(stop)
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
}

// benchSaves changes a machine as its form does: read, change, rules, write, log.
func (a *App) benchSaves(ctx context.Context, b *testing.B, id string) {
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			m, err := a.Master.Machines.Get(ctx, tx, id)
			if err != nil {
				return err
			}
			m.SerialNumber = strconv.Itoa(len(took))
			return a.Master.Machines.Save(ctx, tx, m)
		}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
		time.Sleep(5 * time.Millisecond) // people do not save without a pause
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

// keepRunning starts a run whenever none is on, until it is stopped; then it waits for the last one.
func (a *App) keepRunning(ctx context.Context, scheduleID string, stop <-chan struct{}) error {
	for stopped := false; ; time.Sleep(20 * time.Millisecond) {
		select {
		case <-stop:
			stopped = true
		default:
		}
		var s entity.Schedule
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&s).Where("id = ?", scheduleID).Scan(ctx) }); err != nil {
			return err
		}
		if s.Status == entity.InProgress {
			continue
		}
		if stopped {
			return nil
		}
		if err := a.DB.Write(ctx, func(tx store.Tx) error { _, err := a.APS.Start(ctx, tx, scheduleID); return err }); err != nil {
			return err
		}
	}
}

// BenchmarkProgramList reads a page of the operations that wait for their program, of 20 000 that need one in 200 open moulds.
func BenchmarkProgramList(b *testing.B) {
	a, ctx, _ := benchFactory(b)
	if err := a.DB.Write(ctx, func(tx store.Tx) error { return writeMilled(ctx, tx, 200, 20, 5) }); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			list, err := a.Programs.List(ctx, tx, &program.ListInput{Page: 100, Size: 50, Missing: true})
			if err == nil && (len(list.Rows) != 50 || list.Total != 20000) {
				b.Errorf("%d of %d rows", len(list.Rows), list.Total)
			}
			return err
		}); err != nil {
			b.Fatal(err)
		}
	}
}

// benchFactory is a company with the demo's basic data, on SQLite.
func benchFactory(b *testing.B) (*App, context.Context, store.Actor) {
	b.Helper()
	a, err := Open(b.Context(), Options{Data: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := a.Close(context.Background()); err != nil {
			b.Error(err)
		}
	})
	actor, err := a.demoPeople(b.Context(), "Passw0rd1")
	if err != nil {
		b.Fatal(err)
	}
	ctx := store.WithActor(b.Context(), actor)
	if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.writeMasters(ctx, tx, demo.Factory()) }); err != nil {
		b.Fatal(err)
	}
	return a, ctx, actor
}

// writeMilled writes moulds with parts whose every operation needs a program, and has been begun.
func writeMilled(ctx context.Context, tx store.Tx, moulds, parts, operations int) error {
	var section basedata.Section
	var group basedata.Group
	var process basedata.Process
	if err := tx.Select(&section).Where("need_cam = ?", true).Limit(1, 0).Scan(ctx); err != nil {
		return err
	}
	if err := tx.Select(&group).Where("section_id = ?", section.ID).Limit(1, 0).Scan(ctx); err != nil {
		return err
	}
	if err := tx.Select(&process).Limit(1, 0).Scan(ctx); err != nil {
		return err
	}
	for m := range moulds {
		mould := production.Mould{MouldNo: fmt.Sprintf("B%04d", m), Status: production.MouldOpen}
		if err := tx.Insert(ctx, &mould); err != nil {
			return err
		}
		for p := range parts {
			part := production.Part{MouldID: mould.ID, PartNo: fmt.Sprintf("P%02d", p), Qty: 1}
			if err := tx.Insert(ctx, &part); err != nil {
				return err
			}
			for o := range operations {
				row := production.Operation{MouldID: mould.ID, PartID: part.ID, OpNo: 10 * (o + 1), ProcessID: process.ID, GroupID: group.ID}
				if err := tx.Insert(ctx, &row); err != nil {
					return err
				}
				if err := tx.Insert(ctx, &production.Progress{MouldID: mould.ID, OperationID: row.ID, Status: production.Running, ReportedAt: time.Now()}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
