import type { Outcome } from "@/api/errors";
import { session } from "@/session/session";

/** What an outcome may do to the interface. */
export interface Stage {
  /** The one toast: a new one takes the place of the old one. */
  toast: (kind: "success" | "error", text: string) => void;
  /** Stays until closed: for what takes longer to read. */
  notice: (title: string, detail: string) => void;
  go: (path: string, state?: unknown) => void;
  leave: (url: string) => void;
  /** The server does not answer: a quiet line, no toast. */
  offline: () => void;
  words: {
    fault: string;
    refused: string;
    check: string;
    stale: string;
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
}

const spoken = new Set(["error", "fault", "refused", "notice"]);

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
        stage.notice(outcome.message, "");
      } else {
        stage.toast("error", outcome.message);
      }
      return;
    case "fault":
      stage.toast("error", stage.words.fault);
      return;
    case "refused": {
      const { message, permission } = outcome;
      const text = message || stage.words.refused;
      stage.toast(
        "error",
        permission && !text.includes(permission)
          ? `${text} ${stage.words.needs(permission)}`
          : text,
      );
      return;
    }
    case "notice":
      stage.notice(outcome.title, outcome.detail);
      return;
    case "error-page":
      stage.go("/error", { message: outcome.message });
      return;
    case "login":
      if (outcome.message) {
        stage.toast("error", outcome.message);
      }
      session.clear();
      setTimeout(
        () => stage.go(`/login?from=${encodeURIComponent(stage.here)}`),
        outcome.afterMs,
      );
      return;
    case "redirect":
      if (outcome.forgetMenus) {
        sessionStorage.setItem("mw.preLoginPath", stage.here);
        session.set({ userData: null, modules: [], permitted: {} });
      }
      stage.leave(outcome.url);
      return;
    case "verify-by-sms":
      stage.go("/verify", { phones: outcome.phones });
      return;
    case "unreachable":
      stage.offline();
      return;
    // Never a toast. Where no form shows them, they stay to be read.
    case "fields":
      if (!showsFields) {
        const words = outcome.errors.map((error) => error.message);
        stage.notice(stage.words.check, words.join("\n"));
      }
      return;
    case "conflict":
      if (!showsFields) {
        stage.notice(stage.words.stale, outcome.conflict.changedBy ?? "");
      }
      return;
    case "question":
      stage.notice(outcome.question.text, outcome.question.items.join("\n"));
      return;
    case "ignore":
      return;
  }
}
