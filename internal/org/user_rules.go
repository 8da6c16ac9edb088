package org

import (
	"context"
	"maps"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

var (
	msgPhone         = L("手机号须为 6 到 15 位数字", "The phone number has 6 to 15 digits")
	msgOwnPhone      = L("手机号只能由本人在“个人中心”修改；尚未加入的人员请打开其用户更改", "Only its owner changes the phone number, on the page of their own account; of somebody who has not come in, open the user to correct it")
	msgNotSelf       = L("不能停用自己，也不能把自己设为离职或过期", "Nobody disables themselves, says that they have quit or lets themselves expire")
	msgNotOwnSelf    = L("不能删除自己", "Nobody deletes themselves")
	msgLastAdmin     = L("“%s”是最后一位可登录的管理员，企业至少要有一位", "“%s” is the last administrator who can sign in, and a company needs one")
	msgAdminsEnd     = L("%s 之后企业将没有管理员。请先让另一位管理员的有效期晚于这一天", "Nobody would administer the company beyond %s: first, another administrator must stay after that day")
	msgNotOwnGuest   = L("不能把自己设为供应商或客户的人员", "Nobody makes themselves a person of a supplier or a customer")
	msgHasQuit       = L("离职的人员不能启用，请先改为在职", "Who has quit cannot be enabled; say that they are in the job first")
	msgBeyondReach   = L("请选择您数据范围内的部门", "Choose a department within your data scope")
	msgOneGuest      = L("供应商和客户只能选一个", "Somebody belongs to a supplier or to a customer, not to both")
	msgFactory       = L("请选择可以进入的工厂", "Choose the factories that the person may enter")
	msgSheetWay      = L("导入的用户通过短信邀请加入；需要初始密码的请逐个新增", "Users of a file are invited by SMS; add those with an initial password one by one")
	msgBeyondFactory = L("只能选择您自己可以进入的工厂", "Choose among the factories that you may enter yourself")
	msgWayDone       = L("用户建立后不能更改加入方式", "The way to join cannot change once the user is there")
)

// works tells whether somebody may sign in today.
func (m *User) works(today quantity.Date) bool {
	return m.Enabled && (m.ExpireDate == "" || today <= m.ExpireDate)
}

// today is the day in the company's zone, by which people expire.
func today(tx store.Tx) quantity.Date { return quantity.DateOf(store.Now(), resource.ZoneOf(tx)) }

// office is what whoever asks may decide about other users, and who keeps the company administrable.
type office struct {
	Rights
	day    quantity.Date
	admins map[string]quantity.Date // by id, the last days of those who sign in and may do everything
}

func (d *Org) office(ctx context.Context, tx store.Tx) (*office, error) {
	rights, err := d.deps.Rights(ctx, tx)
	if err != nil {
		return nil, err
	}
	var rows []User
	if err := tx.Select(&rows).Where("enabled = ?", true).Scan(ctx); err != nil {
		return nil, err
	}
	o := &office{Rights: rights, day: today(tx), admins: map[string]quantity.Date{}}
	for i := range rows {
		if o.administrates(&rows[i]) {
			o.admins[rows[i].ID] = rows[i].lastDay()
		}
	}
	return o, nil
}

// administrates tells whether a user keeps the company administrable: a guest never does, and who was only invited may never come.
func (o *office) administrates(m *User) bool {
	return m.works(o.day) && m.Joining == Joined && m.SupplierID == "" && m.CustomerID == "" && o.Everything(m.Roles)
}

// lastDay is the last day on which a user may sign in; Forever is none.
func (m *User) lastDay() quantity.Date {
	if m.ExpireDate == "" {
		return Forever
	}
	return min(m.ExpireDate, Forever)
}

// until is the day until which somebody administers the company, "" where nobody does.
func (o *office) until() (last quantity.Date) {
	for _, day := range o.admins {
		last = max(last, day)
	}
	return last
}

// keeps refuses to let the last administrator go, or to let a day come after which there is none. old is nil of who is new, now of
// who is deleted. What it lets pass counts as stored.
func (o *office) keeps(old, now *User) error {
	was, before := o.until(), maps.Clone(o.admins)
	if old != nil {
		delete(o.admins, old.ID)
	}
	if now != nil && now.ID != "" && o.administrates(now) {
		o.admins[now.ID] = now.lastDay()
	}
	switch last := o.until(); {
	case last >= was:
		return nil
	case last == "":
		o.admins = before
		return problem.Refuse(msgLastAdmin, old.RealName)
	case now != nil && old.ExpireDate != now.ExpireDate:
		o.admins = before
		return problem.Invalid(problem.Field("expireDate", "last", msgAdminsEnd, string(last)))
	default:
		o.admins = before
		return problem.Refuse(msgAdminsEnd, string(last))
	}
}

// bringsMoulds tells whether a person who moves to another department would bring moulds into the reach of whoever moves them.
func (d *Org) bringsMoulds(ctx context.Context, tx store.Tx, old, now *User) (bool, error) {
	work := tx.Actor().Work
	if d.deps.Responsible == nil || old == nil || old.DepartmentID == now.DepartmentID || !work.Narrow || work.Member(old.ID) || !work.Department(now.DepartmentID) {
		return false, nil
	}
	return d.deps.Responsible(ctx, tx, old.ID)
}

// userRules are what holds for every save. Rows that they have let pass count as stored.
func (d *Org) userRules(ctx context.Context, tx store.Tx) (func(old, now *User) error, error) {
	o, err := d.office(ctx, tx)
	if err != nil {
		return nil, err
	}
	actor := tx.Actor()
	return func(old, now *User) error {
		bad := d.userFaults(old, now, actor, o.day)
		if actor.Reach.Narrow && (old == nil || old.DepartmentID != now.DepartmentID) && !actor.Reach.Department(now.DepartmentID) {
			bad = append(bad, problem.Field("departmentId", "reach", msgBeyondReach)) // they would not see the user any more
		}
		if len(bad) == 0 {
			brings, err := d.bringsMoulds(ctx, tx, old, now)
			if err != nil {
				return err
			}
			if brings {
				bad = append(bad, problem.Field("departmentId", "reach", msgSeesBeyond))
			}
		}
		if len(bad) > 0 {
			return problem.Invalid(bad...)
		}
		var before []string
		if old != nil {
			before = old.Roles
		}
		if err := o.Hand("roles", now.ID, before, now.Roles); err != nil {
			return err
		}
		if old != nil && old.ID != actor.MemberID {
			if field := d.decides(old, now); field != "" {
				if why, above := o.Above(old.called(), old.at(), old.Roles, old.Factories); above {
					return problem.Invalid(problem.Field(field, "above", why))
				}
			}
		}
		if old == nil || old.at() != now.at() {
			if err := o.Shows(moved(old, now), now.at(), now.Roles); err != nil {
				return err
			}
		}
		for _, id := range now.Factories {
			if !o.Opens(id) && (old == nil || !slices.Contains(old.Factories, id)) {
				return problem.Invalid(problem.Field("factories", "grant", msgBeyondFactory))
			}
		}
		return o.keeps(old, now)
	}, nil
}

// at is where the user stands.
func (m *User) at() store.Position {
	return store.Position{MemberID: m.ID, DepartmentID: m.DepartmentID, ManagedID: m.ManagedID}
}

// moved is the field by which a user stands elsewhere.
func moved(old, now *User) string {
	switch {
	case old == nil:
		return "roles"
	case old.ManagedID != now.ManagedID:
		return "managedDepartmentId"
	}
	return "departmentId"
}

// deciding are the fields that say what somebody may do, or who they are in the company: nobody decides that of people who may do
// more. What else is kept of a person stays with whoever keeps users.
var deciding = []string{
	"phone", "roles", "userName", "realName", "englishName", "workNumber", "email", "departmentId", "managedDepartmentId", "titleId", "factories", "supplierId", "customerId",
	"employeeStatus", "enabled", "expireDate", "joining",
}

// decides is the first of those fields that a save changes, "" for none.
func (d *Org) decides(old, now *User) string {
	for _, c := range d.Users.Logged(old, now, "").Changes {
		if slices.Contains(deciding, c.Field) {
			return c.Field
		}
	}
	return ""
}

// userFaults looks at one user alone, and fills in what follows from the rest of the row.
func (d *Org) userFaults(old, now *User, actor store.Actor, day quantity.Date) (bad []problem.FieldError) {
	if old == nil {
		now.Phone = d.deps.ReadPhone(now.Phone)
	}
	switch {
	case (old == nil || old.Phone != now.Phone) && !d.deps.IsPhone(d.deps.ReadPhone(now.Phone)):
		bad = append(bad, problem.Field("phone", "digits", msgPhone))
	case old != nil && old.Phone != now.Phone && old.AccountID == now.AccountID: // else it was corrected, see Change
		bad = append(bad, problem.Field("phone", "owner", msgOwnPhone))
	}
	if old != nil && old.JoinWay != now.JoinWay && old.AccountID == now.AccountID {
		bad = append(bad, problem.Field("joinWay", "fixed", msgWayDone))
	}
	if now.SupplierID != "" && now.CustomerID != "" {
		bad = append(bad, problem.Field("customerId", "guest", msgOneGuest))
	}
	if len(now.Factories) == 0 && actor.FactoryID != "" {
		now.Factories = []string{actor.FactoryID}
	}
	if len(now.Factories) == 0 {
		bad = append(bad, problem.Field("factories", "required", msgFactory))
	}
	if len(now.Factories) == 1 || !slices.Contains(now.Factories, now.LastFactory) {
		now.LastFactory = "" // of several, the person chooses
		if len(now.Factories) == 1 {
			now.LastFactory = now.Factories[0]
		}
	}
	if now.EmployeeStatus == Quit {
		if old != nil && old.EmployeeStatus == Quit && !old.Enabled && now.Enabled {
			bad = append(bad, problem.Field("enabled", "quit", msgHasQuit))
		} else {
			now.Enabled = false
		}
	}
	if old != nil && old.ID == actor.MemberID {
		if old.works(day) && !now.works(day) {
			bad = append(bad, problem.Field(ownFault(old, now), "self", msgNotSelf))
		}
		if old.SupplierID == "" && now.SupplierID != "" { // a guest may nothing
			bad = append(bad, problem.Field("supplierId", "self", msgNotOwnGuest))
		}
		if old.CustomerID == "" && now.CustomerID != "" {
			bad = append(bad, problem.Field("customerId", "self", msgNotOwnGuest))
		}
	}
	return bad
}

// ownFault is the field by which people would lock themselves out.
func ownFault(old, now *User) string {
	switch {
	case now.EmployeeStatus == Quit && old.EmployeeStatus != Quit:
		return "employeeStatus"
	case !now.Enabled:
		return "enabled"
	}
	return "expireDate"
}

// ofFile is what a sheet alone may not say.
func ofFile(old, now *User) []problem.FieldError {
	if old == nil && now.JoinWay == ByPassword {
		return []problem.FieldError{problem.Field("joinWay", "invitation", msgSheetWay)}
	}
	return nil
}

// mayGo refuses to delete oneself and the last administrator.
func (d *Org) mayGo(ctx context.Context, tx store.Tx, old *User) error {
	if old.ID == tx.Actor().MemberID {
		return problem.Refuse(msgNotOwnSelf)
	}
	o, err := d.office(ctx, tx)
	if err != nil {
		return err
	}
	if why, above := o.Above(old.called(), old.at(), old.Roles, old.Factories); above {
		return problem.Refuse(why)
	}
	if err := o.keeps(old, nil); err != nil {
		return err
	}
	tx.AfterCommit(func() { d.deps.Left(context.WithoutCancel(ctx)) })
	return dropPhoto(ctx, tx, old.ID)
}

// leave closes at once what somebody has open whose time here has ended with this save.
func (d *Org) leave(ctx context.Context, tx store.Tx, old, now *User) error {
	if day := today(tx); old != nil && old.works(day) && !now.works(day) {
		tx.AfterCommit(func() { d.deps.Left(context.WithoutCancel(ctx)) })
	}
	return nil
}

// called is what people call a user in a message.
func (m *User) called() string {
	if name := strings.TrimSpace(m.RealName); name != "" {
		return name
	}
	return m.UserName
}
