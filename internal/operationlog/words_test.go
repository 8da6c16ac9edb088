package operationlog

import (
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
)

// What a schedule says of single moulds stands in the log mould by mould.
func TestWordsOfSingleMoulds(t *testing.T) {
	rows := []any{map[string]any{"mouldId": "a", "delivery": "2026-03-02T08:00:00Z"}, map[string]any{"mouldId": "b", "pullIn": true}}
	for lang, want := range map[string]string{
		problem.English: "Mould: A001, Delivery: 2026-03-02 08:00:00; Mould: A002, Pull in: Yes",
		problem.Chinese: "模具：A001，交期：2026-03-02 08:00:00；模具：A002，提前：是",
	} {
		w := &wording{lang: lang, zone: time.UTC, titles: map[string]string{"a": "A001", "b": "A002"}}
		if got := w.value(ownFields["schedule"]["moulds"], rows); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}
