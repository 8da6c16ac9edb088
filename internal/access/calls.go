package access

import (
	"context"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

type roleInput struct {
	ID string `path:"id"`
}

type grantInput struct {
	ID   string `path:"id"`
	Body struct {
		Grants  []string `json:"grants" doc:"whole permissions, as the tree names them"`
		Version int64    `json:"version" minimum:"1" doc:"that was shown; when somebody has changed the role since, nothing is saved (20009)"`
	}
}

type bindInput struct {
	ID   string `path:"id"`
	Body struct {
		Held    []string `json:"held" doc:"keys of choices"`
		Version int64    `json:"version" minimum:"1" doc:"that was shown; when somebody has changed the role since, nothing is saved (20009)"`
	}
}

// toRemove lets somebody take users out of a role, beside the permission to change it; delete is for the role itself.
const toRemove = permission + ".remove"

type usersInput struct {
	ID   string `path:"id"`
	Body struct {
		Add    []string `json:"add,omitempty" doc:"ids of members"`
		Remove []string `json:"remove,omitempty" doc:"ids of members"`
	}
}

type candidatesInput struct {
	ID     string `path:"id"`
	Search string `query:"q" doc:"part of a name"`
}

type copyInput struct {
	ID   string `path:"id"`
	Body struct {
		Code   string `json:"code" doc:"of the new role"`
		NameZh string `json:"nameZh"`
		NameEn string `json:"nameEn,omitempty"`
	}
}

type compareInput struct {
	A string `query:"a" required:"true" doc:"id of a role"`
	B string `query:"b" required:"true" doc:"id of another role"`
}

type askInput struct {
	Body struct {
		Permission string `json:"permission" doc:"whole key, such as system.role.modify"`
	}
}

type askMoreInput struct {
	Body struct {
		Limit string `json:"limit" enum:"section,people,factory"`
	}
}

type whyInput struct {
	Permission string `query:"permission" required:"true" doc:"whole key, such as system.role.modify"`
}

// RoleMade is a role that was made of another one.
type RoleMade struct {
	Row *Role `json:"row" nullable:"false"`
}

// Mount registers the calls of roles beside those that every entity has.
func (d *Roles) Mount(s *api.Server) {
	s.Declare(toRemove)
	for _, page := range d.deps.AppMenus() {
		s.Declare(appPrefix + page.Key)
	}
	one := map[string]string{"id": roleExample}
	op := func(method, path, id, summary, operation string, example api.Example) api.Operation {
		example.Path = one
		return api.Operation{
			Method: method, Path: "upms/role/{id}/" + path, ID: id, Summary: summary, Tag: "upms",
			Permission: permission + "." + operation, Example: &example,
		}
	}
	api.Read(s, op(http.MethodGet, "permission", "role-permission", "What a role permits, page by page", "detail", api.Example{}),
		func(ctx context.Context, tx store.Tx, in *roleInput) (PermissionTree, error) {
			return d.Tree(ctx, tx, in.ID)
		})
	api.Write(s, op(http.MethodPost, "permission", "role-grant", "Say what a role permits", "modify",
		api.Example{Body: map[string]any{"grants": []string{"ems.machine.check"}, "version": 1}}),
		func(ctx context.Context, tx store.Tx, in *grantInput) (PermissionTree, error) {
			if err := d.Grant(ctx, tx, in.ID, in.Body.Grants, in.Body.Version); err != nil {
				return PermissionTree{}, err
			}
			return d.Tree(ctx, tx, in.ID)
		})
	for _, b := range d.bindings() {
		api.Read(s, op(http.MethodGet, b.path, "role-"+b.path, "Read a role's "+b.summary, "detail", api.Example{}),
			func(ctx context.Context, tx store.Tx, in *roleInput) (Binding, error) {
				r, err := d.Roles.Get(ctx, tx, in.ID)
				if err != nil {
					return Binding{}, err
				}
				return b.bound(ctx, tx, r)
			})
		api.Write(s, op(http.MethodPost, b.path, "role-bind-"+b.path, "Bind "+b.summary+" to a role", "modify",
			api.Example{Body: map[string]any{"held": []string{}, "version": 1}}),
			func(ctx context.Context, tx store.Tx, in *bindInput) (Binding, error) {
				return d.binds(ctx, tx, b, in.ID, in.Body.Held, in.Body.Version)
			})
	}
	api.Read(s, op(http.MethodGet, "users", "role-users", "The users of a role", "detail", api.Example{}),
		func(ctx context.Context, tx store.Tx, in *roleInput) (Users, error) { return d.Users(ctx, tx, in.ID) })
	api.Write(s, op(http.MethodPost, "users", "role-set-users", "Give a role to members and take it from others", "modify",
		api.Example{Body: map[string]any{"remove": []string{MemberExample}}}),
		func(ctx context.Context, tx store.Tx, in *usersInput) (Users, error) {
			if len(in.Body.Remove) > 0 && !tx.Actor().Allowed(toRemove) {
				return Users{}, problem.Forbidden(toRemove)
			}
			if err := d.SetUsers(ctx, tx, in.ID, in.Body.Add, in.Body.Remove); err != nil {
				return Users{}, err
			}
			return d.Users(ctx, tx, in.ID)
		})
	api.Read(s, op(http.MethodGet, "candidate", "role-candidates", "Members who do not have a role yet", "modify",
		api.Example{Query: map[string]string{"q": "a"}}),
		func(ctx context.Context, tx store.Tx, in *candidatesInput) (Users, error) {
			return d.Candidates(ctx, tx, in.ID, in.Search)
		})
	api.Write(s, op(http.MethodPost, "copy", "role-copy", "Make a role that gives the same as another", "add",
		api.Example{Body: map[string]any{"code": "copy-9", "nameZh": "复制的角色", "nameEn": "Copied role"}}),
		func(ctx context.Context, tx store.Tx, in *copyInput) (RoleMade, error) {
			r, err := d.Copy(ctx, tx, in.ID, in.Body.Code, in.Body.NameZh, in.Body.NameEn)
			return RoleMade{r}, err
		})
	d.mountInsight(s)
}

func (d *Roles) mountInsight(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/role/compare", ID: "role-compare", Summary: "How two roles differ", Tag: "upms",
		Permission: permission + ".check",
		Example:    &api.Example{Query: map[string]string{"a": roleExample, "b": resource.ReferredID(roleExample)}},
	}, func(ctx context.Context, tx store.Tx, in *compareInput) (Difference, error) {
		return d.Compare(ctx, tx, in.A, in.B)
	})
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/member/{id}/permission", ID: "member-permission", Summary: "What a member may do, and by which roles",
		Tag:        "upms",
		Permission: permission + ".detail", Example: &api.Example{Path: map[string]string{"id": MemberExample}},
	}, func(ctx context.Context, tx store.Tx, in *roleInput) (Effective, error) {
		return d.EffectiveOf(ctx, tx, in.ID)
	})
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/permission/why", ID: "permission-why",
		Summary: "Why the caller may not do something, and who can help", Tag: "session", Access: api.SignedIn,
		Example: &api.Example{Query: map[string]string{"permission": ChangeRoles}},
	}, func(ctx context.Context, tx store.Tx, in *whyInput) (Reason, error) {
		return d.Why(ctx, tx, in.Permission)
	})
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "upms/permission/ask", ID: "permission-ask",
		Summary: "Ask those who can grant it for a permission, once a day", Tag: "session", Access: api.SignedIn,
		Example: &api.Example{Body: map[string]any{"permission": ChangeRoles}},
	}, func(ctx context.Context, tx store.Tx, in *askInput) (Asked, error) {
		return d.Ask(ctx, tx, in.Body.Permission)
	})
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/permission/limits", ID: "permission-limits",
		Summary: "Why less is shown to the caller than the company has, and who can help", Tag: "session", Access: api.SignedIn, Example: &api.Example{},
	}, func(ctx context.Context, tx store.Tx, _ *struct{}) (Limits, error) {
		return d.Limits(ctx, tx)
	})
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "upms/permission/limits/ask", ID: "permission-limits-ask",
		Summary: "Ask those who can change a limit to do so, once a day", Tag: "session", Access: api.SignedIn,
		Example: &api.Example{Body: map[string]any{"limit": LimitFactory}},
	}, func(ctx context.Context, tx store.Tx, in *askMoreInput) (LimitAsked, error) {
		return d.AskMore(ctx, tx, in.Body.Limit)
	})
}
