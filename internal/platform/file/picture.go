package file

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"image/png"

	"mouldworks/internal/platform/picture"
	"mouldworks/internal/platform/problem"
)

// Limits of a picture. 400 x 500 is what the screens show well, not a rule; the size in bytes is one.
const (
	mostPictureBytes  = 2 << 20
	mostPictureSide   = 4096 // what a phone takes; a browser unpacks it to 64 MB
	pictureQuality    = 88
	suggestedPictureW = 400
	suggestedPictureH = 500
)

var (
	msgPictureSize   = problem.L("图片不能超过 2MB（建议 %d×%d）", "A picture has at most 2 MB (%d x %d is shown best)")
	msgPictureFormat = problem.L("图片格式不支持或已损坏：请使用完好的 png 或 jpg", "Picture format not supported, or the file is damaged: please use an intact png or jpg")
	msgPictureSide   = problem.L("图片每边最多 %d 像素，此图片为 %d×%d：请缩小后再上传", "A picture has at most %d pixels on each side, this one has %d x %d: make it smaller and upload it again")
)

// makePicture checks a picture before its pixels are unpacked, and encodes it anew.
func makePicture(ctx context.Context, data []byte) (kind string, content []byte, err error) {
	if len(data) > mostPictureBytes {
		return "", nil, problem.Invalid(problem.Field("file", "tooLarge", msgPictureSize, suggestedPictureW, suggestedPictureH))
	}
	var packed bytes.Buffer
	head, err := picture.Look(data, kinds[Picture]...)
	switch {
	case head.Width > mostPictureSide || head.Height > mostPictureSide:
		return "", nil, problem.Invalid(problem.Field("file", "side", msgPictureSide, mostPictureSide, head.Width, head.Height))
	case err == nil:
		err = picture.Open(ctx, data, func(_ picture.Head, pixels image.Image) error {
			if head.Kind == picture.PNG {
				return png.Encode(&packed, pixels)
			}
			return jpeg.Encode(&packed, pixels, &jpeg.Options{Quality: pictureQuality})
		}, head.Kind)
	}
	if bad, wrong := picture.Field("file", err, msgPictureFormat); wrong {
		err = problem.Invalid(bad)
	}
	return head.Kind, packed.Bytes(), err
}
