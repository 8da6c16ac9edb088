package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"mouldworks/internal/platform/problem"
)

// argon2id's parameters: two passes over 19 MiB on one lane (OWASP's second choice, for servers that serve many).
const (
	hashPasses = 2
	hashMemory = 19 * 1024
	hashLanes  = 1
	hashSize   = 32
)

// deriving are the slots of argon2id in this process: at most 4, so that hashing never holds more than 76 MiB at a time
// however many people sign in. Whoever holds one waits for nothing else.
var deriving = make(chan struct{}, atOnce())

// deriveKey is argon2id; the tests count its calls.
var deriveKey = argon2.IDKey

// derive makes a key when a slot is free.
func derive(password, salt []byte, passes, memory uint32, lanes uint8, size uint32) []byte {
	deriving <- struct{}{}
	defer func() { <-deriving }()
	return deriveKey(password, salt, passes, memory, lanes, size)
}

// HashPassword makes a salted hash that names its own parameters.
func HashPassword(password string) (string, error) {
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	sum := derive([]byte(password), salt, hashPasses, hashMemory, hashLanes, hashSize)
	e := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", hashMemory, hashPasses, hashLanes, e.EncodeToString(salt), e.EncodeToString(sum)), nil
}

// VerifyPassword compares in constant time.
func VerifyPassword(hash, password string) bool {
	var memory, passes uint32
	var lanes uint8
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &lanes); err != nil {
		return false
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	sum, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(sum) == 0 {
		return false
	}
	got := derive([]byte(password), salt, passes, memory, lanes, uint32(len(sum)))
	return subtle.ConstantTimeCompare(got, sum) == 1
}

// hash is HashPassword for a call: where too many people wait for the same, it answers 429.
func (d *Identity) hash(ctx context.Context, password string) (string, error) {
	leave, err := d.turns.take(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	return HashPassword(password)
}

// nobodysHash takes as long to refuse as a real one, so that the answer's time does not tell whether a phone exists.
var nobodysHash = func() string {
	hash, err := HashPassword("nobody has this password")
	if err != nil {
		panic(err)
	}
	return hash
}()

var (
	msgPassword = problem.L("密码须为 6 到 20 个字符，不含空格，且至少包含字母、数字、符号中的两种",
		"The password needs 6 to 20 characters without spaces and at least two of letters, digits and symbols")
	msgPasswordCommon = problem.L("这个密码太常见，容易被猜到，请换一个", "This password is too common and easily guessed, please choose another")
	msgPasswordName   = problem.L("密码不能与用户名相同", "The password must not equal the user name")
)

// CheckPassword holds a new password against the rule of format (R01, R02). It is not applied when signing in.
func CheckPassword(password string, names ...string) error {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword || strings.ContainsFunc(password, unicode.IsSpace) || !hasTwoKinds(password) {
		return problem.Invalid(problem.Field("password", "format", msgPassword))
	}
	if isCommon(password) {
		return problem.Invalid(problem.Field("password", "common", msgPasswordCommon))
	}
	for _, name := range names {
		if name != "" && strings.EqualFold(name, password) {
			return problem.Invalid(problem.Field("password", "name", msgPasswordName))
		}
	}
	return nil
}

// hasTwoKinds tells whether a text has at least two of letters, digits and symbols.
func hasTwoKinds(text string) bool {
	var letters, digits, symbols int
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters = 1
		case unicode.IsDigit(r):
			digits = 1
		default:
			symbols = 1
		}
	}
	return letters+digits+symbols >= 2
}

// SealPassword reads a password as the browser has encrypted it, holds it against the rule of format and hashes it: for
// people who have no account yet.
func (d *Identity) SealPassword(ctx context.Context, secret string, names ...string) (hash string, err error) {
	password, err := d.decrypt(ctx, secret)
	if errors.Is(err, errUndecipherable) {
		return "", problem.Invalid(problem.Field("password", "encryption", msgResend))
	}
	if err != nil {
		return "", err
	}
	if err := CheckPassword(password, names...); err != nil {
		return "", err
	}
	return d.hash(ctx, password)
}
