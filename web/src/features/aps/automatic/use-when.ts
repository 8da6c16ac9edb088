import { useCallback } from "react";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { useAutoTexts } from "./auto-texts";

const english = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const weekdayOf = (zone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "short" });

/** A moment with its day of the week, by the clocks of a zone: "Mon 2026-03-02 06:30". */
export function useWhen(zone: string) {
  const t = useAutoTexts();
  const { language } = useLanguage();
  return useCallback(
    (instant: string) => {
      const day = english.indexOf(
        weekdayOf(zone).format(new Date(instant)).slice(0, 3),
      );
      const at = formatInstant(instant, zone);
      const name = t(`day${day + 1}` as "day1");
      return language === "zh"
        ? `${at.slice(0, 10)} ${name} ${at.slice(11)}`
        : `${name} ${at}`;
    },
    [t, language, zone],
  );
}
