package app

import "testing"

// ADMIN-04: phones are sent to addresses of https, or of http inside a factory's network, and never to themselves.
func TestWhereAPhoneMayBeSent(t *testing.T) {
	for address, want := range map[string]bool{
		"https://m.example.com": true, "https://m.example.com:8443/office?x=1#top": true, "http://192.168.1.20:8080/m": true, "http://mes/": true, "http://[fd00::5]/": true,
		"": false, "m.example.com": false, "ftp://m.example.com": false, "http://m.example.com": false, "https://u:p@m.example.com": false, "javascript:alert(1)": false,
		"https://localhost": false, "https://app.localhost/": false, "https://127.0.0.1/": false, "https://[::1]/": false, "https://0.0.0.0": false, "http://127.0.0.1": false,
		"http://0x7f000001": false, "http://2130706433/": false, "https://m.example.com/ a": false, `https://m.example.com/<b>`: false, `https://m.example.com/?a="`: false,
	} {
		if got := isReachableAddress(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}
