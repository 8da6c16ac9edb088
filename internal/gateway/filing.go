package gateway

import (
	"context"
	"encoding/json"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What gateway and cloud say to each other of the files that lie at the gateway. The cloud decides about every one of
// them, by the session of the person and the key of the gateway; the bytes stay where they are.
type (
	// wish is a file that somebody brings to the gateway for a record.
	wish struct {
		Entity string `json:"entity"`
		Owner  string `json:"owner"` // id of the record
	}
	// uploadRequest is a wish with the single file that its person has seen, once the form has come that says so.
	uploadRequest struct {
		wish
		BasedOn *string `json:"basedOn,omitempty"`
	}
	// leave says whether the gateway keeps it, and by which rule.
	leave struct {
		Here    bool      `json:"here"` // false: it is the cloud's to take
		Rule    file.Rule `json:"rule"`
		Gateway string    `json:"gateway"` // its name, for words to people
		// AskAgain: an uploadRequest is answered, too. Clouds of earlier versions refuse one.
		AskAgain bool `json:"askAgain"`
	}
	// kept describes bytes that lie on the gateway's disk.
	kept struct {
		wish
		ID   string `json:"id"`
		Kind string `json:"kind"`
		Size int64  `json:"size"`
		Sum  string `json:"sum"`
		// The picture that was seen, as whoever sends one says; gateways of earlier versions do not tell.
		BasedOn *string `json:"basedOn,omitempty"`
	}
	// sought names a file that somebody wants to read.
	sought struct {
		ID string `json:"id"`
	}
	// found says whether it lies at the gateway, and what it is.
	found struct {
		Here    bool   `json:"here"`
		Name    string `json:"name"`
		Kind    string `json:"kind"`
		Size    int64  `json:"size"`
		Sum     string `json:"sum"`
		Gateway string `json:"gateway"`
	}
	// listed are ids of files.
	listed struct {
		IDs []string `json:"ids"`
	}
)

// mostListed is how many files a gateway asks about at once.
const mostListed = 500

var msgMostListed = problem.L("一次最多查询 %d 个文件", "At most %d files can be asked about at once")

func (c *Cloud) mountFiles(s *api.Server) {
	s.Handle("POST "+api.Prefix+"gateway/file/take", onBehalf(c, func(ctx context.Context, row key, in uploadRequest) (leave, error) {
		if !row.serves(ctx) {
			return leave{}, nil
		}
		rule, err := c.deps.Files.Takes(ctx, in.Entity, in.Owner, in.BasedOn)
		return leave{true, rule, row.Name, true}, err
	}))
	s.Handle("POST "+api.Prefix+"gateway/file/keep", onBehalf(c, func(ctx context.Context, row key, in kept) (*file.Given, error) {
		if !row.serves(ctx) {
			return nil, problem.NotFound(msgGateway)
		}
		f := &file.File{Kind: in.Kind, Size: in.Size, Sum: in.Sum, Gateway: row.Gateway}
		f.ID = in.ID
		return c.deps.Files.Give(ctx, f, in.Entity, in.Owner, in.BasedOn)
	}))
	s.Handle("POST "+api.Prefix+"gateway/file/find", onBehalf(c, func(ctx context.Context, row key, in sought) (found, error) {
		f, err := c.deps.Files.Find(ctx, in.ID)
		if err != nil || f.Gateway != row.Gateway {
			return found{}, err
		}
		c.deps.Files.Leaves(ctx, f) // the gateway gives it on
		return found{true, f.Name, f.Kind, f.Size, f.Sum, row.Name}, nil
	}))
	s.Handle("POST "+api.Prefix+"gateway/file/named", http.HandlerFunc(c.serveNamed))
	s.Handle("POST "+api.Prefix+"gateway/file/sent/{id}", http.HandlerFunc(c.receive))
}

// serves tells whether the actor works at the factory where the gateway stands.
func (k *key) serves(ctx context.Context) bool {
	actor, err := store.ActorFrom(ctx)
	return err == nil && actor.TenantID == k.Home && actor.FactoryID == k.Factory
}

// onBehalf serves a call that a gateway makes for a person: proved by the gateway's key, and then as the person whose
// session comes along.
func onBehalf[I, O any](c *Cloud, fn func(ctx context.Context, row key, in I) (O, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		row, ok := c.proved(w, r)
		if !ok {
			return
		}
		var in I
		var out O
		ctx, err := c.deps.Admit(r)
		if err == nil {
			err = api.DecodeJSON(w, r, &in)
		}
		if err == nil {
			out, err = fn(ctx, row, in)
		}
		answer(w, r, out, err)
	})
}

// answer ends one of the gateways' own calls.
func answer[O any](w http.ResponseWriter, r *http.Request, out O, err error) {
	if err != nil {
		api.WriteProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(api.Envelope[O]{Code: problem.OK, Message: "ok", Data: out}) // a gateway that has gone needs no answer
}

// serveNamed tells a gateway which of its files have a row: the others are bytes that nobody will ask for.
func (c *Cloud) serveNamed(w http.ResponseWriter, r *http.Request) {
	row, ok := c.proved(w, r)
	if !ok {
		return
	}
	var in listed
	err := api.DecodeJSON(w, r, &in)
	if err == nil && len(in.IDs) > mostListed {
		err = problem.Invalid(problem.Field("ids", "max", msgMostListed, mostListed))
	}
	if err != nil {
		api.WriteProblem(w, r, err)
		return
	}
	named, err := c.deps.Files.At(r.Context(), row.Gateway, in.IDs)
	answer(w, r, listed{named}, err)
}
