package store

import "database/sql"

// Figures are what monitoring asks of a database.
type Figures struct {
	Pools   map[string]sql.DBStats // "write" and "read" of SQLite, "all" of PostgreSQL
	Away    bool                   // it cannot be used or not be written at the moment
	Outages int                    // that began since the start
	Failed  int                    // calls that they cost
}

// Figures tells them. It asks the database nothing.
func (d *DB) Figures() Figures {
	f := Figures{Pools: map[string]sql.DBStats{}}
	if d.postgres {
		f.Pools["all"] = d.write.Stats()
	} else {
		f.Pools["write"], f.Pools["read"] = d.write.Stats(), d.read.Stats()
	}
	d.outage.mu.Lock()
	defer d.outage.mu.Unlock()
	f.Away, f.Outages, f.Failed = d.outage.cause != nil, d.outage.begun, d.outage.cost
	return f
}
