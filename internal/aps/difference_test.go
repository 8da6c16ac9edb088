package aps_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/model"
)

// lateIn says which moulds a publication makes late, for whom and why.
func lateIn(d *compare.Difference) string {
	said := []string{}
	for _, m := range d.Late {
		words := ""
		if m.Reason != nil {
			words = m.Reason.En
		}
		said = append(said, strings.Join(strings.Fields(fmt.Sprintf("%s %s %s %s", m.MouldNo, m.Customer, m.Cause, words)), " "))
	}
	return strings.Join(said, ", ")
}

// dueSoon moves the delivery of a mould to a moment before its work in any plan ends.
func (h *house) dueSoon(mould int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	soon := time.Now().Add(time.Minute).Truncate(time.Minute)
	h.shop.Moulds[mould].Delivery = &soon
}

// A mould that is only carried over becomes late by a new date without moving: whoever publishes the plan of another mould
// is told, for whom and why. Once published it is no news any more.
func TestCarriedMouldsBecomeLateByANewDate(t *testing.T) {
	each(t, true, func(h *house) {
		h.must(h.publish(h.hasPlan()))
		one := h.schedule("one", 0, "mould-A002")
		h.start(one)
		h.settled(one)
		if got := lateIn(h.difference(one)); got != "" {
			h.Errorf("before any date moves: %s", got)
		}
		h.dueSoon(2) // after the run
		if got := lateIn(h.difference(one)); got != "A003 Globex newDate" {
			h.Errorf("publishing makes late: %q", got)
		}
		h.dueSoon(0)
		h.start(one)
		h.settled(one)
		if got := lateIn(h.difference(one)); got != "A001 ACME newDate, A003 Globex newDate" {
			h.Errorf("planned again it makes late: %q", got)
		}
		h.must(h.publish(one))
		if got := lateIn(h.difference(one)); got != "A001 ACME newDate, A003 Globex newDate" {
			h.Errorf("once published it says it made late: %q", got)
		}
		h.start(one)
		h.settled(one)
		if got := lateIn(h.difference(one)); got != "" {
			h.Errorf("told again: %s", got)
		}
		// A later date takes them out again.
		h.mu.Lock()
		later := time.Now().AddDate(0, 2, 0)
		h.shop.Moulds[0].Delivery, h.shop.Moulds[2].Delivery = &later, &later
		h.mu.Unlock()
		h.start(one)
		h.settled(one)
		if d := h.difference(one); len(d.Late) != 0 || len(d.Rescued) != 2 || d.Rescued[0].MouldNo != "A001" || d.Rescued[0].Customer != "ACME" {
			h.Errorf("with later dates: %s, rescued %+v", lateIn(d), d.Rescued)
		}
	})
}

// A mould of which a plan holds nothing is late wherever moulds are counted: the question names it with the reason, once.
func TestMouldsWithoutWorkBecomeLate(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(s))
		h.mu.Lock()
		h.shop.Moulds[0].Parts, h.shop.Moulds[0].Shut = nil, model.MouldOnHold
		h.shop.Moulds[1].Parts[0].Ops[2].GroupID = "g-off" // no place for its last task
		h.shop.Moulds[2].Parts = nil
		h.mu.Unlock()
		h.start(s)
		s = h.settled(s)
		d := h.difference(s)
		if got := lateIn(d); got != "A001 ACME notPlanned The mould is on hold, A002 notPlanned No resource, A003 Globex notPlanned No operations" {
			h.Errorf("publishing makes late: %q", got)
		}
		if n := h.evaluation(s).Figures.Late; n != 3 {
			h.Errorf("the evaluation counts %d late", n)
		}
		if len(d.Gone) != 2 || d.Gone[1].MouldNo != "A003" || d.Gone[1].Customer != "Globex" || d.Gone[1].Cause != "" || d.Gone[1].Reason.En != "No operations" {
			h.Errorf("gone: %+v", d.Gone)
		}
		h.must(h.publish(s))
		h.start(s)
		s = h.settled(s)
		if got := lateIn(h.difference(s)); got != "" {
			h.Errorf("told again: %s", got)
		}
	})
}

// A mould that was deleted since has no task in the next plan, and the question before publishing says why.
func TestADeletedMouldIsToldAsGone(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(s))
		h.mu.Lock()
		h.shop.Moulds = h.shop.Moulds[:2]
		h.mu.Unlock()
		h.start(s)
		if d := h.difference(h.settled(s)); len(d.Gone) != 1 || d.Gone[0].MouldNo != "A003" || d.Gone[0].Reason == nil || d.Gone[0].Reason.En != "The mould was deleted" {
			h.Errorf("gone: %+v", d.Gone)
		}
	})
}
