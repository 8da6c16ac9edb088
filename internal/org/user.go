package org

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Whether a person works for the company.
const (
	InJob       = 1
	Quit        = 2
	UnpaidLeave = 3
)

// How a person comes in, and how far they have come.
const (
	ByInvitation = 1
	ByPassword   = 2

	Joined    = 1
	Invited   = 2
	Withdrawn = 3
)

// Forever is when the time of a person ends where nobody says otherwise. A year would lock a company out of its own data
// one day; whoever comes for a while is given a date.
const Forever = quantity.Date("2099-12-31")

// User is a member of the company with everything that the company knows of them. identity knows the same rows by the few
// columns that it needs to let somebody in.
type User struct {
	bun.BaseModel `bun:"table:member" json:"-"`
	store.Row
	AccountID     string        `bun:"account_id" json:"-"`
	LastFactory   string        `bun:"last_factory" json:"-"`
	UserName      string        `bun:"user_name" json:"userName"`
	RealName      string        `bun:"real_name" json:"realName"`
	EnglishName   string        `bun:"english_name" json:"englishName"`
	SpellName     string        `bun:"spell_name" json:"spellName"`
	WorkNumber    string        `bun:"work_number" json:"workNumber"`
	Sex           int           `bun:"sex" json:"sex"`
	MaritalStatus int           `bun:"marital_status" json:"maritalStatus"`
	Birthday      quantity.Date `bun:"birthday" json:"birthday"`
	IDCard        string        `bun:"id_card" json:"idCard"`
	Intro         string        `bun:"intro" json:"intro"`
	Phone         string        `bun:"phone" json:"phone"` // the account's
	Email         string        `bun:"email" json:"email"`
	OfficePhone   string        `bun:"office_phone" json:"officePhone"`
	QQ            string        `bun:"qq" json:"qq"`
	WeChat        string        `bun:"we_chat" json:"weChat"`
	DepartmentID  string        `bun:"department_id" json:"departmentId"`
	ManagedID     string        `bun:"managed_department_id" json:"managedDepartmentId"`
	TitleID       string        `bun:"title_id" json:"titleId"`
	EntryDate     quantity.Date `bun:"entry_date" json:"entryDate"`
	Roles         []string      `bun:"roles,type:text" json:"roles"`
	Factories     []string      `bun:"factories,type:text" json:"factories"`
	SupplierID    string        `bun:"supplier_id" json:"supplierId"`
	CustomerID    string        `bun:"customer_id" json:"customerId"`

	LabourRate     quantity.Decimal `bun:"labour_rate" json:"labourRate"`
	WorkRate       quantity.Decimal `bun:"work_rate" json:"workRate"`
	Worklog        bool             `bun:"worklog" json:"worklog"`
	IP             string           `bun:"ip" json:"ip"`
	Language       int              `bun:"language" json:"language"`
	PageSize       int              `bun:"page_size" json:"pageSize"`
	ExpireDate     quantity.Date    `bun:"expire_date" json:"expireDate"`
	EmployeeStatus int              `bun:"employee_status" json:"employeeStatus"`
	Enabled        bool             `bun:"enabled" json:"enabled"`
	JoinWay        int              `bun:"join_way" json:"joinWay"`
	Joining        int              `bun:"joining" json:"joining"`
}

// Ownership says that users are people, who are in reach or not.
func (*User) Ownership() store.Ownership { return store.Ownership{Member: "id"} }

// Example rows, and the account behind the one that may be changed and deleted.
const (
	exampleJoined  = "01900000-0000-7000-8000-000000000e31" // another one, who has joined
	ExampleUser    = "01900000-0000-7000-8000-000000000e21"
	ExampleAccount = "01900000-0000-7000-8000-000000000e2a"
)

func (d *Org) user() resource.Spec[*User] {
	return resource.Spec[*User]{
		Path: "upms/user", Label: L("用户", "User"), Permission: "system.user", Sort: "userName", Changed: d.deps.Changed, Listed: d.deps.People,
		ExampleID: ExampleUser,
		Example: &api.Example{Body: map[string]any{
			"userName": "zhao.min9", "realName": "赵敏", "phone": "13900000901", "workNumber": "W-0901", "roles": []string{"planner"}, "joinWay": ByPassword,
			"departmentId": resource.ReferredID("01900000-0000-7000-8000-000000000e11"), "expireDate": string(Forever), "pageSize": 50,
		}},
		Form: d.userForm, Fill: d.arrived, Rules: d.userRules, AfterSave: d.leave, BeforeDelete: d.mayGo,
		Logs:      []resource.LogField{{Key: "password", Label: L("密码", "Password")}, {Key: "invitation", Label: L("邀请", "Invitation")}, {Key: "photo", Label: L("照片", "Photo")}, {Key: "viewedAs", Label: L("以其身份查看", "View as")}},
		OwnCreate: true, OwnChange: true, Around: d.aroundSheet, OfFile: ofFile,
		// A number is one however it is written, when it is compared with those of other rows too.
		Complete: func(now *User, _ func(key string) bool) { now.Phone = d.deps.ReadPhone(now.Phone) },
	}
}

const (
	emailForm = `^[^@\s]+@[^@\s]+\.[^@\s]+$`
	ipForm    = `^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$`
	plainTel  = `^[0-9+() -]+$`
)

func (d *Org) userForm(m *User, f *resource.Form) {
	f.Group("身份", "Identity")
	f.Text(&m.UserName, "用户名", "User name").Required().Unique().Max(20).Pattern(`^\S+$`, "不含空格", "without spaces")
	f.Text(&m.RealName, "姓名", "Real name").Required().Title().Max(20)
	f.Text(&m.EnglishName, "英文名", "English name").Max(50).HideInList()
	f.Text(&m.SpellName, "拼音", "Pinyin").Max(50).Formerly("Spell name").HideInList()
	f.Text(&m.WorkNumber, "工号", "Work number").Unique().Max(30)
	f.Choice(&m.Sex, "性别", "Sex", Opt(0, "未填", "Not given"), Opt(1, "男", "Male"), Opt(2, "女", "Female")).Initial(0).HideInList()
	f.Choice(&m.MaritalStatus, "婚姻状况", "Marital status", Opt(0, "未填", "Not given"), Opt(1, "未婚", "Single"), Opt(2, "已婚", "Married")).Initial(0).HideInList().Private()
	f.Date(&m.Birthday, "出生日期", "Birthday").From(1900).Past().HideInList().Private()
	f.Text(&m.IDCard, "身份证号", "ID card").Max(30).HideInList().Private()
	f.LongText(&m.Intro, "简介", "Intro").Max(200).HideInList()
	f.Group("联系方式", "Contact")
	f.Text(&m.Phone, "手机号", "Phone number").Required().Unique().Max(15).
		Help("用于登录，已有账号的人员直接加入；本人登录过后只能由本人修改", "Signs in; somebody who has an account is simply added. Once its owner has come in, they alone change it")
	f.Text(&m.Email, "邮箱", "Email").Max(50).Pattern(emailForm, "例如 name@example.com", "such as name@example.com").HideInList()
	f.Text(&m.OfficePhone, "办公电话", "Office phone").Max(20).Pattern(plainTel, "例如 0755-1234567", "such as 0755-1234567").HideInList()
	f.Text(&m.QQ, "QQ", "QQ").Max(20).HideInList()
	f.Text(&m.WeChat, "微信", "WeChat").Max(30).HideInList()
	f.Group("组织", "Organisation")
	f.Ref(&m.DepartmentID, d.Departments, "部门", "Department")
	f.Ref(&m.ManagedID, d.Departments, "管理部门", "Managed department").HideInList()
	f.Ref(&m.TitleID, d.Titles, "职务", "Title")
	f.Date(&m.EntryDate, "入职日期", "Entry date").From(1950).HideInList()
	f.Refs(&m.Roles, d.deps.Roles, "角色", "Roles").Required().AtMost(20)
	f.Refs(&m.Factories, d.deps.Factories, "工厂", "Factories").AtMost(100).HideInList().Help("可以进入的工厂；不选时为当前工厂", "That the person may enter; the present one if none is chosen")
	f.Ref(&m.SupplierID, d.deps.Suppliers, "供应商", "Supplier").HideInList().Help("供应商的人员只能看到本供应商的外协单并确认交期，角色不起作用", "People of a supplier see its outsourcing orders and confirm their dates, nothing else; roles give them nothing")
	f.Ref(&m.CustomerID, d.deps.Customers, "客户", "Customer").HideInList().Help("客户的人员只能看到本客户的模具，角色不起作用", "People of a customer see its moulds, nothing else; roles give them nothing")
	f.Group("工作", "Work")
	f.Choice(&m.EmployeeStatus, "在职状态", "Employee status", Opt(InJob, "在职", "Employed", "In job"), Opt(Quit, "离职", "Quit"), Opt(UnpaidLeave, "停薪留职", "Unpaid leave")).Initial(InJob).
		Help("离职的人员同时停用，不能登录；停薪留职不影响登录", "Who has quit is disabled too and cannot sign in; unpaid leave changes nothing about signing in")
	enabled := f.Flag(&m.Enabled, "状态", "Status").Initial(true).Words("启用", "Enabled", "停用", "Disabled").Help("停用后立即不能登录，已打开的页面随即退出", "A disabled person cannot sign in, and open pages end at once")
	expires := f.Date(&m.ExpireDate, "有效期至", "Expiry date").Formerly("Expires").Required().Initial(string(Forever)).Help("过了这一天不能登录", "The last day on which the person can sign in")
	enabled.EndsBy(expires)
	f.Choice(&m.JoinWay, "加入方式", "Way to join", Opt(ByInvitation, "短信邀请", "Invitation by SMS"), Opt(ByPassword, "初始密码", "Initial password")).Initial(ByInvitation).HideInList().
		Help("短信邀请：本人通过链接设置密码，7 天内有效；初始密码：保存后显示一次，首次登录必须修改", "Invitation: the person sets a password by a link that works for 7 days. Initial password: shown once after saving, to be changed at the first sign-in")
	f.Choice(&m.Joining, "加入情况", "Joining", Opt(Joined, "已加入", "Joined"), Opt(Invited, "已邀请", "Invited"), Opt(Withdrawn, "邀请已撤回", "Invitation withdrawn")).Initial(Joined).Fixed()
	f.Integer(&m.PageSize, "每页行数", "Rows per page").Required().Initial(50).Between(10, 500).HideInList()
	f.Choice(&m.Language, "语言", "Language", Opt(1, "中文", "Chinese"), Opt(2, "英文", "English")).Initial(1).HideInList().Help("新账号的初始语言，本人可以更改", "Of a new account to begin with; its owner may change it")
	f.Decimal(&m.LabourRate, "人工费率", "Labour rate").Unit("元/小时", "RMB/h").AtLeast(0).HideInList()
	f.Decimal(&m.WorkRate, "工作效率", "Work rate").AtLeast(0).HideInList()
	f.Flag(&m.Worklog, "写工作日志", "Keeps a work log").HideInList()
	f.Text(&m.IP, "IP 地址", "IP").Max(15).Pattern(ipForm, "例如 10.0.0.1", "such as 10.0.0.1").HideInList()
}

// users are the entity with an example of its own: a user needs an account, which no transaction of a tenant makes.
type users struct{ *resource.Resource[*User] }

// Example makes the row that the examples of the calls speak of. ExampleAccount has to be there.
func (u users) Example(ctx context.Context, tx store.Tx) error {
	_, err := u.Get(ctx, tx, ExampleUser)
	var missing *problem.Problem
	if err == nil {
		return u.ExampleHeading(ctx, tx)
	}
	if !errors.As(err, &missing) || missing.Status != 404 {
		return err
	}
	row := &User{
		AccountID: ExampleAccount, UserName: "example", RealName: "示例", Phone: "13900000902", Roles: []string{"planner"}, Factories: []string{tx.Actor().FactoryID}, Enabled: true,
		PageSize: 50, ExpireDate: Forever, EmployeeStatus: InJob, Language: 1, JoinWay: ByInvitation, Joining: Invited,
	}
	row.ID = ExampleUser
	if err := tx.Insert(ctx, row); err != nil {
		return err
	}
	return u.ExampleHeading(ctx, tx)
}
