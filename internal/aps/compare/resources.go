package compare

import (
	"cmp"
	"slices"
	"time"

	"mouldworks/internal/aps/result"
)

// What the resources of two plans see of what changes between them. A task that was cut counts once on each of them.

// ResourceChange counts the changes that a resource sees.
type ResourceChange struct {
	Resource string `json:"resource"`
	Gained   int    `json:"gained"`
	Lost     int    `json:"lost"`
	Moved    int    `json:"moved"`
}

// segmented are the tasks of a plan by the id of the whole, each with its segments in their order.
type segmented struct {
	of    map[string][]*result.Task
	order []string
}

func segmentsOf(tasks []result.Task) segmented {
	s := segmented{of: map[string][]*result.Task{}}
	for i := range tasks {
		id := tasks[i].Whole()
		if s.of[id] == nil {
			s.order = append(s.order, id)
		}
		s.of[id] = append(s.of[id], &tasks[i])
	}
	for _, rows := range s.of {
		slices.SortFunc(rows, func(x, y *result.Task) int { return cmp.Compare(x.Segment, y.Segment) })
	}
	return s
}

// inOrder are those that are left, as the plan has them.
func (s segmented) inOrder() (tasks [][]*result.Task) {
	for _, id := range s.order {
		if rows := s.of[id]; rows != nil {
			tasks = append(tasks, rows)
		}
	}
	return tasks
}

// floorChanges are the changes by the name of the resource.
type floorChanges map[string]*ResourceChange

func (f floorChanges) on(resource string) *ResourceChange {
	if f[resource] == nil {
		f[resource] = &ResourceChange{Resource: resource}
	}
	return f[resource]
}

// count counts a task on the resources that have segments of it in either plan.
func (f floorChanges) count(before, after []*result.Task) {
	was, now := stands(before), stands(after)
	for id, p := range now {
		switch old, stood := was[id]; {
		case !stood:
			f.on(p.name).Gained++
		case !slices.EqualFunc(old.starts, p.starts, time.Time.Equal):
			f.on(p.name).Moved++
		}
	}
	for id, p := range was {
		if _, stays := now[id]; !stays {
			f.on(p.name).Lost++
		}
	}
}

func (f floorChanges) list() []ResourceChange {
	changes := []ResourceChange{}
	for _, c := range f {
		changes = append(changes, *c)
	}
	slices.SortFunc(changes, func(a, b ResourceChange) int { return cmp.Compare(a.Resource, b.Resource) })
	return changes
}

// stand is when segments of a task begin on a resource.
type stand struct {
	name   string
	starts []time.Time
}

// stands are where the segments of a task stand, by the id of the resource.
func stands(rows []*result.Task) map[string]stand {
	at := map[string]stand{}
	for _, t := range rows {
		if t.PlannedStart != nil {
			at[t.ResourceID] = stand{t.ResourceName, append(at[t.ResourceID].starts, *t.PlannedStart)}
		}
	}
	return at
}
