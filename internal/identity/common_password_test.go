package identity

import "testing"

// The list holds at least 3 000 passwords that the rule of format would let pass, and what people like is among them.
func TestCommonPasswords(t *testing.T) {
	n := 0
	for password := range commonPasswords() {
		if len(password) >= minPassword && len(password) <= maxPassword && hasTwoKinds(password) {
			n++
		}
	}
	if n < 3000 {
		t.Errorf("the list holds %d", n)
	}
	for _, password := range []string{"password1", "Password123", "QWERTY123", "admin123", "admin@123", "abc123456", "a123456", "woaini520", "woaini1314", "1qaz2wsx", "1q2w3e4r", "qwe123", "p@ssw0rd", "Welcome1", "iloveyou1", "123456a", "zhang123", "wang2026", "aa123456", "Huawei@123", "5201314a"} {
		if !isCommon(password) {
			t.Errorf("%s is not among them", password)
		}
	}
	for _, password := range []string{"Mould-7519", "tulip.anvil.9", "7-vbnm", "vbnm75"} {
		if isCommon(password) {
			t.Errorf("%s is among them", password)
		}
	}
}
