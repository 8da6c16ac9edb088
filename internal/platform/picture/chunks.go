package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
)

// mostHidden is what the packed texts and the colour profile of a PNG may take together once they are unpacked, in bytes. Profiles
// of printers have up to 2 MB; whoever reads the picture unpacks them too.
const mostHidden = 4 << 20

// ErrHidden says that a picture carries texts or a colour profile that swell when they are unpacked.
var ErrHidden = fmt.Errorf("picture: its texts and colour profile unpack to more than %d MiB", mostHidden>>20)

// pngChunks walks through the chunks of a PNG: the pixels of all frames beside the picture itself, and ErrHidden or ErrFrames. It
// stops at whatever is no chunk: the decoder refuses what it needs.
func pngChunks(data []byte) (framePixels int64, err error) {
	const frameHeader = 26
	hidden, frames, picture := int64(0), 0, false
	for at := 8; at+12 <= len(data); {
		length := int64(binary.BigEndian.Uint32(data[at:]))
		name, end := string(data[at+4:at+8]), int64(at)+8+length
		if end+4 > int64(len(data)) || name == "IEND" {
			break
		}
		content := data[at+8 : end]
		switch name {
		case "zTXt", "iCCP", "iTXt":
			if hidden += unpacked(name, content, mostHidden-hidden); hidden > mostHidden {
				return 0, ErrHidden
			}
		case "IDAT":
			picture = true
		case "fcTL": // sequence number, width, height, ...
			if frames++; frames > mostFrames {
				return 0, ErrFrames
			}
			if len(content) >= frameHeader && (frames > 1 || picture) { // the first may be the picture itself
				framePixels += int64(binary.BigEndian.Uint32(content[4:])) * int64(binary.BigEndian.Uint32(content[8:]))
			}
		}
		at = int(end) + 4 // its checksum
	}
	return framePixels, nil
}

// unpacked is how many bytes a chunk unpacks to, as far as it is not more than most; then it is one more.
func unpacked(name string, content []byte, most int64) int64 {
	_, packed, _ := bytes.Cut(content, []byte{0}) // behind its keyword
	if name == "iTXt" {
		if len(packed) < 2 || packed[0] == 0 { // not packed
			return 0
		}
		packed = packed[1:]
	}
	if len(packed) < 1 {
		return 0
	}
	packed = packed[1:] // the method
	if name == "iTXt" { // language and translated keyword
		_, packed, _ = bytes.Cut(packed, []byte{0})
		_, packed, _ = bytes.Cut(packed, []byte{0})
	}
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return 0
	}
	n, _ := io.Copy(io.Discard, io.LimitReader(r, most+1)) // one that breaks off counts as far as it unpacks
	_ = r.Close()                                          // the end of what was read
	return n
}
