package picture_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"strings"
	"testing"

	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/picture"
	"mouldworks/internal/platform/problem"
)

func asPNG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// frames is an animation of n frames of a size.
func frames(t *testing.T, n, width, height int) []byte {
	t.Helper()
	g := &gif.GIF{}
	frame := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Black, color.White})
	for range n {
		g.Image, g.Delay = append(g.Image, frame), append(g.Delay, 1)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// header is a PNG that ends behind its header, with a palette of two colours where it has one.
func header(width, height uint32, depth, colour, interlaced byte) []byte {
	chunk := func(out []byte, name string, content []byte) []byte {
		out = binary.BigEndian.AppendUint32(out, uint32(len(content)))
		named := append([]byte(name), content...)
		return binary.BigEndian.AppendUint32(append(out, named...), crc32.ChecksumIEEE(named))
	}
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	out := chunk([]byte("\x89PNG\r\n\x1a\n"), "IHDR", append(size, depth, colour, 0, 0, interlaced))
	if colour == 3 {
		out = chunk(chunk(out, "PLTE", make([]byte, 6)), "tRNS", []byte{0})
	}
	return out
}

// frame is a JPEG that ends where its pixels would begin: width and height, sampling of each component.
func frame(marker byte, width, height uint16, sampling ...byte) []byte {
	out := []byte{0xff, 0xd8, 0xff, 0xe0, 0, 4, 0xff, 0xc2, 0xff, marker, 0, byte(8 + 3*len(sampling)), 8} // the first segment holds a marker that is none
	out = binary.BigEndian.AppendUint16(out, height)
	out = binary.BigEndian.AppendUint16(out, width)
	out = append(out, byte(len(sampling)))
	for i, s := range sampling {
		out = append(out, byte(i+1), s, 0)
	}
	return append(out, 0xff, 0xda, 0, 2)
}

// claims is an animation of n frames that claim a size; their pixels are one byte.
func claims(n int, width, height uint16) []byte {
	shape := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, width), height)
	out := append(append([]byte("GIF89a"), shape...), 0x80, 0, 0, 0, 0, 0, 255, 255, 255)
	for range n {
		out = append(append(append(out, 0x2c, 0, 0, 0, 0), shape...), 0, 2, 1, 0x44, 0)
	}
	return append(out, 0x3b)
}

// What a picture takes is told by its header: 96 MiB of pixels are accepted, more is refused before any is unpacked.
func TestPixelBudget(t *testing.T) {
	const baseline, progressive = 0xc0, 0xc2
	for _, row := range []struct {
		name string
		data []byte
		fits bool
	}{
		{"png of 16 bit and four channels, 8000 x 8000", header(8000, 8000, 16, 6, 0), false},
		{"png of 8 bit, 5000 x 5000", header(5000, 5000, 8, 2, 0), true},
		{"png of 8 bit, 5017 x 5017", header(5017, 5017, 8, 2, 0), false},
		{"png of 16 bit, 3547 x 3547", header(3547, 3547, 16, 2, 0), true},
		{"png of 16 bit, 3548 x 3548", header(3548, 3548, 16, 2, 0), false},
		{"interlaced png of 8 bit, 4096 x 4096", header(4096, 4096, 8, 6, 1), true},
		{"interlaced png of 8 bit, 4100 x 4100", header(4100, 4100, 8, 6, 1), false},
		{"png with a palette, 8000 x 8000", header(8000, 8000, 8, 3, 0), true},
		{"grey png that may have a transparent colour, 8000 x 8000", header(8000, 8000, 8, 0, 0), false},
		{"jpeg of a camera, 8000 x 6000", frame(baseline, 8000, 6000, 0x22, 0x11, 0x11), true},
		{"progressive jpeg of a camera, 8000 x 6000", frame(progressive, 8000, 6000, 0x22, 0x11, 0x11), false},
		{"progressive jpeg of a camera, 4000 x 3000", frame(progressive, 4000, 3000, 0x22, 0x11, 0x11), true},
		{"progressive jpeg at full colour, 3000 x 3000", frame(progressive, 3000, 3000, 0x11, 0x11, 0x11), false},
		{"jpeg of four channels, 3500 x 3500", frame(baseline, 3500, 3500, 0x11, 0x11, 0x11, 0x11), true},
		{"jpeg of four channels, 4000 x 4000", frame(baseline, 4000, 4000, 0x11, 0x11, 0x11, 0x11), false},
		{"grey jpeg, 9000 x 9000", frame(baseline, 9000, 9000, 0x11), true},
	} {
		_, err := picture.Look(row.data, picture.PNG, picture.JPEG)
		var large *picture.TooLargeError
		if (err == nil) != row.fits || err != nil && !errors.As(err, &large) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// A strip of few pixels is no picture that anybody can look at: each side has a limit of its own.
func TestSidesAreBounded(t *testing.T) {
	for _, row := range []struct {
		width, height uint32
		fits          bool
	}{{10_000, 4, true}, {4, 10_000, true}, {10_001, 4, false}, {4, 10_001, false}, {2_000_000, 4, false}} {
		_, err := picture.Look(header(row.width, row.height, 8, 2, 0), picture.PNG)
		if (err == nil) != row.fits {
			t.Errorf("%d x %d: %v", row.width, row.height, err)
		}
		if row.fits {
			continue
		}
		f, wrong := picture.Field("file", err, problem.Text{})
		if _, data := problem.Of(problem.Invalid(f)).Wire("en"); !wrong || f.Rule != "pixels" || !strings.Contains(marshal(t, data), "at most 10000 on each side") {
			t.Errorf("%d x %d: %v", row.width, row.height, data)
		}
	}
}

func TestTooLargeIsSaidWithItsSize(t *testing.T) {
	_, err := picture.Look(header(8000, 8000, 16, 6, 0), picture.PNG)
	f, wrong := picture.Field("file", err, problem.Text{})
	if !wrong || f.Field != "file" || f.Rule != "pixels" {
		t.Fatalf("%+v, %v", f, wrong)
	}
	for language, want := range map[string]string{"zh": "8000×8000 像素", "en": "8000 x 8000 pixels"} {
		if _, data := problem.Of(problem.Invalid(f)).Wire(language); !strings.Contains(marshal(t, data), want) {
			t.Errorf("%s says %v", language, data)
		}
	}
}

// An animation has at most 500 frames, and all of them together the pixels of one picture.
func TestFramesAreBounded(t *testing.T) {
	for _, row := range []struct {
		name string
		data []byte
		want error
	}{
		{"500 frames", claims(500, 2, 2), nil},
		{"501 frames", claims(501, 2, 2), picture.ErrFrames},
		{"two frames of 6000 x 8000", claims(2, 6000, 8000), nil},
		{"three of them", claims(3, 6000, 8000), &picture.TooLargeError{Width: 6000, Height: 8000}},
	} {
		_, err := picture.Look(row.data, picture.GIF)
		var large *picture.TooLargeError
		if !errors.Is(err, row.want) && !(errors.As(err, &large) && errors.As(row.want, &large)) {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
	}
}

// A file that claims to be a picture is one to its end, all frames of an animation included.
func TestDamagedPicturesAreRefused(t *testing.T) {
	still := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	whole := map[string][]byte{"png": asPNG(t, still), "jpeg": asJPEG(t, still), "gif": frames(t, 3, 40, 30)}
	all := []string{picture.PNG, picture.JPEG, picture.GIF}
	for kind, data := range whole {
		head, err := picture.Check(t.Context(), data, all...)
		if err != nil || head.Kind != "image/"+kind || head.Width != 40 || head.Height != 30 {
			t.Errorf("%s: %+v, %v", kind, head, err)
		}
		if _, err := picture.Check(t.Context(), append(bytes.Clone(data), "what stands behind its end"...), all...); err != nil {
			t.Errorf("%s with more behind: %v", kind, err)
		}
		for _, cut := range []int{len(data) / 2, len(data) * 3 / 4, 12, 0} {
			if _, err := picture.Check(t.Context(), data[:cut], all...); !errors.Is(err, picture.ErrFormat) {
				t.Errorf("%s of %d of %d bytes: %v", kind, cut, len(data), err)
			}
		}
	}
	bad := bytes.Clone(whole["gif"])
	bad[len(bad)-6] ^= 0xff // in the last frame
	if _, err := picture.Check(t.Context(), bad, all...); !errors.Is(err, picture.ErrFormat) {
		t.Errorf("a gif with a damaged last frame: %v", err)
	}
	if _, err := picture.Check(t.Context(), whole["gif"], picture.PNG, picture.JPEG); !errors.Is(err, picture.ErrFormat) {
		t.Errorf("a gif where none is taken: %v", err)
	}
}

// The decoders take no more for a picture than was counted for it.
func TestUnpackingTakesWhatWasCounted(t *testing.T) {
	shape := image.Rect(0, 0, 2000, 1000)
	for name, data := range map[string][]byte{
		"png of 16 bit":       asPNG(t, image.NewNRGBA64(shape)),
		"png of 8 bit":        asPNG(t, image.NewNRGBA(shape)),
		"png with a palette":  asPNG(t, image.NewPaletted(shape, color.Palette{color.Black, color.White})),
		"grey png":            asPNG(t, image.NewGray16(shape)),
		"jpeg":                asJPEG(t, image.NewYCbCr(shape, image.YCbCrSubsampleRatio420)),
		"jpeg at full colour": asJPEG(t, image.NewYCbCr(shape, image.YCbCrSubsampleRatio444)),
		"grey jpeg":           asJPEG(t, image.NewGray(shape)),
		"gif of three frames": frames(t, 3, 2000, 1000),
	} {
		head, err := picture.Look(data, picture.PNG, picture.JPEG, picture.GIF)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := picture.Check(t.Context(), data, head.Kind); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		runtime.ReadMemStats(&after)
		if took, counted := after.TotalAlloc-before.TotalAlloc, uint64(head.Memory()); took > counted {
			t.Errorf("%s took %d KiB, counted are %d", name, took>>10, counted>>10)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add(header(10, 10, 8, 6, 1))
	f.Add(frame(0xc2, 10, 10, 0x22, 0x11, 0x11))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := picture.Look(data, picture.PNG, picture.JPEG, picture.GIF)
		if err == nil && h.Width*h.Height < 1e6 {
			_, _ = picture.Check(t.Context(), data, h.Kind) // refused or not, it ends
		}
	})
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A picture waits for the memory that others use, and gives back what it took.
func TestPicturesShareTheBudget(t *testing.T) {
	data := asPNG(t, image.NewNRGBA(image.Rect(0, 0, 40, 30)))
	release, err := budget.TakeAll(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := picture.Check(ctx, data, picture.PNG); !errors.Is(err, context.Canceled) {
		t.Errorf("while all memory is taken: %v", err)
	}
	release()
	for range 3 {
		if _, err := picture.Check(t.Context(), data, picture.PNG); err != nil {
			t.Error(err)
		}
	}
	if n := budget.Used(); n != 0 {
		t.Errorf("pictures keep %d bytes", n)
	}
}

// Texts and profiles that swell, and animations of large frames, are refused from the file's structure; whoever opens the picture
// would unpack them.
func TestWhatAPictureCarriesIsBounded(t *testing.T) {
	packed := func(n int) []byte {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		if _, err := w.Write(make([]byte, n)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	carrying := func(chunks ...string) []byte { // name and content in turn, behind the header
		whole := asPNG(t, image.NewGray(image.Rect(0, 0, 4, 4)))
		const head = 8 + 25
		out := bytes.Clone(whole[:head])
		for i := 0; i < len(chunks); i += 2 {
			named := []byte(chunks[i] + chunks[i+1])
			out = append(binary.BigEndian.AppendUint32(out, uint32(len(chunks[i+1]))), named...)
			out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(named))
		}
		return append(out, whole[head:]...)
	}
	frame := func(side uint32) string {
		size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(make([]byte, 4), side), side)
		return string(append(size, make([]byte, 14)...))
	}
	behind := func(chunks ...string) []byte { // name and content in turn, behind the pixels of a first frame
		with := carrying(append([]string{"fcTL", frame(4)}, chunks...)...)
		const end = 12
		head := len(carrying("fcTL", frame(4))) - len(asPNG(t, image.NewGray(image.Rect(0, 0, 4, 4)))) + 8 + 25
		tail := len(with) - (len(asPNG(t, image.NewGray(image.Rect(0, 0, 4, 4)))) - 8 - 25)
		added, pixels := bytes.Clone(with[head:tail]), bytes.Clone(with[tail:len(with)-end])
		return append(append(append(bytes.Clone(with[:head]), pixels...), added...), with[len(with)-end:]...)
	}
	frameOf := func(side uint32) string { // the pixels of a frame, behind its sequence number
		whole := asPNG(t, image.NewGray(image.Rect(0, 0, int(side), int(side))))
		at := bytes.Index(whole, []byte("IDAT"))
		return "\x00\x00\x00\x02" + string(whole[at+4:at+4+int(binary.BigEndian.Uint32(whole[at-4:]))])
	}
	small, large := string(packed(1<<20)), string(packed(200<<20))
	many := make([]string, 0, 10)
	for range 5 {
		many = append(many, "zTXt", "note\x00\x00"+small)
	}
	var long []string
	for range 501 {
		long = append(long, "fcTL", frame(1))
	}
	for _, row := range []struct {
		name string
		data []byte
		want error
	}{
		{"a profile and a text", carrying("iCCP", "printer\x00\x00"+small, "zTXt", "note\x00\x00"+small), nil},
		{"a text that is not packed", carrying("iTXt", "note\x00\x00\x00en\x00note\x00words"), nil},
		{"a text that swells", carrying("zTXt", "note\x00\x00"+large), picture.ErrHidden},
		{"a text of another language that swells", carrying("iTXt", "note\x00\x01\x00en\x00note\x00"+large), picture.ErrHidden},
		{"a profile that swells", carrying("iCCP", "printer\x00\x00"+large), picture.ErrHidden},
		{"many texts", carrying(many...), picture.ErrHidden},
		{"many frames", carrying(long...), picture.ErrFrames},
		{"large frames", carrying("fcTL", frame(4), "fcTL", frame(9000), "fcTL", frame(9000)), &picture.TooLargeError{}},
		{"an animation", behind("fcTL", frame(4), "fdAT", frameOf(4), "fcTL", frame(2), "fdAT", frameOf(2)), nil},
		{"a frame of garbage", behind("fcTL", frame(4), "fdAT", frameOf(4), "fcTL", frame(4), "fdAT", "\x00\x00\x00\x03garbage"), picture.ErrFormat},
		{"a frame that breaks off", behind("fcTL", frame(4), "fdAT", frameOf(4)[:12]), picture.ErrFormat},
		{"a frame without pixels", behind("fcTL", frame(4)), picture.ErrFormat},
		{"pixels of no frame", carrying("fdAT", frameOf(4)), picture.ErrFormat},
		{"a frame beyond the picture", behind("fcTL", frame(5), "fdAT", frameOf(5)), picture.ErrFormat},
	} {
		_, err := picture.Check(t.Context(), row.data, picture.PNG)
		var size *picture.TooLargeError
		if _, large := row.want.(*picture.TooLargeError); large && errors.As(err, &size) {
			continue
		}
		if !errors.Is(err, row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
		if _, named := picture.Field("file", err, problem.L("图", "format")); named != (row.want != nil) {
			t.Errorf("%s has no words", row.name)
		}
	}
}
