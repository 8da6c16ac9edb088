package identity

// QRLogin lets the tests count what is kept.
type QRLogin = qrLogin

// LoginFailure lets the tests count what is kept.
type LoginFailure = loginFailure

// What is swept, for the tests to count.
type (
	Session   = session
	LongToken = longToken
	APIToken  = apiToken
)
