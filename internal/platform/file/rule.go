package file

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"slices"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
)

// Rule says what a file may be, and makes of the bytes that came what is kept. It has a name, so that the cloud can tell
// a gateway by which rule to take a file.
type Rule string

// Picture takes png and jpg, and keeps nothing of them but pixels, encoded anew by us.
const Picture Rule = "picture"

// kinds are the content types of what each rule makes.
var kinds = map[Rule][]string{Picture: {"image/png", "image/jpeg"}}

func (r Rule) allows(kind string) bool { return slices.Contains(kinds[r], kind) }

// Known tells whether this program has the rule: a gateway may be older than its cloud.
func (r Rule) Known() bool { return kinds[r] != nil }

// Make checks the bytes that came and gives what is kept of them, or a problem that names the field "file".
func (r Rule) Make(data []byte) (kind string, content []byte, err error) {
	if r != Picture {
		return "", nil, fmt.Errorf("file: there is no rule %q", r)
	}
	if kind, content, err = makePicture(data); err == nil && len(content) > api.MaxUpload {
		err = api.FileTooLarge()
	}
	return kind, content, err
}

// Limits of a picture. 400 x 500 is what the screens show well, not a rule; the size in bytes is one.
const (
	mostPictureBytes  = 2 << 20
	mostPictureSide   = 8000
	pictureQuality    = 88
	suggestedPictureW = 400
	suggestedPictureH = 500
)

var (
	msgPictureSize   = problem.L("图片不能超过2MB（建议%d×%d）", "A picture has at most 2 MB (%d x %d is shown best)")
	msgPictureFormat = problem.L("图片格式不支持：请使用 png 或 jpg", "Picture format not supported: please use png or jpg")
	msgPictureSide   = problem.L("图片边长不能超过%d像素", "A picture has at most %d pixels to a side")
)

// makePicture checks a picture before its pixels are unpacked, and encodes it anew.
func makePicture(data []byte) (kind string, content []byte, err error) {
	bad := func(rule string, text problem.Text, args ...any) (string, []byte, error) {
		return "", nil, problem.Invalid(problem.Field("file", rule, text, args...))
	}
	if len(data) > mostPictureBytes {
		return bad("tooLarge", msgPictureSize, suggestedPictureW, suggestedPictureH)
	}
	shape, format, err := image.DecodeConfig(bytes.NewReader(data))
	if kind = "image/" + format; err != nil || !Picture.allows(kind) { // the product reads further formats elsewhere
		return bad("format", msgPictureFormat)
	}
	if shape.Width > mostPictureSide || shape.Height > mostPictureSide {
		return bad("side", msgPictureSide, mostPictureSide)
	}
	pixels, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return bad("format", msgPictureFormat)
	}
	var packed bytes.Buffer
	if format == "png" {
		err = png.Encode(&packed, pixels)
	} else {
		err = jpeg.Encode(&packed, pixels, &jpeg.Options{Quality: pictureQuality})
	}
	return kind, packed.Bytes(), err
}
