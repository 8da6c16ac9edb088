// Package picture unpacks pictures that people upload, within a budget.
//
// What lives here: what a picture costs in memory and in work, read from its structure before a pixel is unpacked; the limit of one
// picture; the proof that a file which claims to be a picture decodes to its end. What never does: which kinds and sizes a
// domain takes, and the memory of all pictures together (platform/budget).
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	_ "image/jpeg" // accepted
	_ "image/png"  // accepted
	"io"
	"slices"

	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/problem"
)

// Kinds of pictures, as content types.
const (
	PNG  = "image/png"
	JPEG = "image/jpeg"
	GIF  = "image/gif"
)

const (
	// mostMemory is what the pixels of one picture may take while they are unpacked, in bytes.
	mostMemory = 96 << 20
	// heap is how much the heap grows for each byte in use, until the collector has been round: a picture costs at most
	// 200 MiB, and as much is asked of the budget (measured: 192 MiB for 3500 x 3500 pixels of 16 bit).
	heap = 2
	// mostSide bounds the width and the height of a picture, in pixels: no screen shows more, and a browser that draws a strip
	// of millions fails.
	mostSide = 10_000
	// mostFrames bounds the frames of an animation.
	mostFrames = 500
	// ownMemory is what any picture takes beside its pixels.
	ownMemory = 1 << 20
)

// Errors of a file; every other error is that of the budget or of the caller's own function.
var (
	// ErrFormat says that a file is of no kind that is taken, or breaks off on the way.
	ErrFormat = errors.New("picture: not a picture of a kind that is taken, or damaged")
	// ErrFrames says that an animation has too many frames.
	ErrFrames = fmt.Errorf("picture: more than %d frames", mostFrames)
)

// TooLargeError says that a picture takes too much memory when it is unpacked, or is too long on a side.
type TooLargeError struct{ Width, Height int }

// Error names the size in pixels.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("picture: %d x %d pixels are more than %d on a side or take more than %d MiB", e.Width, e.Height, mostSide, mostMemory>>20)
}

var (
	msgFrames = problem.L("动画超过 %d 帧：请减少帧数，或使用静态图片", "The animation has more than %d frames: use fewer, or a still picture")
	msgHidden = problem.L("图片附带的文字或颜色配置展开后超过 %dMB：请去掉附带信息，另存后再上传", "The picture carries texts or a colour profile that unpack to more than %d MB: save it without them and upload it again")
	msgScans  = problem.L("JPEG 图片的扫描次数过多（最多 %d 次，大图更少）：请另存为非渐进式的 JPEG 再上传", "The JPEG is stored in too many scans (at most %d, fewer for a large picture): save it without \"progressive\" and upload it again")
	msgSide   = problem.L("图片有 %d×%d 像素：每边最多 %d 像素", "The picture has %d x %d pixels: at most %d on each side")
	msgLarge  = problem.L("图片有 %d×%d 像素，展开后太大：请缩小图片再上传", "The picture has %d x %d pixels, which is too much once it is unpacked: make it smaller and upload it again")
)

// Field names what is wrong with a picture in a field of a form; false for an error that is not the picture's.
func Field(field string, err error, format problem.Text) (problem.FieldError, bool) {
	var large *TooLargeError
	switch {
	case errors.Is(err, ErrFormat):
		return problem.Field(field, "format", format), true
	case errors.Is(err, ErrFrames):
		return problem.Field(field, "frames", msgFrames, mostFrames), true
	case errors.Is(err, ErrHidden):
		return problem.Field(field, "hidden", msgHidden, mostHidden>>20), true
	case errors.Is(err, ErrScans):
		return problem.Field(field, "scans", msgScans, mostScans), true
	case errors.As(err, &large) && max(large.Width, large.Height) > mostSide:
		return problem.Field(field, "pixels", msgSide, large.Width, large.Height, mostSide), true
	case errors.As(err, &large):
		return problem.Field(field, "pixels", msgLarge, large.Width, large.Height), true
	}
	return problem.FieldError{}, false
}

// Head is what a picture says of itself before it is unpacked.
type Head struct {
	Kind          string // one of the constants
	Width, Height int    // pixels
	Pixels        int64  // of all frames together
	memory        int64  // that unpacking takes, in bytes
}

// Look reads the structure of a picture of one of kinds, without unpacking a pixel: ErrFormat, ErrFrames, ErrHidden, ErrScans or
// *TooLargeError.
func Look(data []byte, kinds ...string) (Head, error) {
	shape, format, err := image.DecodeConfig(bytes.NewReader(data))
	h := Head{Kind: "image/" + format, Width: shape.Width, Height: shape.Height}
	if err != nil || !slices.Contains(kinds, h.Kind) || h.Width < 1 || h.Height < 1 {
		return Head{}, ErrFormat
	}
	if max(h.Width, h.Height) > mostSide {
		return h, &TooLargeError{h.Width, h.Height}
	}
	pixels := int64(h.Width) * int64(h.Height)
	h.Pixels = pixels
	switch h.Kind {
	case PNG:
		var frames int64
		h.memory = pngMemory(data, pixels)
		frames, err = pngChunks(data)
		h.Pixels += frames
		if err == nil && h.Pixels*pngBytes(data) > mostWork {
			err = &TooLargeError{h.Width, h.Height}
		}
	case JPEG:
		h.memory, err = jpegMemory(data, pixels)
	case GIF:
		h.memory, err = gifMemory(data)
		h.Pixels = max(h.Pixels, h.memory) // a byte each
	}
	if err == nil && (h.memory > mostMemory || h.Pixels > mostMemory) {
		err = &TooLargeError{h.Width, h.Height}
	}
	h.memory += ownMemory
	return h, err
}

// Open unpacks a picture and gives it to use; of an animation it is the first frame, though all of them are unpacked to see
// that they can be. The memory counts as taken until use returns. Errors are those of Look, of the budget (429) and of use.
// It must not be called inside a transaction: it waits for the memory that others use.
func Open(ctx context.Context, data []byte, use func(Head, image.Image) error, kinds ...string) error {
	h, err := Look(data, kinds...)
	if err != nil {
		return err
	}
	release, err := budget.Acquire(ctx, heap*h.memory)
	if err != nil {
		return err
	}
	defer release()
	pixels, err := unpack(ctx, h, data)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return ErrFormat
	}
	return use(h, pixels)
}

// Check proves that a picture can be unpacked to its end, for whoever keeps the bytes as they came.
func Check(ctx context.Context, data []byte, kinds ...string) (h Head, err error) {
	err = Open(ctx, data, func(of Head, _ image.Image) error { h = of; return nil }, kinds...)
	return h, err
}

func unpack(ctx context.Context, h Head, data []byte) (image.Image, error) {
	if h.Kind != GIF {
		pixels, _, err := image.Decode(awaited{ctx, bytes.NewReader(data)})
		if err == nil && h.Kind == PNG {
			err = pngFrames(ctx, data)
		}
		return pixels, err
	}
	all, err := gif.DecodeAll(awaited{ctx, bytes.NewReader(data)})
	if err != nil {
		return nil, err
	}
	if len(all.Image) == 0 {
		return nil, ErrFormat
	}
	return all.Image[0], nil
}

// awaited gives a decoder its file as long as anybody waits for the picture.
type awaited struct {
	ctx context.Context
	io.Reader
}

func (a awaited) Read(to []byte) (int, error) {
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	return a.Reader.Read(to)
}
