package org

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

var (
	msgPhone         = L("手机号须为 6 到 15 位数字", "The phone number has 6 to 15 digits")
	msgOwnPhone      = L("手机号只能由本人在“个人中心”修改", "Only its owner changes the phone number, on the page of their own account")
	msgNotSelf       = L("不能停用自己，也不能把自己设为离职或过期", "Nobody disables themselves, says that they have quit or lets themselves expire")
	msgNotOwnSelf    = L("不能删除自己", "Nobody deletes themselves")
	msgOwnAdmin      = L("不能移除自己的管理员角色，请由其他管理员操作", "Nobody takes the administrator role from themselves; another administrator can")
	msgLastAdmin     = L("“%s”是最后一位可登录的管理员，企业至少要有一位", "“%s” is the last administrator who can sign in, and a company needs one")
	msgHasQuit       = L("离职的人员不能启用，请先改为在职", "Who has quit cannot be enabled; say that they are in the job first")
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

// administrates tells whether a user keeps the company administrable: a guest never does.
func (d *Org) administrates(m *User, day quantity.Date) bool {
	return m.works(day) && m.SupplierID == "" && m.CustomerID == "" && slices.Contains(m.Roles, d.deps.Administrator)
}

// administrators are the ids of those who keep the company administrable.
func (d *Org) administrators(ctx context.Context, tx store.Tx) (map[string]bool, error) {
	var rows []User
	if err := tx.Select(&rows).Where("enabled = ? AND roles LIKE ?", true, `%"`+d.deps.Administrator+`"%`).Scan(ctx); err != nil {
		return nil, err
	}
	ids, day := map[string]bool{}, today(tx)
	for i := range rows {
		if d.administrates(&rows[i], day) {
			ids[rows[i].ID] = true
		}
	}
	return ids, nil
}

// userRules are what holds for every save. Rows that they have let pass count as stored.
func (d *Org) userRules(ctx context.Context, tx store.Tx) (func(old, now *User) error, error) {
	admins, err := d.administrators(ctx, tx)
	if err != nil {
		return nil, err
	}
	mayGive, err := d.deps.Giving(ctx, tx)
	if err != nil {
		return nil, err
	}
	day, actor := today(tx), tx.Actor()
	opens, err := d.factoriesOf(ctx, tx)
	if err != nil {
		return nil, err
	}
	return func(old, now *User) error {
		if bad := d.userFaults(old, now, actor, day); len(bad) > 0 {
			return problem.Invalid(bad...)
		}
		if err := mayGive(given(old, now)); err != nil {
			return err
		}
		if old != nil && old.ID != actor.MemberID && decides(old, now) {
			if err := mayGive(old.Roles); err != nil {
				return err
			}
		}
		if opens != nil {
			for _, id := range now.Factories {
				if !opens[id] && (old == nil || !slices.Contains(old.Factories, id)) {
					return problem.Invalid(problem.Field("factories", "grant", msgBeyondFactory))
				}
			}
		}
		switch keeps := d.administrates(now, day); {
		case now.ID == "":
		case keeps:
			admins[now.ID] = true
		case admins[now.ID] && len(admins) == 1:
			return problem.Refuse(msgLastAdmin, now.RealName)
		default:
			delete(admins, now.ID)
		}
		return nil
	}, nil
}

// decides tells whether a save changes what somebody may do, or who they are: nobody decides that of people who may do more.
func decides(old, now *User) bool {
	return old.Enabled != now.Enabled || old.ExpireDate != now.ExpireDate || old.EmployeeStatus != now.EmployeeStatus || old.SupplierID != now.SupplierID ||
		old.CustomerID != now.CustomerID || old.Email != now.Email || old.UserName != now.UserName || old.Joining != now.Joining || !slices.Equal(old.Factories, now.Factories)
}

// factoriesOf are the factories that the actor may let others into: their own; nil is every one, for administrators and for what no
// member does.
func (d *Org) factoriesOf(ctx context.Context, tx store.Tx) (map[string]bool, error) {
	if tx.Actor().MemberID == "" {
		return nil, nil
	}
	var me User
	if err := tx.Select(&me).Where("id = ?", tx.Actor().MemberID).Scan(ctx); err != nil {
		return nil, err
	}
	if slices.Contains(me.Roles, d.deps.Administrator) {
		return nil, nil
	}
	opens := map[string]bool{}
	for _, id := range me.Factories {
		opens[id] = true
	}
	return opens, nil
}

// given are the roles that a save gives or takes.
func given(old, now *User) []string {
	if old == nil {
		return now.Roles
	}
	var codes []string
	for _, code := range now.Roles {
		if !slices.Contains(old.Roles, code) {
			codes = append(codes, code)
		}
	}
	for _, code := range old.Roles {
		if !slices.Contains(now.Roles, code) {
			codes = append(codes, code)
		}
	}
	return codes
}

// userFaults looks at one user alone, and fills in what follows from the rest of the row.
func (d *Org) userFaults(old, now *User, actor store.Actor, day quantity.Date) (bad []problem.FieldError) {
	if old == nil {
		now.Phone = d.deps.ReadPhone(now.Phone)
	}
	switch {
	case old == nil && !d.deps.IsPhone(now.Phone):
		bad = append(bad, problem.Field("phone", "digits", msgPhone))
	case old != nil && old.Phone != now.Phone:
		bad = append(bad, problem.Field("phone", "owner", msgOwnPhone))
	}
	if old != nil && old.JoinWay != now.JoinWay {
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
		if slices.Contains(old.Roles, d.deps.Administrator) && !slices.Contains(now.Roles, d.deps.Administrator) {
			bad = append(bad, problem.Field("roles", "self", msgOwnAdmin))
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
	mayGive, err := d.deps.Giving(ctx, tx)
	if err != nil {
		return err
	}
	if err := mayGive(old.Roles); err != nil {
		return err
	}
	admins, err := d.administrators(ctx, tx)
	if err != nil {
		return err
	}
	if admins[old.ID] && len(admins) == 1 {
		return problem.Refuse(msgLastAdmin, old.RealName)
	}
	tx.AfterCommit(func() { d.deps.Left(context.WithoutCancel(ctx)) })
	return nil
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
