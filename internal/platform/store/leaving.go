package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// leaving ends what lets a member into their company, in the transaction that disables the member or takes them out of it,
// whoever writes that: what was only refused while they were away would come back to life with them. It is the database's, since
// members are changed by the operator's own statements, too. {reason} is why the sessions end, OLD the member.
//
// An account may belong to several companies. Its sessions elsewhere go on; the long tokens that have opened sessions here end,
// and all of them where no company is left, with everything that the account holds at the provider.
var leaving = []string{
	`UPDATE long_token SET ended = '{reason}' WHERE ended = '' AND account_id = OLD.account_id AND (
		id IN (SELECT long_id FROM session WHERE account_id = OLD.account_id AND home = OLD.tenant_id)
		OR NOT EXISTS (SELECT 1 FROM member m WHERE m.account_id = OLD.account_id AND m.tenant_id <> OLD.tenant_id AND m.enabled))`,
	`UPDATE session SET ended = '{reason}' WHERE ended = '' AND account_id = OLD.account_id AND home = OLD.tenant_id`,
	`UPDATE api_token SET owner_left = TRUE WHERE revoked_at IS NULL AND account_id = OLD.account_id AND home = OLD.tenant_id`,
	`DELETE FROM sso_session WHERE account_id = OLD.account_id`,
	`DELETE FROM sso_ticket WHERE account_id = OLD.account_id`,
	`UPDATE sso_request SET used_at = CURRENT_TIMESTAMP WHERE account_id = OLD.account_id AND used_at IS NULL`,
	`DELETE FROM sso_token WHERE account_id = OLD.account_id`,
}

// Reasons why a session has ended with its member.
const (
	EndedDisabled = "disabled"
	EndedRemoved  = "removed"
)

func leavingSteps(reason string) string {
	return strings.ReplaceAll(strings.Join(leaving, ";\n")+";", "{reason}", reason)
}

// leavingTriggers are SQLite's, by name.
func leavingTriggers() map[string]string {
	return map[string]string{
		"member_disabled": "CREATE TRIGGER member_disabled AFTER UPDATE OF enabled ON member WHEN OLD.enabled AND NOT NEW.enabled BEGIN\n" + leavingSteps(EndedDisabled) + "\nEND",
		"member_removed":  "CREATE TRIGGER member_removed AFTER DELETE ON member BEGIN\n" + leavingSteps(EndedRemoved) + "\nEND",
	}
}

// leavingFunction is PostgreSQL's. It acts as the owner of the tables: the role of tenants, which may write members, sees no
// sessions.
func leavingFunction() []string {
	return []string{
		"CREATE OR REPLACE FUNCTION member_left() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN\n" +
			"IF TG_OP = 'DELETE' THEN\n" + leavingSteps(EndedRemoved) + "\nELSIF OLD.enabled AND NOT NEW.enabled THEN\n" + leavingSteps(EndedDisabled) + "\nEND IF;\nRETURN NULL;\nEND $$",
		"DROP TRIGGER IF EXISTS member_left ON member",
		"CREATE TRIGGER member_left AFTER UPDATE OF enabled OR DELETE ON member FOR EACH ROW EXECUTE FUNCTION member_left()",
	}
}

// endWithMembers puts the triggers in place that are missing or of an earlier version.
func (d *DB) endWithMembers(ctx context.Context) error {
	if d.postgres {
		statements := leavingFunction()
		sum := sha256.Sum256([]byte(strings.Join(statements, "\n")))
		mark := hex.EncodeToString(sum[:])
		done, err := d.names(ctx, "SELECT COALESCE(obj_description(oid, 'pg_proc'), '') FROM pg_proc WHERE proname = 'member_left' AND pronamespace = current_schema()::regnamespace")
		if err != nil || len(done) == 1 && done[0] == mark {
			return err
		}
		if err := d.runAlone(ctx, append(statements, "COMMENT ON FUNCTION member_left() IS '"+mark+"'")...); err != nil {
			return fmt.Errorf("let sessions end with their members: %w", err)
		}
		return nil
	}
	for name, text := range leavingTriggers() {
		done, err := d.names(ctx, "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = '"+name+"'")
		if err != nil {
			return err
		}
		if len(done) == 1 && done[0] == text {
			continue
		}
		if err := d.runAlone(ctx, "DROP TRIGGER IF EXISTS "+name, text); err != nil {
			return fmt.Errorf("let sessions end with their members: %w", err)
		}
	}
	return nil
}
