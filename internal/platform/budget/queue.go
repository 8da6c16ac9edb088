package budget

import (
	"context"
	"slices"

	"mouldworks/internal/platform/store"
)

// owner is whose turn a need is.
type owner struct{ tenant, person string }

type ownerKey struct{}

// For names whose turn the needs of a call are, where no actor of the store is known.
func For(ctx context.Context, tenant, person string) context.Context {
	return context.WithValue(ctx, ownerKey{}, owner{tenant, person})
}

func ownerOf(ctx context.Context) owner {
	if named, ok := ctx.Value(ownerKey{}).(owner); ok {
		return named
	}
	actor, err := store.ActorFrom(ctx)
	if err != nil { // nobody has signed in: all of these take turns as one
		return owner{}
	}
	return owner{actor.TenantID, actor.AccountID}
}

// waiter is one need on its way.
type waiter struct {
	owner  owner
	bytes  int64
	served bool
	turn   chan error // nil once it is served, or why it lost its place
}

// class is the needs of one size, small or large, each with turns of its own.
type class struct {
	used    int64     // bytes
	waiters []*waiter // in the order of arrival, of the whole budget at most Limits.Queue
	// last says which turn was a tenant's or a person's last; the zero is before all others. It is forgotten once nobody waits
	// or works.
	turns  uint64
	tenant map[string]uint64
	person map[owner]uint64
}

func newClass() class {
	return class{tenant: map[string]uint64{}, person: map[owner]uint64{}}
}

// next is whose turn it is: of the tenant that was served longest ago, the person that was served longest ago, and of these
// whoever came first. nil when nobody waits.
func (c *class) next() *waiter {
	var first *waiter
	for _, w := range c.waiters {
		if first == nil || c.before(w.owner, first.owner) {
			first = w
		}
	}
	return first
}

func (c *class) before(a, b owner) bool {
	if a.tenant != b.tenant {
		return c.tenant[a.tenant] < c.tenant[b.tenant]
	}
	return c.person[a] < c.person[b]
}

func (c *class) give(w *waiter) {
	c.remove(w)
	c.turns++
	c.tenant[w.owner.tenant], c.person[w.owner] = c.turns, c.turns
	c.used += w.bytes
	w.served = true
	w.turn <- nil
}

func (c *class) takeBack(w *waiter) {
	if c.used -= w.bytes; c.used == 0 && len(c.waiters) == 0 {
		clear(c.tenant)
		clear(c.person)
	}
}

func (c *class) remove(w *waiter) {
	if i := slices.Index(c.waiters, w); i >= 0 {
		c.waiters = slices.Delete(c.waiters, i, i+1)
	}
}

// serve gives all that can be given. Whose turn it is may need more than is left: nobody of its class passes it, so that it
// gets there. While large needs wait, small ones take no more than the reserve, for the same reason.
func (b *Budget) serve() {
	for {
		if w := b.small.next(); w != nil && b.fitsSmall(w.bytes) {
			b.small.give(w)
		} else if w := b.large.next(); w != nil && b.fitsLarge(w.bytes) {
			b.large.give(w)
		} else {
			return
		}
	}
}

func (b *Budget) fitsSmall(bytes int64) bool {
	l := b.limits
	return b.small.used+b.large.used+bytes <= l.Total && (len(b.large.waiters) == 0 || b.small.used+bytes <= l.Reserve)
}

func (b *Budget) fitsLarge(bytes int64) bool {
	l := b.limits
	return b.large.used+bytes <= l.Total-l.Reserve && b.small.used+b.large.used+bytes <= l.Total
}

// admit lets a need wait that could not be served at once. Where the queue or the tenant's share of it is full, it takes the
// place of the last arrival of who has the most places, unless that would only turn the two around; the error says that
// there is none. Nobody can keep others out of the queue by filling it.
func (b *Budget) admit(w *waiter) error {
	others := slices.Concat(b.small.waiters, b.large.waiters)
	others = slices.DeleteFunc(others, func(o *waiter) bool { return o == w })
	own := slices.DeleteFunc(slices.Clone(others), func(o *waiter) bool { return o.owner.tenant != w.owner.tenant })
	if b.limits.Share > 0 && len(own) >= b.limits.Share {
		return b.displace(w, own, func(o owner) string { return o.person }, b.refusal(msgShare))
	}
	if len(others) >= b.limits.Queue {
		return b.displace(w, others, func(o owner) string { return o.tenant }, b.refusal(msgBusy))
	}
	return nil
}

func (b *Budget) displace(w *waiter, among []*waiter, by func(owner) string, refusal error) error {
	places := map[string]int{}
	for _, o := range among {
		places[by(o.owner)]++
	}
	var last *waiter
	for _, o := range among {
		if last == nil || places[by(o.owner)] >= places[by(last.owner)] {
			last = o
		}
	}
	if last == nil || places[by(last.owner)] <= places[by(w.owner)]+1 {
		return refusal
	}
	b.small.remove(last)
	b.large.remove(last)
	last.turn <- refusal
	return nil
}
