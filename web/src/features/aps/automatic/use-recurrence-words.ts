import { useCallback } from "react";
import { currentLanguage } from "@/i18n/language";
import { useAutoTexts } from "./auto-texts";
import { clock, workdays, type Recurrence } from "./recurrence";

/** Several in a sentence: "1, 15 and 31", "1、15、31". */
const several = (all: readonly string[]) => {
  if (currentLanguage() === "zh" || all.length < 2) {
    return all.join("、");
  }
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
};

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
        const days = weekdays.map((day) => t(`day${day}` as "day1"));
        return String(weekdays) === String(workdays)
          ? t("words.weekdays", { times })
          : t("words.week", { days: several(days), times });
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
