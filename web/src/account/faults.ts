import { outcomeOf } from "@/api/errors";
import { ApiFailure } from "@/api/reply";

export type Faults = Partial<Record<string, string>>;

/** What the server says of each field; null when the refusal is about something else. */
export function faultsOf(failure: unknown): Faults | null {
  if (!(failure instanceof ApiFailure)) {
    return null;
  }
  const outcome = outcomeOf(failure.reply, {
    onLoginPage: false,
    smsVerified: false,
  });
  return outcome.kind === "fields"
    ? Object.fromEntries(
        outcome.errors.map(({ field, message }) => [field, message]),
      )
    : null;
}

/** Puts the cursor into the first of the named fields that is wrong. */
export function focusFirst(faults: Faults, ids: readonly string[]) {
  const first = ids.find((id) => faults[id]);
  document.getElementById(first ?? "")?.focus();
}
