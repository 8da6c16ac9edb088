import { defineTexts } from "./define-texts";
import { formatInstant, instantOf } from "./format";

export const { useTexts: useSkippedTexts } = defineTexts(
  "skipped-time",
  { skipped: "当天没有 {{time}}：夏令时开始，时钟拨快跳过了它" },
  {
    skipped:
      "There is no {{time}} on that day: the clock is put forward over it",
  },
);

/**
 * The time of day of a wall clock time that the zone leaves out when its clock
 * is put forward, "02:30"; null for every other text. instantOf would make the
 * hour after it of it, which nobody has typed.
 */
export function skippedTime(local: string, zone: string) {
  const at = instantOf(local, zone);
  return at && formatInstant(at, zone) !== local.replace("T", " ")
    ? local.slice(-5)
    : null;
}
