package store

import "time"

// ForgetProbe lets the next question probe the database, however short ago the last one was.
func ForgetProbe(d *DB) {
	d.outage.probing.Lock()
	defer d.outage.probing.Unlock()
	d.outage.asked = time.Time{}
}

// Writers is how many transactions of tenants write or wait for their turn.
func (d *DB) Writers() (n int) {
	d.writers.mu.Lock()
	defer d.writers.mu.Unlock()
	for _, q := range d.writers.tenants {
		n += q.inside
	}
	return n
}

// TellEnd lets the log tell the end of an outage without waiting whether it comes back.
func TellEnd(d *DB) { d.closing() }

// LookAt gives the look that every write takes at the file of an open database.
func LookAt(path string) (look func() error) {
	f := &dataFile{path: path}
	return f.inPlace
}
