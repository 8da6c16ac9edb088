package picture

import "encoding/binary"

// What unpacking takes, from the structure of each format as the decoders of the standard library store it. Where the
// header alone cannot tell, the dearer way is assumed.

// pngHead is what stands before the content of the header chunk: signature, length and name of the chunk.
const pngHead = 8 + 8

// pngBytes reads the header chunk, which stands first, for the bytes of a pixel: width, height, bits of a channel, colour type, ...,
// interlacing. image.DecodeConfig has read it before.
func pngBytes(data []byte) int64 {
	if len(data) < pngHead+13 {
		return 8
	}
	switch depth, colour := data[pngHead+8], data[pngHead+9]; {
	case depth == 16:
		return 8
	case colour == 3: // palette
		return 1
	}
	return 4 // grey too: a transparent colour may follow, and makes it four channels
}

func pngMemory(data []byte, pixels int64) int64 {
	memory := pixels * pngBytes(data)
	if len(data) >= pngHead+13 && data[pngHead+12] != 0 { // interlaced: the passes are unpacked each by itself, the last one has half of the pixels
		memory += memory / 2
	}
	return memory
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
