package verify_test

import (
	"testing"

	"mouldworks/internal/verify"
)

// A phone number is read as people write it; what is none stays to be refused.
func TestPhoneNumbersAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"13800000002":          "13800000002",
		"１３８００００　０００２":         "13800000002",
		" 138 0000-0002\u200b": "13800000002",
		"138‐0000–0002":        "13800000002",
		"+86 138 0000 0002":    "13800000002",
		"＋８６１３８０００００００２":       "13800000002",
		"0086-13800000002":     "13800000002",
		"86 138 0000 0002":     "13800000002",
		"８６－13800000002":       "13800000002",
		"86 0755 8123":         "8607558123",
		"(0755) 8123 4567":     "075581234567",
		"8613800000002":        "8613800000002",
		"+1 555 0100":          "+15550100",
		"138****0002":          "138****0002",
		"":                     "",
	} {
		if got := verify.ReadPhone(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}
