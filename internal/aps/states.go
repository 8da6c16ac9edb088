package aps

import "mouldworks/internal/platform/problem"

// The verbs of a schedule's life.
type verb struct {
	name    problem.Text
	allowed []int // states
}

// Which verb is allowed in which state stands here and nowhere else. A published schedule may run again: its old plan
// stays in force until a newer one is published.
var (
	verbRun     = verb{L("排程", "run"), []int{NotStarted, Completed, Published}}
	verbEdit    = verb{L("修改", "edit"), []int{NotStarted, Completed}}
	verbRename  = verb{L("重命名", "rename"), []int{NotStarted, InProgress, Completed, Published}}
	verbDelete  = verb{L("删除", "delete"), []int{NotStarted, Completed}}
	verbCancel  = verb{L("取消排程", "cancel"), []int{InProgress}}
	verbCopy    = verb{L("复制重排", "copy and replan"), []int{Published}} // to plan again from now
	verbPublish = verb{L("发布", "publish"), []int{Completed}}
)

var statusNames = []problem.Text{L("未开始", "not started"), L("进行中", "in progress"), L("已完成", "completed"), L("已发布", "published")}

var msgState = L("排程“%s”%s，不能%s", "The schedule “%s” is %s: one cannot %s it now")

// check refuses a verb in a state where it has no meaning.
func (v verb) check(s *Schedule) error {
	for _, state := range v.allowed {
		if s.Status == state {
			return nil
		}
	}
	return problem.Refuse(msgState, s.Name, statusNames[s.Status], v.name)
}

// checkAhead allows a verb of a published schedule, too, once the schedule has a newer plan than the one in force.
func (v verb) checkAhead(s *Schedule, inForce FactoryPlan) error {
	if s.isAhead(inForce) {
		return nil
	}
	return v.check(s)
}

// isAhead tells that a published schedule has a newer plan than the one in force.
func (s *Schedule) isAhead(inForce FactoryPlan) bool {
	return s.Status == Published && s.PlanID != inForce.PlanID
}
