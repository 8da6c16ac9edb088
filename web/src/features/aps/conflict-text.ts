import type { Text } from "@/i18n/language";
import { figure } from "./figure";
import type { useResultTexts } from "./result-texts";

/** A rule that a fixed task breaks, as the server names it. */
export interface BrokenRule {
  code: number;
  words: Text;
  /** The task that it collides with, empty for none. */
  with: string;
  /** By how much, 0 where the rule has no size. */
  hours: number;
}

/** Which rule a task breaks, with what and by how much. */
export function conflictText(
  { words, with: other, hours }: BrokenRule,
  say: (words: Text) => string,
  t: ReturnType<typeof useResultTexts>,
) {
  const rule = other
    ? `${say(words)} ${t("conflictWith", { other })}`
    : say(words);
  return hours > 0 ? t("conflictBy", { rule, hours: figure(hours, 1) }) : rule;
}
