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
		"8000 x 8000 pixels of 16 bit": {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x1f@\x00\x00\x1f@\x10\x06\x00\x00\x00\x56\x61\x71\xb7", "pixels"},
		"8001 x 1 pixels":              {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x1fA\x00\x00\x00\x01\x08\x06\x00\x00\x00\xbc\xa1\xf3\x24", "side"},
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
