import type { FormInstance } from "antd";
import { outcomeOfFailure } from "@/api/errors";

export type Faults = Partial<Record<string, string>>;

/** What the server says of each field; null when the refusal is about something else. */
export function faultsOf(failure: unknown): Faults | null {
  const outcome = outcomeOfFailure(failure);
  return outcome?.kind === "fields"
    ? Object.fromEntries(
        outcome.errors.map(({ field, message }) => [field, message]),
      )
    : null;
}

/** Puts what the server says into an antd form and the cursor at the first of it. */
export function showFaults(form: FormInstance, failure: unknown) {
  const faults = Object.entries(faultsOf(failure) ?? {});
  form.setFields(faults.map(([name, text = ""]) => ({ name, errors: [text] })));
  const first = faults[0]?.[0];
  if (first) {
    // When the fields are open again: a disabled one takes no focus.
    setTimeout(() => form.focusField(first));
  }
}

/** Puts the cursor into the first of the named fields that is wrong. */
export function focusFirst(faults: Faults, ids: readonly string[]) {
  const first = ids.find((id) => faults[id]);
  document.getElementById(first ?? "")?.focus();
}
