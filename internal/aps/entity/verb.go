package entity

import "mouldworks/internal/platform/problem"

// L is a short name for texts.
var L = problem.L

// Verb is what may be done with a schedule in some of its states.
type Verb struct {
	name    problem.Text
	allowed []int // states
}

// Which verb is allowed in which state stands here and nowhere else. A published schedule may run again: its old plan
// stays in force until a newer one is published.
var (
	VerbRun     = Verb{L("排程", "run"), []int{NotStarted, Completed, Published}}
	VerbEdit    = Verb{L("修改", "edit"), []int{NotStarted, Completed}}
	VerbRename  = Verb{L("重命名", "rename"), []int{NotStarted, InProgress, Completed, Published}}
	VerbDelete  = Verb{L("删除", "delete"), []int{NotStarted, Completed}}
	VerbCancel  = Verb{L("取消排程", "cancel"), []int{InProgress}}
	VerbCopy    = Verb{L("复制重排", "copy and replan"), []int{Published}} // to plan again from now
	VerbPublish = Verb{L("发布", "publish"), []int{Completed}}
	VerbChange  = Verb{L("变更计划", "change the plan of"), []int{Completed, Published}}
)

// StatusNames are the states of a schedule in refusals.
var StatusNames = []problem.Text{L("未开始", "not started"), L("进行中", "in progress"), L("已完成", "completed"), L("已发布", "published")}

var msgState = L("排程“%s”%s，不能%s", "The schedule “%s” is %s: one cannot %s it now")

// Check refuses a verb in a state where it has no meaning.
func (v Verb) Check(s *Schedule) error {
	for _, state := range v.allowed {
		if s.Status == state {
			return nil
		}
	}
	return v.Refuse(s, s.Status)
}

// Refuse refuses a verb because of a state.
func (v Verb) Refuse(s *Schedule, state int) error {
	return problem.Refuse(msgState, s.Name, StatusNames[state], v.name)
}

// CheckAhead allows a verb of a published schedule, too, once the schedule has a newer plan than the one in force.
func (v Verb) CheckAhead(s *Schedule, inForce FactoryPlan) error {
	if s.IsAhead(inForce) {
		return nil
	}
	return v.Check(s)
}
