package identity_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"mouldworks/internal/identity"
)

// An email address is the address alone, of up to 50 characters, with a dot behind its sign.
func TestEmailAddresses(t *testing.T) {
	for email, want := range map[string]string{
		"": "", "a@b.c": "", "planner@example.com": "", strings.Repeat("a", 38) + "@example.com": "", strings.Repeat("a", 39) + "@example.com": "maxLength",
		"planner": "format", "planner@": "format", "@example.com": "format", "a.b@c": "format", "Name <a@b.c>": "format", "a@b.c, d@e.f": "format", "a b@c.d": "format",
	} {
		got := ""
		if fault := identity.CheckEmail(email); fault != nil {
			got = fault.Rule
			if fault.Field != "email" {
				t.Errorf("%q: %s", email, fault.Field)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", email, got, want)
		}
	}
}

// A head image is a png or jpeg of up to 256 pixels each way, drawn anew on white; its name must be true.
func TestHeadImages(t *testing.T) {
	picture := func(kind string, width, height int, encode string) string {
		m := image.NewNRGBA(image.Rect(0, 0, width, height))
		m.Set(0, 0, color.NRGBA{R: 200, A: 255})
		var out bytes.Buffer
		var err error
		if encode == "png" {
			err = png.Encode(&out, m)
		} else {
			err = jpeg.Encode(&out, m, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		return "data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString(out.Bytes())
	}
	padded := func(size int) string { // what stands behind a picture is not read
		raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(picture("png", 1, 1, "png"), "data:image/png;base64,"))
		if err != nil {
			t.Fatal(err)
		}
		return "data:image/png;base64," + base64.StdEncoding.EncodeToString(append(raw, make([]byte, size-len(raw))...))
	}
	for what, c := range map[string]struct {
		url  string
		good bool
	}{
		"64 KB": {padded(65536), true}, "as much as its text holds": {padded(65538), true}, "a byte more": {padded(65539), false},
		"none": {"", true}, "a png": {picture("png", 1, 1, "png"), true}, "a jpeg": {picture("jpeg", 8, 8, "jpeg"), true},
		"as large as it may be": {picture("png", 256, 256, "png"), true}, "too wide": {picture("png", 257, 256, "png"), false}, "too high": {picture("png", 256, 257, "png"), false},
		"a png that says jpeg": {picture("jpeg", 1, 1, "png"), false}, "a jpeg that says png": {picture("png", 1, 1, "jpeg"), false}, "another kind": {picture("gif", 1, 1, "png"), false},
		"no url": {"x", false}, "no base64": {"data:image/png;base64,!!", false}, "no picture": {"data:image/png;base64,aaaa", false},
		"too much": {"data:image/png;base64," + strings.Repeat("A", 87384+4), false},
	} {
		got, ok := identity.HeadImage(c.url)
		if ok != c.good || (got == "") != (!c.good || c.url == "") || got != "" && !strings.HasPrefix(got, "data:image/jpeg;base64,") {
			t.Errorf("%s: %.40s %v", what, got, ok)
		}
	}
	drawn, _ := identity.HeadImage(picture("png", 16, 16, "png"))
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(drawn, "data:image/jpeg;base64,"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := m.At(12, 12).RGBA(); r>>8 < 250 || g>>8 < 250 || b>>8 < 250 {
		t.Errorf("what is clear is not white: %d %d %d", r>>8, g>>8, b>>8)
	}
}

// Of a browser's name the first program and the first system count: those that also name others stand before them.
func TestDevicesByTheirNames(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36":           "Chrome · Windows",
		"Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0":                                "Edge · Windows",
		"Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 OPR/111.0":                                "Opera · Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15": "Safari · macOS",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_4) Version/17.4 Mobile Safari/604.1":                         "Safari · iPhone",
		"Mozilla/5.0 (iPad; CPU OS 17_4) Version/17.4 Safari/604.1":                                         "Safari · iPad",
		"Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0":              "WeChat · Android",
		"Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36 wxwork/4.1 MicroMessenger/7.0":   "WeCom · Android",
		"Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 DingTalk/7.5":                             "DingTalk · Windows",
		"Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0":                            "Firefox · Linux",
		"curl/8.5.0": "curl", "Go-http-client/1.1": "Go", "(Windows NT 10.0)": "Windows", "nobody": "", "": "",
	} {
		if got := identity.DeviceOf(agent); got != want {
			t.Errorf("%s: %q, want %q", agent, got, want)
		}
	}
	for agent, want := range map[string]string{
		" ~": " ~", "\x1f\x7fa\n": "a", "模b": "b", strings.Repeat("x", 300): strings.Repeat("x", 300), strings.Repeat("x", 301): strings.Repeat("x", 300),
	} {
		if got := identity.Clip(agent); got != want {
			t.Errorf("%q: %q", agent, got)
		}
	}
}
