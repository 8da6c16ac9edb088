import type { Schema } from "@/api/contract";
import type { Text } from "@/i18n/language";
import { hoursFigure } from "./figure";
import type { useDifferenceTexts } from "./difference-texts";

/** A rule that a fixed task breaks, as the server names it. */
export type BrokenRule = Schema<"ApsBrokenRule">;

/** Which rule a task breaks, with what and by how much. */
export function conflictText(
  { words, with: other, more, hours }: BrokenRule,
  say: (words: Text) => string,
  t: ReturnType<typeof useDifferenceTexts>,
) {
  const rule = other
    ? t(more > 0 ? "conflictMore" : "conflictWith", {
        rule: say(words),
        other,
        more,
        all: more + 1,
      })
    : say(words);
  return hours > 0
    ? t("conflictBy", { rule, hours: hoursFigure(hours) })
    : rule;
}
