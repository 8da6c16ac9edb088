package instance

// NotBefore holds an operation back until a moment for a cause; at is in
// minutes, nil and what is not later than S change nothing. Of several dates
// the latest is its release; the latest of another cause is kept beside it.
func (op *Op) NotBefore(at *Moment, cause string) {
	switch {
	case at == nil || at.Minutes <= 0:
	case op.Release == nil:
		op.Release, op.Cause = at, cause
	case at.Minutes > op.Release.Minutes:
		if cause != op.Cause {
			op.Otherwise = op.Release
		}
		op.Release, op.Cause = at, cause
	case cause != op.Cause && (op.Otherwise == nil || at.Minutes > op.Otherwise.Minutes):
		op.Otherwise = at
	}
}

// AnyTime takes all dates of an operation away.
func (op *Op) AnyTime() { op.Release, op.Otherwise, op.Cause = nil, nil, "" }
