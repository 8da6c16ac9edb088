import { useState } from "react";
import { outcomeOfFailure } from "@/api/errors";
import { useLanguage, type Text } from "@/i18n/language";

/** What is wrong, by field. */
export type Faults = Partial<Record<string, Text>>;

/** The faults of a form in the language of the day, what sets them, and what forgets that of a field. */
export function useFaults() {
  const { say } = useLanguage();
  const [faults, setFaults] = useState<Faults>({});
  const said: Partial<Record<string, string>> = Object.fromEntries(
    Object.entries(faults).map(([field, text]) => [field, text && say(text)]),
  );
  const forget = (field: string) =>
    setFaults((before) => ({ ...before, [field]: undefined }));
  return [said, setFaults, forget] as const;
}

/** What the server says of each field; null when the refusal is about something else. */
export function faultsOf(failure: unknown): Faults | null {
  const outcome = outcomeOfFailure(failure);
  return outcome?.kind === "fields"
    ? Object.fromEntries(
        outcome.errors.map(({ field, texts }) => [field, texts]),
      )
    : null;
}

/** Puts the cursor into the first of the named fields that is wrong. */
export function focusFirst(faults: Faults, ids: readonly string[]) {
  const first = ids.find((id) => faults[id]);
  document.getElementById(first ?? "")?.focus();
}
