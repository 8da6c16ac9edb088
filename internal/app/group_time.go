package app

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// groupTime is what a group works between one bound and the next, as a run would count it, and what that would be without
// holidays and exceptions. A group that takes no part in scheduling is counted as if it did, and said to take none.
func groupTime(ctx context.Context, tx store.Tx, id string, bounds []time.Time) (out basedata.GroupTime, err error) {
	masters, err := readMasters(ctx, tx)
	if err != nil {
		return out, err
	}
	shop := &model.Shop{Zone: tx.Actor().Zone}
	groupsOf(shop, masters)
	at := slices.IndexFunc(shop.Groups, func(g model.Group) bool { return g.ID == id })
	if at < 0 {
		return out, nil
	}
	group := shop.Groups[at]
	out.Scheduled, group.Scheduled = group.Scheduled, true
	out.Day = quantity.Minutes(minutesOf(group.Periods))
	alone := &model.Shop{Zone: shop.Zone, Groups: []model.Group{group}}
	for i := range shop.Machines {
		if shop.Machines[i].GroupID == id {
			alone.Machines = append(alone.Machines, shop.Machines[i])
		}
	}
	times, units, err := alone.GroupTimes(id, bounds)
	if err != nil {
		return out, err
	}
	usual, _, err := ordinary(alone).GroupTimes(id, bounds)
	if err != nil {
		return out, err
	}
	out.Units = units
	for i, t := range times {
		out.Stretches = append(out.Stretches, basedata.StretchTime{
			Staffed: quantity.Minutes(t.Staffed), Unattended: quantity.Minutes(t.Available - t.Staffed), Usual: quantity.Minutes(usual[i].Available),
		})
	}
	return out, nil
}

// ordinary is a shop of one group without its holidays and exceptions.
func ordinary(shop *model.Shop) *model.Shop {
	group := shop.Groups[0]
	group.Closed, group.Workdays, group.Exceptions = nil, nil, nil
	machines := slices.Clone(shop.Machines)
	for i := range machines {
		machines[i].Exceptions = nil
	}
	return &model.Shop{Zone: shop.Zone, Groups: []model.Group{group}, Machines: machines}
}
