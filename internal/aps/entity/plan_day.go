package entity

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/aps/completion"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// PlanDay is a day with the plan that was in force when it began. It is stored when another plan takes the place of that one, and never
// changes: a later plan, or another zone of the factory, says nothing about days that were planned before.
type PlanDay struct {
	bun.BaseModel `bun:"table:plan_day"`
	store.FactoryRow
	Day          string        `bun:"day"` // YYYY-MM-DD in the zone of that time
	Begins       time.Time     `bun:"begins"`
	Ends         time.Time     `bun:"ends"`
	PlanID       string        `bun:"plan_id"`
	PlanNumber   int           `bun:"plan_number"`
	ScheduleName string        `bun:"schedule_name"`
	Tasks        []PlanDayTask `bun:"-"`
}

// Bounds are the day as it is counted by.
func (d *PlanDay) Bounds() completion.Day {
	return completion.Day{Date: d.Day, Begins: d.Begins, Ends: d.Ends}
}

// PlanDayTask is a task that the plan of a day meant to end on it, with the names that it had.
type PlanDayTask struct {
	bun.BaseModel `bun:"table:plan_day_task"`
	store.FactoryRow
	Day          string           `bun:"day"`
	TaskID       string           `bun:"task_id"` // of the whole task, where it was cut
	MouldID      string           `bun:"mould_id"`
	MouldNo      string           `bun:"mould_no"`
	PartNo       string           `bun:"part_no"`
	PartName     string           `bun:"part_name"`
	BatchID      string           `bun:"batch_id"`
	BatchNo      string           `bun:"batch_no"`
	Qty          int              `bun:"qty"`
	OpNo         int              `bun:"op_no"`
	ProcessName  string           `bun:"process_name"`
	SectionName  string           `bun:"section_name"`
	GroupName    string           `bun:"group_name"`
	ResourceID   string           `bun:"resource_id"`
	ResourceName string           `bun:"resource_name"`
	PlannedEnd   time.Time        `bun:"planned_end"` // of its last segment
	Minutes      quantity.Minutes `bun:"minutes"`     // planned, of all segments
	Outsourced   bool             `bun:"outsourced"`
}

// Belonging says that a task of a day is hidden as the task of the plan is.
func (*PlanDayTask) Belonging() store.Belonging { return (*result.Task)(nil).Belonging() }

// Operation is the id of the operation of the task.
func (t *PlanDayTask) Operation() string { return strings.TrimSuffix(t.TaskID, "/"+t.BatchID) }

// Plan adds a task that is to end on the day, with the minutes of all its segments.
func (d *PlanDay) Plan(t *result.Task, end time.Time, minutes quantity.Minutes) {
	d.Tasks = append(d.Tasks, PlanDayTask{
		Day: d.Day, TaskID: t.Whole(), MouldID: t.MouldID, MouldNo: t.MouldNo, PartNo: t.PartNo, PartName: t.PartName, BatchID: t.BatchID, BatchNo: t.BatchNo, Qty: t.Qty, OpNo: t.OpNo,
		ProcessName: t.ProcessName, SectionName: t.SectionName, GroupName: t.GroupName, ResourceID: t.ResourceID, ResourceName: t.ResourceName, PlannedEnd: end, Minutes: minutes, Outsourced: t.Outsourced,
	})
}

// KeepPlanDays stores days with their tasks.
func KeepPlanDays(ctx context.Context, tx store.Tx, days []PlanDay) error {
	if err := tx.Insert(ctx, &days); err != nil {
		return err
	}
	var tasks []PlanDayTask
	for i := range days {
		tasks = append(tasks, days[i].Tasks...)
	}
	return tx.Insert(ctx, &tasks)
}

// PlanDays reads the stored days within two dates with their tasks.
func PlanDays(ctx context.Context, tx store.Tx, first, last string) (days []PlanDay, err error) {
	if err := tx.Select(&days).Where("day >= ? AND day <= ?", first, last).Order("day").Scan(ctx); err != nil {
		return nil, err
	}
	var tasks []PlanDayTask
	if err := tx.Select(&tasks).Where("day >= ? AND day <= ?", first, last).Order("day", "planned_end", "task_id").Scan(ctx); err != nil {
		return nil, err
	}
	at := map[string]*PlanDay{}
	for i := range days {
		at[days[i].Day] = &days[i]
	}
	for i := range tasks {
		if d := at[tasks[i].Day]; d != nil {
			d.Tasks = append(d.Tasks, tasks[i])
		}
	}
	return days, nil
}

// LastPlanDay is the newest stored day, empty before the first one.
func LastPlanDay(ctx context.Context, tx store.Tx) (day string, err error) {
	var days []string
	err = tx.Select((*PlanDay)(nil)).Columns("day").Order("day DESC").Limit(1, 0).ScanColumn(ctx, &days)
	return cmp.Or(append(days, "")...), err
}

// TasksOfDays gives days, which follow each other, the tasks that a plan means to end on them. What was finished when the plan was made
// stands in it for its history, and was planned for no day.
func TasksOfDays(ctx context.Context, tx store.Tx, planID string, days []PlanDay) error {
	if len(days) == 0 {
		return nil
	}
	var rows []result.Task
	// Of a task that was cut all segments are needed: the last one may end later than the days, or have no place.
	if err := tx.Select(&rows).Where("plan_id = ?", planID).Where("status <> ?", model.OpFinished).
		Where("segment > 0 OR planned_end >= ? AND planned_end < ?", days[0].Begins.UTC(), days[len(days)-1].Ends.UTC()).Order("id").Scan(ctx); err != nil {
		return err
	}
	pieces := make([]completion.Piece, len(rows))
	for i := range rows {
		pieces[i] = completion.Piece{Task: rows[i].Whole(), End: rows[i].PlannedEnd, Minutes: int64(rows[i].Planned())}
	}
	d := 0
	for _, w := range completion.Wholes(pieces) {
		for d < len(days) && !w.End.Before(days[d].Ends) {
			d++
		}
		if d == len(days) {
			break
		}
		if w.End.Before(days[d].Begins) {
			continue
		}
		days[d].Plan(&rows[w.Last], w.End, quantity.Minutes(w.Minutes))
	}
	return nil
}
