import { wordsOfFields, type Outcome } from "@/api/errors";
import { currentLanguage } from "@/i18n/language";
import { departure } from "@/session/departure";
import { adoptEnded, keepEnded } from "@/session/ended";
import { loginFrom } from "@/session/login-from";
import { session } from "@/session/session";

/** What an outcome may do to the interface. */
export interface Stage {
  /** The one toast: a new one takes the place of the old one. why is a missing permission that it can tell more of. */
  toast: (
    kind: "success" | "error" | "info",
    text: string,
    why?: string,
  ) => void;
  /** Stays until closed: for what takes longer to read. */
  notice: (title: string, detail: string) => void;
  go: (path: string, state?: unknown) => void;
  leave: (url: string) => void;
  /** Asks the person for the code that was sent to their phone. */
  verifyBySms: (phones: string[]) => void;
  words: {
    fault: string;
    refused: string;
    check: string;
    stale: string;
    nothing: string;
    needs: (key: string) => string;
  };
  /** Where the person is: they come back here after signing in again. */
  here: string;
}

/** What a query or a mutation says of itself in its `meta`. */
export interface CallMeta {
  /** It shows its refusals itself: no toast. */
  quiet?: boolean;
  /** It has a form that shows wrong fields and conflicts. */
  showsFields?: boolean;
  /** Its errors stay to be read, as those of an export do. */
  stays?: boolean;
  /** A form begins with it: nobody reads it again under the hands of who types. */
  base?: boolean;
  /** It changes something and says so once that is done. */
  says?: string;
}

const spoken = new Set([
  "error",
  "fault",
  "refused",
  "notice",
  "verify-by-sms",
]);

/** The only place where an outcome becomes something that people see. */
export function performOutcome(
  outcome: Outcome,
  stage: Stage,
  { quiet, showsFields, stays }: CallMeta = {},
) {
  if (quiet && spoken.has(outcome.kind)) {
    return;
  }
  switch (outcome.kind) {
    case "success":
      stage.toast("success", outcome.message);
      return;
    case "error":
      if (stays) {
        const { title, detail } = outcome.apart ?? {
          title: outcome.message,
          detail: outcome.detail ?? "",
        };
        stage.notice(title, detail);
      } else {
        stage.toast("error", outcome.message);
      }
      return;
    case "fault":
      if (stays) {
        stage.notice(stage.words.fault, "");
      } else {
        stage.toast("error", stage.words.fault);
      }
      return;
    case "refused": {
      const { message, permission, key } = outcome;
      const text = message || stage.words.refused;
      const needs =
        permission && !text.includes(permission)
          ? stage.words.needs(permission)
          : "";
      if (stays) {
        stage.notice(text, needs);
      } else {
        const words = [text, needs].filter(Boolean).join(" ");
        stage.toast("error", words, ...(key ? [key] : []));
      }
      return;
    }
    case "notice":
      stage.notice(outcome.title, outcome.detail);
      return;
    case "error-page":
      stage.go("/error", { message: outcome.message });
      return;
    case "login":
      // Calls fail together: the first of them has left, and knows the way back.
      if (stage.here.split(/[?#]/, 1)[0] === "/login" || !departure.begin()) {
        return;
      }
      session.leave(stage.here);
      if (outcome.afterMs === 0) {
        keepEnded(outcome.texts);
        stage.go(loginFrom(stage.here));
      } else {
        adoptEnded(); // Another tab may have heard why, and taken the token away.
        stage.toast("error", outcome.texts[currentLanguage()]);
        setTimeout(() => stage.go(loginFrom(stage.here)), outcome.afterMs);
      }
      return;
    case "redirect":
      if (outcome.forgetMenus) {
        session.moveAway(stage.here);
      }
      stage.leave(outcome.url);
      return;
    case "verify-by-sms":
      stage.verifyBySms(outcome.phones);
      return;
    case "empty-file":
      stage.toast("info", stage.words.nothing);
      return;
    // The layout tells of it, in one quiet line for all calls.
    case "unreachable":
      return;
    // Never a toast. Where no form shows them, they stay to be read.
    case "fields":
      if (!showsFields) {
        const words = wordsOfFields(outcome.errors);
        stage.notice(stage.words.check, words.join("\n"));
      }
      return;
    case "conflict":
      if (!showsFields) {
        const { name, changedBy } = outcome.conflict;
        stage.notice(
          stage.words.stale,
          [name, changedBy].filter(Boolean).join(" · "),
        );
      }
      return;
    case "question":
      stage.notice(outcome.question.text, outcome.question.items.join("\n"));
      return;
    case "ignore":
      return;
  }
}
