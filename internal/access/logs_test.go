package access_test

import (
	"slices"
	"testing"

	"mouldworks/internal/platform/store"
)

// The history of a role reads like its pages: no key, no pattern and no identity.
func TestTheHistoryOfARoleIsInWords(t *testing.T) {
	each(t, func(c *company) {
		c.wants("a role", c.create(map[string]any{"code": "lead", "nameZh": "组长"}))
		c.wants("granted", c.grant("lead", "ems.machine.check", "ems.machine.modify", "pm.mould.check"))
		c.wants("sections", c.bind("section", "lead", "s1"))
		c.wants("files", c.bind("file", "lead", "picture.see"))
		c.wants("quality", c.bind("qa", "lead", "cam"))
		c.wants("users", c.users("lead", []string{"flo"}, nil))
		c.read(func(tx store.Tx) error {
			got, err := c.domain.History(c.ctx, tx, c.role("lead"))
			want := []string{"Users: Flo", "QA permission: CAM check", "File permission: Pictures of moulds: See", "Sections: CNC", "Permissions: ems.machine: everything, pm.mould.check"}
			if !slices.Equal(got, want) {
				c.Errorf("it reads %q, want %q", got, want)
			}
			words, err2 := c.domain.GrantWords(c.ctx, tx, []string{"*", "ems.*", "!ems.machine.*", "ems.*.check", "*.*.check", "old.page.check"})
			want = []string{"everything", "ems: everything", "except ems.machine: everything", "ems: check", "all pages: check", "old.page.check"}
			if !slices.Equal(words, want) {
				c.Errorf("patterns read %q, want %q", words, want)
			}
			if err == nil {
				err = err2
			}
			return err
		})
	})
}
