import { formatInstant } from "@/i18n/format";
import { currentLanguage } from "@/i18n/language";

/** Moments with the day of the week, by which people plan overtime: "Sat 2026-04-04 08:00". */
export function useDayWords(zone: string) {
  const day = new Intl.DateTimeFormat(
    currentLanguage() === "zh" ? "zh-CN" : "en-GB",
    { weekday: "short", timeZone: zone },
  );
  const moment = (at: string | null) =>
    at ? `${day.format(new Date(at))} ${formatInstant(at, zone)}` : "";
  return {
    moment,
    /** A stretch; its day is told once. */
    stretch(from: string | null, to: string | null) {
      const [begin, end] = [formatInstant(from, zone), formatInstant(to, zone)];
      return begin.slice(0, 10) === end.slice(0, 10)
        ? `${moment(from)}–${end.slice(11)}`
        : `${moment(from)} – ${moment(to)}`;
    },
  };
}
