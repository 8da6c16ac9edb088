package verify

import (
	"bytes"
	crand "crypto/rand"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
)

// The picture in pixels (CAPTCHA-06). The slider runs to 280, but a fragment at 270 touches the right edge, so that no
// gap lies further (R17).
const (
	PictureWidth  = 320
	PictureHeight = 160
	FragmentSize  = 50
	gapFrom       = 70
	gapTo         = PictureWidth - FragmentSize
)

// draw makes a picture that exists nowhere else, with a gap at the fragment's height and a false one at another.
func draw() (p Puzzle, gap int, err error) {
	var seed [32]byte
	if _, err := crand.Read(seed[:]); err != nil {
		return p, 0, err
	}
	r := rand.New(rand.NewChaCha8(seed)) // as strong as its seed: the gap cannot be foretold
	scene := paint(r)
	shape := newOutline(r)
	gap = gapFrom + r.IntN(gapTo-gapFrom+1)
	// The two gaps share no row, so that the height of the fragment says which is meant.
	upper := 4 + r.IntN(46)
	lower := upper + FragmentSize + 4 + r.IntN(PictureHeight-4-FragmentSize-(upper+FragmentSize+4)+1)
	top, other := upper, lower
	if r.IntN(2) == 0 {
		top, other = lower, upper
	}
	small := image.NewNRGBA(image.Rect(0, 0, FragmentSize, PictureHeight))
	shape.each(func(x, y int, cover, edge float64) {
		c := blend(scene.RGBAAt(gap+x, top+y), color.RGBA{255, 255, 255, 255}, 0.75*edge)
		small.SetNRGBA(x, top+y, color.NRGBA{c.R, c.G, c.B, uint8(math.Round(255 * cover))})
	})
	cut(scene, shape, gap, top)
	cut(scene, newOutline(r), gapFrom+r.IntN(gapTo-gapFrom+1), other)

	var big, fragment bytes.Buffer
	if err := jpeg.Encode(&big, scene, &jpeg.Options{Quality: 82}); err != nil {
		return p, 0, err
	}
	if err := png.Encode(&fragment, small); err != nil {
		return p, 0, err
	}
	e := base64.StdEncoding
	p.BigImage = "data:image/jpeg;base64," + e.EncodeToString(big.Bytes())
	p.SmallImage = "data:image/png;base64," + e.EncodeToString(fragment.Bytes())
	return p, gap, nil
}

// cut darkens the picture where the shape lies.
func cut(scene *image.RGBA, shape outline, left, top int) {
	shape.each(func(x, y int, cover, edge float64) {
		c := blend(scene.RGBAAt(left+x, top+y), color.RGBA{10, 16, 28, 255}, 0.55*cover)
		scene.SetRGBA(left+x, top+y, blend(c, color.RGBA{255, 255, 255, 255}, 0.55*edge*cover))
	})
}

// paint fills the picture with a slope of colour, translucent discs and bars, and grain.
func paint(r *rand.Rand) *image.RGBA {
	scene := image.NewRGBA(image.Rect(0, 0, PictureWidth, PictureHeight))
	from, to := tone(r, 60, 90), tone(r, 130, 80)
	for y := range PictureHeight {
		for x := range PictureWidth {
			scene.SetRGBA(x, y, blend(from, to, (float64(x)/PictureWidth+float64(y)/PictureHeight)/2))
		}
	}
	for range 34 {
		c, strength := tone(r, 40, 200), 0.15+0.4*r.Float64()
		cx, cy, size := r.Float64()*PictureWidth, r.Float64()*PictureHeight, 8+34*r.Float64()
		round := r.IntN(3) == 0
		turn := r.Float64() * math.Pi
		sin, cos := math.Sincos(turn)
		for y := max(0, int(cy-2*size)); y < min(PictureHeight, int(cy+2*size)); y++ {
			for x := max(0, int(cx-2*size)); x < min(PictureWidth, int(cx+2*size)); x++ {
				dx, dy := float64(x)-cx, float64(y)-cy
				out := math.Max(math.Abs(dx*cos+dy*sin)-size, math.Abs(dy*cos-dx*sin)-size/3)
				if round {
					out = math.Hypot(dx, dy) - size
				}
				scene.SetRGBA(x, y, blend(scene.RGBAAt(x, y), c, strength*clamp(0.5-out)))
			}
		}
	}
	for i := 0; i < len(scene.Pix); i += 4 {
		grain := r.IntN(17) - 8
		for k := range 3 {
			scene.Pix[i+k] = uint8(min(255, max(0, int(scene.Pix[i+k])+grain)))
		}
	}
	return scene
}

func tone(r *rand.Rand, least, span int) color.RGBA {
	return color.RGBA{uint8(least + r.IntN(span)), uint8(least + r.IntN(span)), uint8(least + r.IntN(span)), 255}
}

// outline is a jigsaw piece inside 50 x 50: a square with a knob on its right and one more knob or notch.
type outline struct{ knobY, otherX, otherY, other float64 }

func newOutline(r *rand.Rand) outline {
	o := outline{knobY: 24 + 6*r.Float64(), otherX: 16 + 8*r.Float64(), otherY: 9, other: 1}
	if r.IntN(2) == 0 {
		o.otherY, o.other = 49, -1
	}
	return o
}

// depth is how far a point lies inside the outline, in pixels; negative outside.
func (o outline) depth(x, y float64) float64 {
	square := math.Min(math.Min(x, 41-x), math.Min(y-9, 50-y))
	d := math.Max(square, 8.5-math.Hypot(x-41, y-o.knobY))
	round := 8.5 - math.Hypot(x-o.otherX, y-o.otherY)
	if o.other > 0 {
		return math.Max(d, round)
	}
	return math.Min(d, -round)
}

// each visits the pixels of the outline: how much of them it covers, and how near they are to its edge, 0 to 1 both.
func (o outline) each(visit func(x, y int, cover, edge float64)) {
	for y := range FragmentSize {
		for x := range FragmentSize {
			d := o.depth(float64(x)+0.5, float64(y)+0.5)
			if cover := clamp(d + 0.5); cover > 0 {
				visit(x, y, cover, clamp(2-d))
			}
		}
	}
}

func clamp(v float64) float64 { return math.Max(0, math.Min(1, v)) }

func blend(a, b color.RGBA, share float64) color.RGBA {
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x)*(1-share) + float64(y)*share)) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}
