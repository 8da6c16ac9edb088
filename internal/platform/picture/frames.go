package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image/png"
	"slices"
)

// pngFrames unpacks every frame of an animation but the first, which is the picture itself: ErrFormat where one breaks off, or does
// not lie within the picture. The decoder of the standard library does not look at them, and browsers show them.
func pngFrames(ctx context.Context, data []byte) error {
	const signature, header = 8, 13
	if len(data) < signature+8+header {
		return ErrFormat
	}
	canvas := data[signature+8 : signature+8+header]
	var colours, pixels []byte // what all frames share; the packed pixels of the frame that has begun
	var frame []byte           // its width and height, nil where none has begun
	first := false             // the picture itself has been
	finish := func() error {
		if frame == nil {
			return nil
		}
		whole := slices.Clone(data[:signature])
		whole = chunk(whole, "IHDR", append(slices.Clone(frame), canvas[8:]...))
		whole = chunk(append(whole, colours...), "IDAT", pixels)
		if _, err := png.Decode(awaited{ctx, bytes.NewReader(chunk(whole, "IEND", nil))}); err != nil {
			return ErrFormat
		}
		return nil
	}
	for at := signature; at+12 <= len(data); {
		length := int64(binary.BigEndian.Uint32(data[at:]))
		name, end := string(data[at+4:at+8]), int64(at)+8+length
		if end+4 > int64(len(data)) || name == "IEND" {
			break
		}
		content := data[at+8 : end]
		switch name {
		case "PLTE", "tRNS":
			colours = append(colours, data[at:end+4]...)
		case "IDAT":
			first = true
		case "fcTL": // sequence number, width, height, left, top, ...
			if err := finish(); err != nil {
				return err
			}
			if frame, pixels = nil, nil; !first {
				break // of the picture itself
			}
			if len(content) < 20 || !within(content, canvas) {
				return ErrFormat
			}
			frame = content[4:12]
		case "fdAT": // sequence number, pixels
			if frame == nil || len(content) < 4 {
				return ErrFormat
			}
			pixels = append(pixels, content[4:]...)
		}
		at = int(end) + 4
	}
	return finish()
}

// within tells whether the frame of a control chunk lies in the picture of a header.
func within(control, header []byte) bool {
	number := func(b []byte) int64 { return int64(binary.BigEndian.Uint32(b)) }
	return number(control[4:])+number(control[12:]) <= number(header) && number(control[8:])+number(control[16:]) <= number(header[4:])
}

// chunk adds a chunk to a PNG.
func chunk(to []byte, name string, content []byte) []byte {
	to = binary.BigEndian.AppendUint32(to, uint32(len(content)))
	begin := len(to)
	to = append(append(to, name...), content...)
	return binary.BigEndian.AppendUint32(to, crc32.ChecksumIEEE(to[begin:]))
}
