import { useCallback } from "react";
import { joined } from "@/i18n/joined";
import { currentLanguage } from "@/i18n/language";
import { useAutoTexts } from "./auto-texts";
import { clock, workdays, type Recurrence } from "./recurrence";

/** Several in a sentence: "1, 15 and 31", "1、15、31". */
const several = (all: readonly string[]) =>
  currentLanguage() === "zh" || all.length < 2
    ? joined(all)
    : `${joined(all.slice(0, -1))} and ${all.at(-1)}`;

/** Days in a row as one: 1, 2, 3 and 6 are 1 to 3, and 6. Two in a row stay two. */
function spansOf(days: readonly number[]) {
  const spans: [number, number][] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last && last[1] === day - 1) {
      last[1] = day;
    } else {
      spans.push([day, day]);
    }
  }
  return spans.flatMap(([from, to]): [number, number][] =>
    to === from + 1
      ? [
          [from, from],
          [to, to],
        ]
      : [[from, to]],
  );
}

/** Says when something recurs: "Every weekday at 06:30". */
export function useRecurrenceWords() {
  const t = useAutoTexts();
  return useCallback(
    ({
      every,
      weekdays = [],
      monthDays = [],
      lastDay,
      hours = [],
      minute = 0,
    }: Recurrence) => {
      const times =
        hours.length === 24
          ? t("words.hourly", { minute })
          : several(hours.map((hour) => clock(hour, minute)));
      if (every === "week" && weekdays.length < 7) {
        const name = (day: number) => t(`day${day}` as "day1");
        const days = spansOf(weekdays).map(([from, to]) =>
          from === to
            ? name(from)
            : t("words.span", { from: name(from), to: name(to) }),
        );
        return String(weekdays) === String(workdays)
          ? t("words.weekdays", { times })
          : t("words.week", { name: several(days), times });
      }
      if (every === "month") {
        return lastDay
          ? t("words.last", { times })
          : t("words.month", { days: several(monthDays.map(String)), times });
      }
      return t("words.day", { times });
    },
    [t],
  );
}
