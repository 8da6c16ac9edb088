package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/picture"
	"mouldworks/internal/platform/problem"
)

// progressive is a grey progressive JPEG whose scans, a few bytes each, go through all of its pixels: a run of 16384 blocks without
// an end of their own, which are 1024 x 1024 pixels.
func progressive(scans int, width, height uint16) []byte {
	out := []byte{0xff, 0xd8, 0xff, 0xdb, 0, 67, 0}
	out = append(out, bytes.Repeat([]byte{1}, 64)...)
	out = append(out, 0xff, 0xc2, 0, 11, 8)
	out = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(out, height), width)
	out = append(out, 1, 1, 0x11, 0)
	out = append(out, 0xff, 0xc4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0) // one code: a run of blocks
	for range scans {
		out = append(out, 0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0x10, 0, 0)
	}
	return append(out, 0xff, 0xd9)
}

// A JPEG says by its markers how often it is gone through, before a pixel is unpacked: 304 KB of scans took four minutes.
func TestScansOfAJPEGAreBounded(t *testing.T) {
	const side = 1024
	whole := progressive(100, side, side)
	if head, err := picture.Check(t.Context(), whole, picture.JPEG); err != nil || head.Width != side {
		t.Errorf("100 scans: %+v, %v", head, err)
	}
	hidden := progressive(20_000, side, side)
	filled := bytes.ReplaceAll(hidden, []byte{0xff, 0xda}, []byte{0xff, 0xff, 0xff, 0xda})
	behind := bytes.ReplaceAll(hidden, []byte{0xff, 0xda}, []byte{0xff, 0x00, 'x', 0xff, 0xd3, 0xff, 0xfe, 0, 4, 0xff, 0xd9, 0xff, 0xda})
	begun := time.Now()
	for _, row := range []struct {
		name string
		data []byte
		want error
	}{
		{"101 scans", progressive(101, side, side), picture.ErrScans},
		{"20,000 scans", hidden, picture.ErrScans},
		{"scans behind filling", filled, picture.ErrScans},
		{"scans behind what is passed over", behind, picture.ErrScans},
		{"scans of a baseline picture", bytes.Replace(hidden, []byte{0xff, 0xc2}, []byte{0xff, 0xc0}, 1), picture.ErrScans},
		{"30 scans of 4400 x 4400", progressive(30, 4400, 4400), nil},
		{"31 of them", progressive(31, 4400, 4400), picture.ErrScans},
		{"a photo of many pixels", asJPEG(t, image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio444)), nil},
	} {
		_, err := picture.Look(row.data, picture.JPEG)
		if !errors.Is(err, row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
		if f, wrong := picture.Field("file", err, problem.Text{}); wrong != (row.want != nil) || wrong && f.Rule != "scans" {
			t.Errorf("%s: %+v", row.name, f)
		}
	}
	if took := time.Since(begun); took > 10*time.Second { // a single one of them, unpacked, takes longer
		t.Errorf("looking took %s", took)
	}
	f, _ := picture.Field("file", picture.ErrScans, problem.Text{})
	for language, want := range map[string]string{"zh": "最多 100 次", "en": "at most 100, fewer for a large picture"} {
		if _, data := problem.Of(problem.Invalid(f)).Wire(language); !strings.Contains(marshal(t, data), want) {
			t.Errorf("%s says %v", language, data)
		}
	}
}

// What the frames of an animated PNG unpack to is bounded together, in bytes.
func TestFramesOfAPNGAreBoundedInBytes(t *testing.T) {
	const frameHeader = 26
	animated := func(frames int, depth byte) []byte { // of 3000 x 3000 pixels, without any
		out := header(3000, 3000, depth, 2, 0)
		for range frames {
			control := make([]byte, frameHeader)
			binary.BigEndian.PutUint32(control[4:], 3000)
			binary.BigEndian.PutUint32(control[8:], 3000)
			out = append(append(append(out, 0, 0, 0, frameHeader), "fcTL"...), control...)
			out = append(out, 0, 0, 0, 0) // the checksum
		}
		return out
	}
	for _, row := range []struct {
		name string
		data []byte
		fits bool
	}{
		{"8 frames of 16 bit", animated(8, 16), true}, // 9 million pixels of 8 bytes each
		{"9 frames of 16 bit", animated(9, 16), false},
		{"11 frames of 8 bit", animated(11, 8), true},
		{"12 frames of 8 bit", animated(12, 8), false}, // more than a hundred million pixels
	} {
		_, err := picture.Look(row.data, picture.PNG)
		var large *picture.TooLargeError
		if (err == nil) != row.fits || err != nil && !errors.As(err, &large) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// Nobody's picture is unpacked further once nobody waits for it.
func TestUnpackingEndsWithItsCaller(t *testing.T) {
	ctx := &lapsing{Context: t.Context(), left: 4}
	if _, err := picture.Check(ctx, asJPEG(t, image.NewGray(image.Rect(0, 0, 4000, 4000))), picture.JPEG); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who has gone: %v", err)
	}
}

// lapsing is cancelled after it was asked some times.
type lapsing struct {
	context.Context
	left int
}

func (l *lapsing) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}
