package verify

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/throttle"
)

// Limits of puzzles. Pixels are those of the picture as it is drawn, 320 wide.
const (
	puzzleLife = 60 * time.Second
	passLife   = 60 * time.Second
	tolerance  = 6.0 // pixels on either side
)

// refreshes bounds what one network may cost in drawing and gain by guessing.
var refreshes = throttle.Limit{Most: 30, Window: time.Minute}

// puzzle is one that somebody may be solving. Only the hash of its ticket is kept.
type puzzle struct {
	bun.BaseModel `bun:"table:puzzle"`
	TicketHash    string    `bun:"ticket_hash,pk"`
	Phone         string    `bun:"phone"`
	Purpose       Purpose   `bun:"purpose"`
	Holder        string    `bun:"holder"`
	Address       string    `bun:"address"`
	Gap           int       `bun:"gap"` // left edge of the gap in pixels
	MadeAt        time.Time `bun:"made_at"`
}

// pass is what a solved puzzle earns: one code may be sent.
type pass struct {
	bun.BaseModel `bun:"table:puzzle_pass"`
	ID            string    `bun:"id,pk"`
	Phone         string    `bun:"phone"`
	Purpose       Purpose   `bun:"purpose"`
	Holder        string    `bun:"holder"`
	MadeAt        time.Time `bun:"made_at"`
}

// RefreshInput asks for a puzzle.
type RefreshInput struct {
	Body struct {
		PhoneNum string `json:"phoneNum" doc:"number that a code is to be sent to; for sendType 4 the session's own, masked or not"`
		SendType *int   `json:"sendType,omitempty" doc:"1 registration, 2 recovery, 3 phone change, 4 switching (default)"`
	}
}

// Puzzle is a picture with a gap, and the fragment that fills it.
type Puzzle struct {
	BigImage            string `json:"bigImage" doc:"data URL, 320 x 160"`
	SmallImage          string `json:"smallImage" doc:"data URL, 50 x 160: the fragment at its height"`
	PuzzleCaptchaTicket string `json:"puzzleCaptchaTicket" doc:"good for one answer within 60 s"`
}

// AnswerInput is where somebody has left the slider.
type AnswerInput struct {
	Body struct {
		Offset              float64 `json:"offset" doc:"how far the fragment was moved, in pixels of the screen"`
		Width               float64 `json:"width" doc:"width of the picture on the screen, in the same pixels"`
		PhoneNum            string  `json:"phoneNum"`
		SendType            *int    `json:"sendType,omitempty"`
		PuzzleCaptchaTicket string  `json:"puzzleCaptchaTicket"`
	}
}

var (
	msgWidth   = problem.L("图片宽度须为正数", "The width of the picture is above 0")
	msgOffset  = problem.L("滑块位置须在图片之内", "The slider stands within the picture")
	msgRefresh = problem.L("刷新过于频繁，请 1 分钟后再试", "Too many puzzles, please try again in a minute")
)

func (v *Verify) refresh(ctx context.Context, in *RefreshInput) (Puzzle, error) {
	a, err := v.ask(ctx, in.Body.PhoneNum, in.Body.SendType)
	if err != nil {
		return Puzzle{}, err
	}
	now := v.deps.Now()
	ticket, hash := opaque.Token()
	row := puzzle{TicketHash: hash, Phone: a.phone, Purpose: a.purpose, Holder: a.holder, Address: a.address, MadeAt: now}
	// Counted before it is drawn, in one step: drawing is what costs, and requests at once must not share a count.
	if err := throttle.Count(ctx, v.deps.DB, reasonNobody, func(tx store.Tx) error {
		wait, err := refreshes.Take(ctx, tx, "puzzle "+a.network, now)
		if err == nil && wait > 0 {
			err = problem.Slow(wait, msgRefresh)
		}
		return err
	}); err != nil {
		return Puzzle{}, err
	}
	picture, gap, err := draw()
	if err != nil {
		return Puzzle{}, err
	}
	row.Gap, picture.PuzzleCaptchaTicket = gap, ticket
	return picture, v.deps.DB.System(ctx, reasonNobody, func(tx store.Tx) error { return tx.Insert(ctx, &row) })
}

// judge answers true when the fragment lies in its gap, and then writes the pass. The ticket is spent either way.
func (v *Verify) judge(ctx context.Context, in *AnswerInput) (bool, error) {
	b := in.Body
	var bad []problem.FieldError
	if !(b.Width > 0) {
		bad = append(bad, problem.Field("width", "positive", msgWidth))
	} else if !(b.Offset >= 0 && b.Offset <= b.Width) {
		bad = append(bad, problem.Field("offset", "range", msgOffset))
	}
	if len(bad) > 0 {
		return false, problem.Invalid(bad...)
	}
	a, err := v.ask(ctx, b.PhoneNum, b.SendType)
	if err != nil {
		return false, err
	}
	solved := false
	err = v.deps.DB.System(ctx, reasonNobody, func(tx store.Tx) error {
		var row puzzle
		ticket := opaque.Hash(b.PuzzleCaptchaTicket)
		if err := tx.Select(&row).Where("ticket_hash = ?", ticket).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		// Its ticket opens nothing any more: of two answers at once one finds it.
		n, err := tx.Change((*puzzle)(nil)).Set("ticket_hash = ?", "spent "+store.NewID()).Where("ticket_hash = ?", ticket).Exec(ctx)
		if err != nil || n != 1 {
			return err
		}
		now := v.deps.Now()
		if row.Phone != a.phone || row.Purpose != a.purpose || row.Holder != a.holder || now.Sub(row.MadeAt) > puzzleLife {
			return nil
		}
		if math.Abs(b.Offset*PictureWidth/b.Width-float64(row.Gap)) > tolerance {
			return nil
		}
		solved = true
		return tx.Insert(ctx, &pass{ID: store.NewID(), Phone: a.phone, Purpose: a.purpose, Holder: a.holder, MadeAt: now})
	})
	return solved && err == nil, err
}
