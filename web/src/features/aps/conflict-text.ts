import { figure } from "./result";
import type { useResultTexts } from "./result-texts";

interface Conflict {
  rule: string;
  /** The task that it collides with, empty for none. */
  other: string;
  /** By how much, 0 where the rule has no size. */
  hours: number;
}

/** Which rule a task breaks, with what and by how much. */
export function conflictText(
  { rule, other, hours }: Conflict,
  t: ReturnType<typeof useResultTexts>,
) {
  const words = other ? `${rule} ${t("conflictWith", { other })}` : rule;
  return hours > 0
    ? t("conflictBy", { rule: words, hours: figure(hours, 1) })
    : words;
}
