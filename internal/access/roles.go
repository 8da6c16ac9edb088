package access

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// L and Opt are short names for the texts of the declarations.
var (
	L   = problem.L
	Opt = resource.Opt
)

// ChangeRoles is the permission of those who can give another one.
const ChangeRoles = "system.role.modify"

// What keeps a member from signing in, if anything.
const (
	Active   = "active"
	Disabled = "disabled"
	Expired  = "expired"
)

// Member is a person of the tenant as roles know them.
type Member struct {
	ID        string
	AccountID string
	UserName  string
	RealName  string
	Roles     []string      // codes
	Status    string        // Active, Disabled or Expired
	Guest     bool          // of a supplier or a customer: roles give them nothing
	Awaited   bool          // invited, and never came in: nobody knows whether they will
	Factories []string      // that they may enter
	Until     quantity.Date // the last day on which they may sign in, "" without end
	Beyond    bool          // out of reach of whoever asks: they count, and are not shown
	At        store.Position
}

// Called is what people call the member.
func (m *Member) Called() string {
	if m.RealName == "" {
		return m.UserName
	}
	return m.RealName
}

// Page is a page of the menu whose operations are permitted one by one.
type Page struct {
	Module     string // key of the module
	ModuleName problem.Text
	Area       string // key of the heading below the module, "" for none
	AreaName   problem.Text
	Tree       string // permission without operation
}

// Named is something that can be bound to a role.
type Named struct {
	Key  string
	Name problem.Text
}

// Deps are what roles need of others; main fills them in.
type Deps struct {
	// Departments are those of the tenant, and Chart is how they stand.
	Departments resource.Any
	Chart       func(ctx context.Context, tx store.Tx) (Chart, error)
	// Changed tells the company's screens that a role has changed: menus are read again.
	Changed func(ctx context.Context, actor store.Actor, entity, id string)
	// Permissions are all that members of the tenant can have, whatever its modules.
	Permissions func(tenantID string) []string
	// Open tells whether the tenant has opened the module of a permission.
	Open func(actor store.Actor, permission string) bool
	// ModuleName is what people call the module of a permission, empty where it has none.
	ModuleName func(permission string) problem.Text
	// Pages are the pages of the menu, in its order.
	Pages func() []Page
	// PermissionName, PageName and OperationName are what people call a permission and its parts.
	PermissionName func(permission string) problem.Text
	PageName       func(tree string) problem.Text
	OperationName  func(operation string) problem.Text
	// AppMenus are the pages of the shop floor's app.
	AppMenus func() []Named
	// Sections are those of the factory where the actor works.
	Sections func(ctx context.Context, tx store.Tx) ([]Named, error)
	// Factories are those of the tenant, by their ids.
	Factories func(ctx context.Context, tx store.Tx) ([]string, error)
	// Members are all people of the tenant, also those out of reach.
	Members func(ctx context.Context, tx store.Tx) ([]Member, error)
	// SetRoles gives a member these roles in place of the former ones.
	SetRoles func(ctx context.Context, tx store.Tx, memberID string, codes []string) error
	// Ask brings a request to whom it is for, about one thing once a day.
	Ask func(ctx context.Context, tx store.Tx, asks Request) error
}

// Roles are the roles of a tenant and their groups.
type Roles struct {
	deps   Deps
	Groups *resource.Resource[*RoleGroup]
	Roles  *resource.Resource[*Role]
}

// New declares roles and their groups.
func New(deps Deps) *Roles {
	if deps.Changed == nil {
		deps.Changed = func(context.Context, store.Actor, string, string) {}
	}
	d := &Roles{deps: deps}
	d.Groups = resource.Define(d.group())
	d.Roles = resource.Define(d.role())
	return d
}

// All is every entity of this domain, each after those that it refers to.
func (d *Roles) All() []resource.Any { return []resource.Any{d.Groups, d.Roles} }

// tell lets the company's screens read permissions again once the change is committed.
func (d *Roles) tell(ctx context.Context, tx store.Tx, id string) {
	actor := tx.Actor()
	tx.AfterCommit(func() { d.deps.Changed(context.WithoutCancel(ctx), actor, d.Roles.Name(), id) })
}

// standing is who holds which roles, as a change finds it. Its copies of roles are changed to see what would follow.
type standing struct {
	roles   map[string]*Role // by code
	members []Member
}

func (d *Roles) standing(ctx context.Context, tx store.Tx) (*standing, error) {
	var rows []Role
	if err := tx.Select(&rows).Order("sort_order", "code").Scan(ctx); err != nil {
		return nil, err
	}
	s := &standing{roles: map[string]*Role{}}
	for i := range rows {
		s.roles[rows[i].Code] = &rows[i]
	}
	var err error
	s.members, err = d.deps.Members(ctx, tx)
	return s, err
}

// isHere tells whether a member works in the company: who was only invited may never come.
func (m *Member) isHere() bool { return !m.Guest && !m.Awaited && m.Status == Active }

// may tells whether a member who signs in has a permission.
func (s *standing) may(m *Member, permission string) bool {
	return m.isHere() && slices.ContainsFunc(m.Roles, func(code string) bool {
		r := s.roles[code]
		return r != nil && r.gives(permission)
	})
}

// everything tells whether one of these roles, by their codes, is valid and holds all there is.
func (s *standing) everything(codes []string) bool {
	return slices.ContainsFunc(codes, func(code string) bool {
		r := s.roles[code]
		return r != nil && r.Valid && r.everything()
	})
}

// inCharge tells whether a member signs in and may do everything.
func (s *standing) inCharge(m *Member) bool {
	return m.isHere() && s.everything(m.Roles)
}

// endless is the last day of somebody without one.
const endless = quantity.Date("9999-12-31")

// governed is the day until which somebody is in charge, "" where nobody is: less than everything could not give back what has been
// taken away.
func (s *standing) governed() (last quantity.Date) {
	for i := range s.members {
		m := &s.members[i]
		switch {
		case !s.inCharge(m):
		case m.Until == "":
			return endless
		default:
			last = max(last, m.Until)
		}
	}
	return last
}

// holders are the members who hold a role.
func (s *standing) holders(code string) (list []*Member) {
	for i := range s.members {
		if slices.Contains(s.members[i].Roles, code) {
			list = append(list, &s.members[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *Member) int { return strings.Compare(a.Called(), b.Called()) })
	return list
}

// without are the roles that stay with a member when one is taken away: those that exist.
func (s *standing) without(m *Member, code string) []string {
	left := []string{}
	for _, c := range m.Roles {
		if c != code && s.roles[c] != nil {
			left = append(left, c)
		}
	}
	return left
}

func (s *standing) member(id string) *Member {
	for i := range s.members {
		if s.members[i].ID == id {
			return &s.members[i]
		}
	}
	return nil
}

func called(members []*Member) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Called()
	}
	return names
}

// told are the names of members as they are told to whoever asks: those out of reach stand behind as a number.
func told(members []*Member, lang string) []string {
	within := slices.DeleteFunc(slices.Clone(members), func(m *Member) bool { return m.Beyond })
	names := called(within)
	if beyond := len(members) - len(within); beyond > 0 {
		names = append(names, problem.Count(beyond, "其他部门的 %d 位用户", "%d user of another department", "%d users of other departments").In(lang))
	}
	return names
}

// toldTogether are the same names in one line.
func toldTogether(members []*Member) problem.Text {
	return problem.InEach(func(lang string) string { return problem.Joined(told(members, lang)).In(lang) })
}

var (
	msgUngoverned = L("保存后将没有任何可登录的成员拥有全部权限，企业会失去管理员，因此不能保存",
		"After this nobody who can sign in would hold every permission, and the company would have no administrator: nothing was saved")
	msgGovernedUntil = L("保存后，%s 之后将没有任何成员拥有全部权限。请先让另一位管理员的有效期晚于这一天",
		"After this nobody would hold every permission beyond %s: first, somebody else must be in charge after that day")
	msgBeyond = L("您自己没有以下权限，不能授予他人：%s", "You do not have these permissions yourself and cannot grant them: %s")
)

// keepGoverned refuses a change that would leave the company without anybody who can undo it. was is how it stood before.
func (s *standing) keepGoverned(was quantity.Date) error {
	switch now := s.governed(); {
	case was != "" && now == "":
		return problem.Refuse(msgUngoverned)
	case now < was:
		return problem.Refuse(msgGovernedUntil, string(now))
	}
	return nil
}

// namedAtMost is how many permissions a refusal names.
const namedAtMost = 5

// beyond refuses to give permissions that whoever asks does not have: nobody makes themselves or others mightier than they are.
func (d *Roles) beyond(actor store.Actor, field string, permissions []string) error {
	var zh, en []string
	for _, p := range permissions {
		if actor.Allowed(p) {
			continue
		}
		name := d.deps.PermissionName(p)
		if zh, en = append(zh, name.Zh), append(en, name.En); len(zh) == namedAtMost {
			break
		}
	}
	if len(zh) == 0 {
		return nil
	}
	return problem.Invalid(problem.Field(field, "grant", msgBeyond, L(strings.Join(zh, "、"), strings.Join(en, ", "))))
}

// given are the permissions that grants come to in the tenant, sorted.
func (d *Roles) given(tenantID string, grants []string) []string {
	all := d.deps.Permissions(tenantID)
	may := Expand(grants, all)
	return slices.DeleteFunc(slices.Clone(all), func(p string) bool { return !may[p] })
}
