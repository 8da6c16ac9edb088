package menu

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// ShortLink is a short address of a page, for everybody in the company; it does not expire.
type ShortLink struct {
	bun.BaseModel `bun:"table:short_link"`
	store.Row
	Code string `bun:"code"`
	Path string `bun:"path"`
}

// codeLength is the number of letters and digits of a code, maxPath the longest address behind one.
const (
	codeLength = 8
	maxPath    = 500
)

var (
	msgShortLink = problem.L("短链接", "Short link")
	msgPath      = problem.L("须为本系统内的页面地址", "Must be the address of a page in this product")
	msgPathLong  = problem.L("最多 %d 个字符", "At most %d characters")
	// One slash, so that no other host can be meant; no backslash, which browsers read as a slash.
	pathForm = regexp.MustCompile(`^/([^/\\\s][^\\\s]*)?$`)
)

// ShortLinkView is the two sides of a short link.
type ShortLinkView struct {
	Code string `json:"code"`
	Path string `json:"path"`
}

type shortLinkInput struct {
	Body struct {
		Path string `json:"path" doc:"of a page, with its query"`
	}
}

type shortCodeInput struct {
	Code string `path:"code"`
}

func mountShortLinks(s *api.Server) {
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "bms/sys/shortLink", ID: "short-link-make", Summary: "A short address of a page", Tag: "session",
		Access: api.SignedIn, Example: &api.Example{Body: map[string]any{"path": "/aps/schedule"}},
	}, func(ctx context.Context, tx store.Tx, in *shortLinkInput) (ShortLinkView, error) {
		return Shorten(ctx, tx, in.Body.Path)
	})
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "bms/sys/shortLink/{code}", ID: "short-link", Summary: "The page behind a short address", Tag: "session", Access: api.SignedIn,
	}, func(ctx context.Context, tx store.Tx, in *shortCodeInput) (ShortLinkView, error) {
		return Resolve(ctx, tx, in.Code)
	})
}

// Shorten gives a page its short link; the same page has one.
func Shorten(ctx context.Context, tx store.Tx, path string) (ShortLinkView, error) {
	switch {
	case utf8.RuneCountInString(path) > maxPath:
		return ShortLinkView{}, problem.Invalid(problem.Field("path", "maxLength", msgPathLong, maxPath))
	case !pathForm.MatchString(path):
		return ShortLinkView{}, problem.Invalid(problem.Field("path", "path", msgPath))
	}
	link := &ShortLink{}
	err := tx.Select(link).Where("path = ?", path).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		link = &ShortLink{Code: strings.ToLower(rand.Text()[:codeLength]), Path: path}
		err = tx.Insert(ctx, link)
	}
	return ShortLinkView{link.Code, link.Path}, err
}

// Resolve finds the page behind a code of the caller's company.
func Resolve(ctx context.Context, tx store.Tx, code string) (ShortLinkView, error) {
	link := &ShortLink{}
	err := tx.Select(link).Where("code = ?", strings.ToLower(code)).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return ShortLinkView{}, problem.NotFound(msgShortLink)
	}
	return ShortLinkView{link.Code, link.Path}, err
}
