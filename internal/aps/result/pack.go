package result

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"strings"
)

// Pack packs JSON for a column: gzip in base64.
func Pack(b []byte) (string, error) {
	var buffer bytes.Buffer
	z := gzip.NewWriter(&buffer)
	if _, err := z.Write(b); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(buffer.Bytes()), nil
}

// Unpack reads JSON that pack has packed.
func Unpack(packed string, into any) error {
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed)))
	if err != nil {
		return err
	}
	return json.NewDecoder(z).Decode(into)
}
