package problem

import "encoding/json"

// Texts are several, in their order: what a cell or a field may hold. Whoever reads the answer in the other language writes the other
// word. They have no verbs left, see Text.Worded.
type Texts []Text

// SameInBoth are names of records, which are the same in both languages.
func SameInBoth(names []string) Texts {
	texts := make(Texts, len(names))
	for i, name := range names {
		texts[i] = L(name, name)
	}
	return texts
}

// UnmarshalJSON also reads bare names, as earlier versions have kept them in the outcomes of imports.
func (t *Texts) UnmarshalJSON(data []byte) error {
	var names []string
	if json.Unmarshal(data, &names) == nil {
		*t = SameInBoth(names)
		return nil
	}
	return json.Unmarshal(data, (*[]Text)(t))
}
