package problem

import "encoding/json"

// Word is what may stand in a cell or a field, in both languages: whoever reads the answer in the other one writes the other word.
type Word struct {
	Zh string `json:"zh"`
	En string `json:"en"`
}

// WordOf is a label as a word.
func WordOf(label Text) Word { return Word{label.In(Chinese), label.In(English)} }

// Words are several, in their order.
type Words []Word

// Named are names of records, which are the same in both languages.
func Named(names []string) Words {
	words := make(Words, len(names))
	for i, name := range names {
		words[i] = Word{name, name}
	}
	return words
}

// In are the words in lang.
func (w Words) In(lang string) []string {
	texts := make([]string, len(w))
	for i, word := range w {
		texts[i] = L(word.Zh, word.En).In(lang)
	}
	return texts
}

// UnmarshalJSON also reads a bare text, as earlier versions have kept it in the outcomes of imports.
func (w *Word) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*w = Word{text, text}
		return nil
	}
	type plain Word
	return json.Unmarshal(data, (*plain)(w))
}
