package problem

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The two interface languages; Chinese is the default.
const (
	Chinese = "zh"
	English = "en"
)

// Text is a message in both languages, with the arguments of its verbs.
type Text struct {
	Zh string `json:"zh"`
	En string `json:"en"`

	args []any
}

// L is a text in Chinese and English.
func L(zh, en string) Text { return Text{Zh: zh, En: en} }

// InEach is what words gives in each language.
func InEach(words func(lang string) string) Text { return L(words(Chinese), words(English)) }

// Joined is a row of names or figures in one sentence: A、B in Chinese, A, B in English.
func Joined(items []string) Text { return L(strings.Join(items, "、"), strings.Join(items, ", ")) }

// Listed are sentences or pairs in one line: A；B in Chinese, A; B in English.
func Listed(items []string) Text { return L(strings.Join(items, "；"), strings.Join(items, "; ")) }

// With binds arguments; a Text among them is worded in the same language.
func (t Text) With(args ...any) Text {
	if len(args) > 0 {
		t.args = args
	}
	return t
}

// Quoting is t with every text among its arguments as show gives it: what people typed may be a page.
func (t Text) Quoting(show func(string) string) Text {
	args := make([]any, len(t.args))
	for i, a := range t.args {
		switch a := a.(type) {
		case string:
			args[i] = show(a)
		case Text:
			args[i] = a.Quoting(show)
		default:
			args[i] = a
		}
	}
	return t.With(args...)
}

// names begin with a capital wherever they stand.
var names = []string{"Chinese", "English", "Excel", "Word ", "PowerPoint", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// Inside is a label, or a sentence behind a colon, as it stands within an English sentence: without its capital, unless that belongs to
// a name or to letters that stand for words, as in NC program.
func (t Text) Inside() Text {
	first, size := utf8.DecodeRuneInString(t.En)
	second, _ := utf8.DecodeRuneInString(t.En[size:])
	if unicode.IsLower(second) && !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(t.En, name) }) {
		t.En = string(unicode.ToLower(first)) + t.En[size:]
	}
	return t
}

// Worded is t without verbs left, so that it can be stored and sent.
func (t Text) Worded() Text { return L(t.In(Chinese), t.In(English)) }

// In words the text in lang. Arguments given here replace the bound ones.
func (t Text) In(lang string, args ...any) string {
	if len(args) == 0 {
		args = t.args
	}
	format := t.Zh
	if lang == English {
		format = t.En
	}
	if len(args) == 0 {
		return format
	}
	worded := make([]any, len(args))
	for i, a := range args {
		if inner, ok := a.(Text); ok {
			a = inner.In(lang)
		}
		worded[i] = a
	}
	if lang == English {
		return fmt.Sprintf(format, worded...)
	}
	return spaced(format, worded)
}

type languageKey struct{}

// WithLanguage remembers the language of the request.
func WithLanguage(ctx context.Context, lang string) context.Context {
	return context.WithValue(ctx, languageKey{}, lang)
}

// Language is the language of the request, Chinese when none is known.
func Language(ctx context.Context) string {
	if lang, ok := ctx.Value(languageKey{}).(string); ok {
		return lang
	}
	return Chinese
}
