package cell

import (
	"fmt"
	"strings"
	"unicode"
)

// KeySQL is Key as an expression of PostgreSQL over a text, for its indexes: SQLite calls Key itself. lower is a collation that
// knows the small letters of every alphabet. Accented letters are taken as they are stored, see Clean.
func KeySQL(text, lower string) string {
	var from, to, dropped strings.Builder
	begin := rune(-1)
	for r := rune(1); r <= unicode.MaxRune+1; r++ {
		gone := r <= unicode.MaxRune && invisible(r)
		switch {
		case gone && begin < 0:
			begin = r
		case !gone && begin >= 0:
			fmt.Fprintf(&dropped, `\U%08x-\U%08x`, begin, r-1)
			begin = -1
		}
		plain, other := plainPunctuation(r)
		if blank(r) {
			plain, other = ' ', true
		}
		if other && r != ' ' {
			from.WriteRune(r)
			to.WriteRune(plain)
		}
	}
	quoted := strings.NewReplacer("'", "''")
	seen := fmt.Sprintf("regexp_replace(%s, '[%s]', '', 'g')", text, dropped.String())
	wide := fmt.Sprintf("translate(%s, '%s', '%s')", seen, quoted.Replace(from.String()), quoted.Replace(to.String()))
	narrow := fmt.Sprintf("CASE WHEN octet_length(%[1]s) = char_length(%[1]s) THEN %[1]s ELSE %[2]s END", text, wide) // most are ASCII
	return fmt.Sprintf(`lower(btrim(regexp_replace(%s, '\s+', ' ', 'g')) COLLATE %s)`, narrow, lower)
}
