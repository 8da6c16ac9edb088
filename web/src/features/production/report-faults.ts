import { outcomeOfFailure } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import type { Text } from "@/i18n/language";
import { listed } from "@/i18n/listed";

const shownFields = new Set([
  "batchId",
  "machineId",
  "reportedHours",
  "remainingHours",
  "qtyDone",
  "remark",
  "answer",
]);

/** The server's words: beside their field, or together where there is none. */
export function faultsOf(failure: unknown, say: (text: Text) => string) {
  const outcome = outcomeOfFailure(failure);
  const reply = failure instanceof ApiFailure ? failure.reply : null;
  const fields = outcome?.kind === "fields" ? outcome.errors : [];
  const rest = fields.filter((one) => !shownFields.has(one.field));
  return {
    of(field: string) {
      const fault = fields.find((one) => one.field === field);
      return fault && say(fault.texts);
    },
    rest:
      listed(rest.map((one) => say(one.texts))) ||
      (reply && reply.status !== 600 ? reply.message : undefined),
  };
}
