import { daysBetween, daysLater, mondayOf } from "../plan/days";

/** ISO weeks as "2026-W10". */

/** The ISO week of a day: that of its Thursday. */
export function weekOf(day: string) {
  const thursday = daysLater(mondayOf(day), 3);
  const year = thursday.slice(0, 4);
  const number = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/** The Monday of an ISO week, "" for what is none. */
export function mondayOfWeek(week: string) {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? [];
  if (!year) {
    return "";
  }
  const monday = daysLater(mondayOf(`${year}-01-04`), 7 * (Number(number) - 1));
  return weekOf(monday) === week ? monday : "";
}
