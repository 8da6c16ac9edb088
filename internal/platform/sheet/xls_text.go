package sheet

import (
	"encoding/binary"
	"errors"
	"unicode/utf16"
)

// cursor reads on across the borders of continued records.
type cursor struct{ parts [][]byte }

// front is what is left of the current part, empty at the end.
func (c *cursor) front() []byte {
	for len(c.parts) > 0 && len(c.parts[0]) == 0 {
		c.parts = c.parts[1:]
	}
	if len(c.parts) == 0 {
		return nil
	}
	return c.parts[0]
}

// take reads n bytes; where they lie together they are not copied.
func (c *cursor) take(n int) ([]byte, bool) {
	if p := c.front(); len(p) >= n {
		c.parts[0] = p[n:]
		return p[:n], true
	}
	var out []byte
	for n > 0 {
		p := c.front()
		if len(p) == 0 {
			return nil, false
		}
		k := min(n, len(p))
		out = append(out, p[:k]...)
		c.parts[0] = p[k:]
		n -= k
	}
	return out, true
}

// skip passes n bytes over.
func (c *cursor) skip(n int) bool {
	for n > 0 {
		p := c.front()
		if len(p) == 0 {
			return false
		}
		k := min(n, len(p))
		c.parts[0] = p[k:]
		n -= k
	}
	return true
}

// text reads n characters of one or two bytes. Where a text is cut by the end of a part, the next part begins with a
// byte that says how wide the rest is.
func (c *cursor) text(n int, wide bool) (string, bool) {
	units := make([]uint16, 0, min(n, longestRec))
	for n > 0 {
		if len(c.parts) == 0 {
			return "", false
		}
		p := c.parts[0]
		if len(p) == 0 {
			c.parts = c.parts[1:]
			if len(c.parts) == 0 || len(c.parts[0]) == 0 {
				return "", false
			}
			wide = c.parts[0][0]&1 != 0
			c.parts[0] = c.parts[0][1:]
			continue
		}
		width := 1
		if wide {
			width = 2
		}
		if len(p) < width {
			return "", false
		}
		if wide {
			units = append(units, binary.LittleEndian.Uint16(p))
		} else {
			units = append(units, uint16(p[0]))
		}
		c.parts[0] = p[width:]
		n--
	}
	return string(utf16.Decode(units)), true
}

// longText reads a text with its length and width before it.
func longText(parts [][]byte) (string, bool) {
	c := cursor{parts: append([][]byte{}, parts...)}
	head, ok := c.take(3)
	if !ok {
		return "", false
	}
	return c.text(int(binary.LittleEndian.Uint16(head)), head[2]&1 != 0)
}

// sharedStrings reads the table of texts that cells refer to. What follows a text (formatting runs, phonetic help) is
// passed over.
func sharedStrings(parts [][]byte, limits Limits) ([]string, error) {
	c := cursor{parts: append([][]byte{}, parts...)}
	torn := func() ([]string, error) {
		return nil, &Error{Kind: Damaged, Cause: errors.New("the table of texts is torn")}
	}
	head, ok := c.take(8)
	if !ok {
		return torn()
	}
	held := 0
	for _, p := range c.parts {
		held += len(p)
	}
	count := binary.LittleEndian.Uint32(head[4:])
	texts := make([]string, 0, min(int(count), held/3, limits.Cells)+1) // a text takes three bytes or more
	var size int64
	for range count {
		h, ok := c.take(3)
		if !ok {
			return torn()
		}
		runs, help := 0, 0
		if h[2]&8 != 0 {
			n, ok := c.take(2)
			if !ok {
				return torn()
			}
			runs = int(binary.LittleEndian.Uint16(n))
		}
		if h[2]&4 != 0 {
			n, ok := c.take(4)
			if !ok {
				return torn()
			}
			help = int(min(binary.LittleEndian.Uint32(n), uint32(limits.Unpacked)))
		}
		text, ok := c.text(int(binary.LittleEndian.Uint16(h)), h[2]&1 != 0)
		if !ok || !c.skip(4*runs+help) {
			return torn()
		}
		if texts = append(texts, text); len(texts) > limits.Cells {
			return nil, &Error{Kind: TooManyCells, Limit: int64(limits.Cells), Cause: errors.New("shared texts")}
		}
		if size += int64(len(text)); size > limits.Text {
			return nil, &Error{Kind: TooMuchText, Limit: limits.Text, Cause: errors.New("shared texts")}
		}
	}
	return texts, nil
}
