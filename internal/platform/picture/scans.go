package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

const (
	// mostScans bounds the scans of a JPEG. A progressive one has about ten: a few bytes of a further scan make the decoder go
	// through the whole picture once more.
	mostScans = 100
	// mostWork bounds what is gone through when a picture is unpacked: the samples of all scans of a JPEG, the bytes of all frames
	// of a PNG (measured: about two seconds).
	mostWork = 600_000_000
)

// ErrScans says that a JPEG is stored in more scans than a picture needs, or in more than one of its size may have.
var ErrScans = fmt.Errorf("picture: more than %d scans, or more than %d samples in all of them", mostScans, mostWork)

// jpegFrame is what a JPEG says of its pixels.
type jpegFrame struct {
	samples    int64          // of all components
	components map[byte]int64 // samples of each
	memory     int64
}

// jpegMemory walks through the markers of a JPEG to its end, as the decoder does: what its frame takes in memory, and ErrScans. It
// stops at whatever the decoder refuses.
func jpegMemory(data []byte, pixels int64) (int64, error) {
	var frame *jpegFrame
	scans, work := 0, int64(0)
	for at := 2; at+4 <= len(data); {
		marker := data[at+1]
		if data[at] != 0xff { // pixels, and what does not belong there: the decoder passes over it
			next := bytes.IndexByte(data[at:], 0xff)
			if next < 0 {
				break
			}
			at += next
			continue
		}
		if marker == 0xff { // filling
			at++
			continue
		}
		if marker == 0x00 || marker == 0x01 || marker >= 0xd0 && marker <= 0xd7 { // without a length
			at += 2
			continue
		}
		if marker == 0xd9 { // the end
			break
		}
		length := int(binary.BigEndian.Uint16(data[at+2:]))
		segment := data[at+4 : max(at+4, min(len(data), at+2+length))]
		switch {
		case marker >= 0xc0 && marker <= 0xc2 && frame == nil: // another one is refused
			var err error
			if frame, err = readFrame(segment, marker == 0xc2, pixels); err != nil {
				return 0, err
			}
		case marker == 0xda && frame != nil:
			work += frame.passed(segment)
			if scans++; scans > mostScans || work > mostWork {
				return frame.memory, ErrScans
			}
		}
		at += 2 + max(2, length)
	}
	if frame == nil {
		return 0, ErrFormat
	}
	return frame.memory, nil
}

// passed is how many samples a scan goes through: count, then component and tables of each, then what of it.
func (f *jpegFrame) passed(scan []byte) (samples int64) {
	if len(scan) < 1 || len(scan) < 1+2*int(scan[0]) {
		return f.samples
	}
	for i := range int(scan[0]) {
		samples += f.components[scan[1+2*i]]
	}
	return samples
}

// readFrame reads the components of a frame with their sampling: precision, height, width, count, and three bytes each. A progressive
// picture holds all coefficients, four bytes each, until its end.
func readFrame(segment []byte, progressive bool, pixels int64) (*jpegFrame, error) {
	if len(segment) < 6 || len(segment) < 6+3*int(segment[5]) {
		return nil, ErrFormat
	}
	components := int(segment[5])
	parts, wide, high := int64(0), int64(1), int64(1)
	for i := range components {
		h, v := int64(segment[6+3*i+1]>>4), int64(segment[6+3*i+1]&15)
		parts += h * v
		wide, high = max(wide, h), max(high, v)
	}
	share := func(parts int64) int64 { return (pixels*parts + wide*high - 1) / (wide * high) }
	f := &jpegFrame{samples: share(parts), components: map[byte]int64{}}
	for i := range components {
		h, v := int64(segment[6+3*i+1]>>4), int64(segment[6+3*i+1]&15)
		f.components[segment[6+3*i]] += share(h * v)
	}
	if f.memory = f.samples; progressive {
		f.memory += 4 * f.samples
	}
	if components > 3 || parts == 3 && wide*high == 1 { // four channels, or perhaps RGB: converted at the end
		f.memory += 4 * pixels
	}
	return f, nil
}
