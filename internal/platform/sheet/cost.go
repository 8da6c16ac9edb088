package sheet

import (
	"archive/zip"
	"bytes"
	"io"
)

// What a file costs in memory, measured at the imports: each row as a record with its faults and its place in the answer,
// and each byte as text.
const (
	leastCost   = 1 << 20
	mostCost    = 200 << 20
	costPerRow  = 4500
	costPerByte = 6
	leastRecord = 14 // bytes of a cell of an xls, which may be alone in its row
)

// Cost estimates the memory that reading data and working with its rows takes, in bytes, for a budget of all uploads. It
// counts what the file holds, without keeping any of it, and is never more than the limits of a file let it become.
func Cost(data []byte, limits Limits) int64 {
	limits = limits.Filled()
	size, rows := int64(len(data)), 0
	switch Sniff(data) {
	case XLSX:
		size *= 4
		if archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil && !crowded(data) {
			for _, f := range archive.File {
				size += int64(min(f.UncompressedSize64, uint64(limits.Unpacked)))
			}
			if size < mostCost/costPerByte { // else it costs the most anyway
				rows = rowsIn(archive)
			}
		}
	case XLS:
		rows = len(data) / leastRecord
	case JSON:
		rows = bytes.Count(data, []byte("{"))
	default:
		rows = bytes.Count(data, []byte("\n"))
	}
	return min(leastCost+costPerByte*size+costPerRow*int64(min(rows, limits.Rows)), mostCost)
}

// rowsIn counts what looks like a row in the parts of an xlsx; what cannot be unpacked counts as nothing, for it will not
// be read either.
func rowsIn(archive *zip.Reader) (rows int) {
	for _, f := range archive.File {
		body, err := f.Open()
		if err != nil {
			continue
		}
		found := 0
		_ = eachPiece(io.LimitReader(body, mostCost), len(":row"), func(piece []byte) {
			found += bytes.Count(piece, []byte("<row")) + bytes.Count(piece, []byte(":row"))
		})
		_ = body.Close() // reading only
		rows += found
	}
	return rows
}
