package identity

// QRLogin lets the tests count what is kept.
type QRLogin = qrLogin
