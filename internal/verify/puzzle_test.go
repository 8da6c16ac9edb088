package verify_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func decoded(t *testing.T, url string) image.Image {
	t.Helper()
	_, content, found := strings.Cut(url, ";base64,")
	raw, err := base64.StdEncoding.DecodeString(content)
	if err != nil || !found {
		t.Fatalf("not a picture: %.40s", url)
	}
	img, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// CAPTCHA-02, CAPTCHA-03, CAPTCHA-06, R17: pictures of the sizes asked for, a ticket, a gap that the fragment can reach,
// and nothing in the answer that tells where it is.
func TestPuzzlePictures(t *testing.T) {
	eachDesk(t, func(d *desk) {
		seen := map[float64]bool{}
		for i := range 25 {
			p := d.refresh("one", first, 4)
			if big := decoded(d.t, p.BigImage).Bounds(); big.Dx() != 320 || big.Dy() != 160 {
				d.t.Errorf("the picture is %v", big)
			}
			small := decoded(d.t, p.SmallImage)
			if small.Bounds().Dx() != 50 || small.Bounds().Dy() != 160 {
				d.t.Errorf("the fragment is %v", small.Bounds())
			}
			rows := 0
			for y := range 160 {
				if _, _, _, alpha := small.At(20, y).RGBA(); alpha > 0 {
					rows++
				}
			}
			if rows < 30 || rows > 50 {
				d.t.Errorf("the fragment is %d high", rows)
			}
			gap := d.gap()
			if gap < 50 || gap > 270 {
				d.t.Errorf("the gap of picture %d lies at %v", i, gap)
			}
			seen[gap] = true
			d.later(3 * time.Second)
		}
		if len(seen) < 10 {
			d.t.Errorf("25 puzzles have %d places for the gap", len(seen))
		}
	})
}

// CAPTCHA-04, CAPTCHA-05, R18: the answer is judged within 6 pixels of the picture, whatever its width on the screen.
func TestThePuzzleIsJudgedWithATolerance(t *testing.T) {
	eachDesk(t, func(d *desk) {
		for _, row := range []struct {
			off, width float64
			solved     bool
		}{
			{0, 320, true},
			{6, 320, true},
			{-6, 320, true},
			{7, 320, false},
			{-7, 320, false},
			{0, 640, true},
			{5, 160, true},
			{7, 640, false},
		} {
			p := d.refresh("one", first, 4)
			if got := d.answer("one", first, 4, p.PuzzleCaptchaTicket, (d.gap()+row.off)*row.width/320, row.width); got != row.solved {
				d.t.Errorf("%v pixels off on a width of %v: %v", row.off, row.width, got)
			}
			d.later(2 * time.Second)
		}
		for name, body := range map[string]map[string]any{
			"no width":           {"offset": 10, "width": 0, "phoneNum": first},
			"beyond the picture": {"offset": 700, "width": 320, "phoneNum": first},
			"before the picture": {"offset": -1, "width": 320, "phoneNum": first},
			"no own number":      {"offset": 10, "width": 320, "phoneNum": second},
			"an unknown purpose": {"offset": 10, "width": 320, "phoneNum": first, "sendType": 9},
		} {
			if status, a, _ := d.post("one", "upms/puzzle/captcha/verify", body); status != http.StatusUnprocessableEntity || a.Code != 422 {
				d.t.Errorf("%s: %d %+v", name, status, a)
			}
		}
	})
}

// A ticket is good for one answer within a minute, by whom and for what it was made; answers at once share it no more
// than answers one after the other.
func TestAPuzzleTicketWorksOnce(t *testing.T) {
	eachDesk(t, func(d *desk) {
		p := d.refresh("one", first, 4)
		gap := d.gap()
		if d.answer("one", first, 4, p.PuzzleCaptchaTicket, gap-30, 320) {
			d.t.Error("30 pixels off was right")
		}
		if d.answer("one", first, 4, p.PuzzleCaptchaTicket, gap, 320) {
			d.t.Error("a second answer was heard")
		}
		p = d.refresh("one", first, 4)
		if gap = d.gap(); !d.answer("one", first, 4, p.PuzzleCaptchaTicket, gap, 320) || d.answer("one", first, 4, p.PuzzleCaptchaTicket, gap, 320) {
			d.t.Error("a solved puzzle can be solved again")
		}
		p = d.refresh("one", first, 4)
		gap = d.gap()
		d.later(61 * time.Second)
		if d.answer("one", first, 4, p.PuzzleCaptchaTicket, gap, 320) {
			d.t.Error("a puzzle lives longer than a minute")
		}
		p = d.refresh("", first, 2)
		if gap = d.gap(); d.answer("", first, 1, p.PuzzleCaptchaTicket, gap, 320) {
			d.t.Error("a puzzle for a recovery served a registration")
		}
		p = d.refresh("", first, 2)
		if gap = d.gap(); d.answer("", second, 2, p.PuzzleCaptchaTicket, gap, 320) {
			d.t.Error("a puzzle for one number served another")
		}
		p = d.refresh("", first, 2)
		if gap = d.gap(); d.answer("one", first, 2, p.PuzzleCaptchaTicket, gap, 320) {
			d.t.Error("a stranger's puzzle served a session")
		}
		if d.answer("one", first, 4, "", gap, 320) || d.answer("one", first, 4, "spent", gap, 320) {
			d.t.Error("an unknown ticket was heard")
		}

		p = d.refresh("one", first, 4)
		gap = d.gap()
		var wins sync.Map
		var all sync.WaitGroup
		for i := range 8 {
			all.Add(1)
			go func() {
				defer all.Done()
				_, a, _ := d.post("one", "upms/puzzle/captcha/verify", map[string]any{"phoneNum": first, "puzzleCaptchaTicket": p.PuzzleCaptchaTicket, "offset": gap, "width": 320})
				if string(a.Data) == "true" {
					wins.Store(i, true)
				}
			}()
		}
		all.Wait()
		n := 0
		wins.Range(func(any, any) bool { n++; return true })
		if n != 1 {
			d.t.Errorf("of 8 right answers at once %d were heard", n)
		}
	})
}

// A machine that asks for puzzle after puzzle is told to wait.
func TestAnAddressGetsThirtyPuzzlesAMinute(t *testing.T) {
	eachDesk(t, func(d *desk) {
		for range 30 {
			d.refresh("one", first, 4)
		}
		body := map[string]any{"phoneNum": first}
		if status, a, _ := d.post("one", "upms/puzzle/captcha/refresh", body); status != http.StatusTooManyRequests || a.Code != 429 {
			d.t.Errorf("puzzle 31: %d %+v", status, a)
		}
		d.later(61 * time.Second)
		d.refresh("one", first, 4)
	})
}

// Attack: puzzles, and codes to many numbers, asked for at the same moment. As many go through as one after the other.
func TestRequestsAtOnceShareNoCount(t *testing.T) {
	eachDesk(t, func(d *desk) {
		atOnce := func(count int, path string, body func(i int) map[string]any) (through int) {
			var mu sync.Mutex
			var wait sync.WaitGroup
			for i := range count {
				wait.Go(func() {
					status, a, _ := d.post("", path, body(i))
					mu.Lock()
					defer mu.Unlock()
					if status == http.StatusOK {
						through++
					} else if status != http.StatusTooManyRequests {
						d.t.Errorf("request %d: %d %+v", i, status, a)
					}
				})
			}
			wait.Wait()
			return through
		}
		if n := atOnce(60, "upms/puzzle/captcha/refresh", func(int) map[string]any { return map[string]any{"phoneNum": stranger, "sendType": 1} }); n != 30 {
			d.t.Errorf("of 60 puzzles at once %d were drawn", n)
		}
		d.later(time.Minute)
		number := func(i int) string { return fmt.Sprint(13700000000 + i) }
		for i := range 25 {
			d.fresh("", number(i), 1)
			d.later(20 * time.Second)
		}
		for i := range 20 {
			d.solve("", number(100+i), 1)
		}
		if n := atOnce(20, "upms/tenant/sendSMS", func(i int) map[string]any { return map[string]any{"phoneNum": number(100 + i), "sendType": 1} }); n != 5 {
			d.t.Errorf("after 25 codes of an hour %d of 20 at once were sent", n)
		}
	})
}
