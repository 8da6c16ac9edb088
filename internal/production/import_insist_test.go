package production

import (
	"errors"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
)

// A closing write is repeated while the database is away, and no longer: another error ends it.
func TestAClosingWriteWaitsForTheDatabase(t *testing.T) {
	was := insistEvery
	insistEvery = time.Millisecond
	t.Cleanup(func() { insistEvery = was })
	for name, answers := range map[string][]error{
		"there at once": {nil}, "away for a while": {store.ErrUnavailable, store.ErrUnavailable, nil}, "refused at once": {errors.New("no")}, "refused afterwards": {store.ErrUnavailable, errors.New("no")},
	} {
		asked, over := 0, make(chan struct{})
		insist(t.Context(), "the test", func() error {
			answer := answers[asked]
			if asked++; asked == len(answers) {
				close(over)
			}
			return answer
		})
		<-over
		if asked != len(answers) {
			t.Errorf("%s: asked %d times", name, asked)
		}
	}
}
