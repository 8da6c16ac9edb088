package file_test

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"testing"

	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
)

// A picture is refused by what its header says before a pixel is unpacked: by its side, then by the memory that it takes.
func TestPicturesAreRefusedByTheirHeader(t *testing.T) {
	for name, row := range map[string]struct{ data, rule string }{
		"4096 x 4096 pixels of 16 bit": {"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x10\x00\x00\x00\x10\x00\x10\x06\x00\x00\x00\xa2\x33\xf8\x54", "pixels"},
		"8000 x 8000 pixels":           {"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x1f\x40\x00\x00\x1f\x40\x08\x00\x00\x00\x00\x23\x9a\xf2\x28", "side"},
		"4097 x 1 pixels":              {"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x10\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\xb1\xe3\x00\x42", "side"},
		"a picture that breaks off":    {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x02\x08\x06\x00\x00\x00\x72\xb6\x0d\x24", "format"},
	} {
		_, _, err := file.Picture.Make(t.Context(), []byte(row.data))
		var p *problem.Problem
		if !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Field != "file" || p.Fields[0].Rule != row.rule {
			t.Errorf("%s: %v, want %s", name, err, row.rule)
		}
	}
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio420), nil); err != nil {
		t.Fatal(err)
	}
	if kind, content, err := file.Picture.Make(t.Context(), photo.Bytes()); err != nil || kind != "image/jpeg" || len(content) == 0 {
		t.Errorf("a photo is %s of %d bytes: %v", kind, len(content), err)
	}
}
