package solver

// serial builds a plan by serial schedule generation: of all ready operations
// the most urgent one takes the earliest place that is free, gaps included.
// Unlike dispatch it can keep a machine waiting for a more urgent task, so it
// reaches the active plans that a dispatcher never visits. It returns nil when
// the stop flag is raised.
func (d *dispatcher) serial() *Plan {
	d.reset()
	d.listing = true
	defer func() { d.listing = false }()
	d.list.arrived = d.list.arrived[:0]
	d.start()
	for n := 0; len(d.list.arrived) > 0; n++ {
		if n&255 == 0 && d.stop.Load() {
			return nil
		}
		o := d.pop(&d.list)
		c, ok := d.evaluate(o, d.shop.Problem.Start)
		if !ok {
			d.giveUp(o, ReasonHorizon)
			continue
		}
		d.commit(c)
	}
	return d.finish()
}
