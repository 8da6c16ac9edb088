package picture

import "encoding/binary"

// What unpacking takes, from the structure of each format as the decoders of the standard library store it. Where the
// header alone cannot tell, the dearer way is assumed.

// pngMemory reads the header chunk, which stands first: width, height, bits of a channel, colour type, ..., interlacing.
// image.DecodeConfig has read it before.
func pngMemory(data []byte, pixels int64) int64 {
	const header = 8 + 8 // signature, length and name of the chunk
	if len(data) < header+13 {
		return pixels * 8
	}
	depth, colour, interlaced := data[header+8], data[header+9], data[header+12] != 0
	each := int64(4) // grey too: a transparent colour may follow, and makes it four channels
	switch {
	case depth == 16:
		each = 8
	case colour == 3: // palette
		each = 1
	}
	memory := pixels * each
	if interlaced { // the passes are unpacked each by itself, the last one has half of the pixels
		memory += memory / 2
	}
	return memory
}

// jpegMemory reads the frame header: a progressive picture holds all coefficients, four bytes each, until its end.
func jpegMemory(data []byte, pixels int64) (int64, error) {
	for at := 2; at+4 <= len(data); {
		marker := data[at+1]
		if data[at] != 0xff || marker == 0xff { // what does not belong there, and filling: the decoder passes over both
			at++
			continue
		}
		if marker == 0x00 || marker == 0x01 || marker >= 0xd0 && marker <= 0xd7 { // without a length
			at += 2
			continue
		}
		length := int(binary.BigEndian.Uint16(data[at+2:]))
		segment := data[at+4 : min(len(data), at+2+max(2, length))]
		if marker >= 0xc0 && marker <= 0xc2 {
			return frameMemory(segment, marker == 0xc2, pixels)
		}
		at += 2 + length
	}
	return 0, ErrFormat
}

// frameMemory reads the components of a frame with their sampling: precision, height, width, count, and three bytes each.
func frameMemory(segment []byte, progressive bool, pixels int64) (int64, error) {
	if len(segment) < 6 || len(segment) < 6+3*int(segment[5]) {
		return 0, ErrFormat
	}
	components := int(segment[5])
	samples, wide, high := int64(0), int64(1), int64(1)
	for i := range components {
		h, v := int64(segment[6+3*i+1]>>4), int64(segment[6+3*i+1]&15)
		samples += h * v
		wide, high = max(wide, h), max(high, v)
	}
	memory := (pixels*samples + wide*high - 1) / (wide * high)
	if progressive {
		memory += 4 * memory
	}
	if components > 3 || samples == 3 && wide*high == 1 { // four channels, or perhaps RGB: converted at the end
		memory += 4 * pixels
	}
	return memory, nil
}

// gifMemory sums the frames, a byte for each pixel, block by block; nothing is unpacked.
func gifMemory(data []byte) (memory int64, err error) {
	const header = 6 + 7 // signature, logical screen
	if len(data) < header {
		return 0, ErrFormat
	}
	r := blocks{data: data, at: header}
	r.table(data[10])
	for frames := 0; !r.short; {
		switch r.next() {
		case 0x21: // extension
			r.next()
			r.subBlocks()
		case 0x2c: // frame: left, top, width, height, flags, then its table, the size of its first code, and its pixels
			if frames++; frames > mostFrames {
				return 0, ErrFrames
			}
			d := r.take(9)
			if d == nil {
				return 0, ErrFormat
			}
			memory += int64(binary.LittleEndian.Uint16(d[4:])) * int64(binary.LittleEndian.Uint16(d[6:]))
			r.table(d[8])
			r.next()
			r.subBlocks()
		case 0x3b: // end
			return memory, nil
		default:
			return 0, ErrFormat
		}
	}
	return 0, ErrFormat
}

// blocks walks through the blocks of a GIF.
type blocks struct {
	data  []byte
	at    int
	short bool // the file ends too early
}

func (b *blocks) take(n int) []byte {
	if b.at+n > len(b.data) {
		b.short = true
		return nil
	}
	b.at += n
	return b.data[b.at-n : b.at]
}

func (b *blocks) next() byte {
	if one := b.take(1); one != nil {
		return one[0]
	}
	return 0
}

// table skips a table of colours, when the flags say that there is one.
func (b *blocks) table(flags byte) {
	if flags&0x80 != 0 {
		b.take(3 << (flags&7 + 1))
	}
}

func (b *blocks) subBlocks() {
	for n := b.next(); n != 0; n = b.next() {
		b.take(int(n))
	}
}
