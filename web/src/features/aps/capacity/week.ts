/** Days as "2026-03-02", ISO weeks as "2026-W10"; what the factory's clock says decides which day it is. */

const dayMs = 86_400_000;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

const text = (at: Date) => at.toISOString().slice(0, 10);

/** The day so many days later. */
export const daysLater = (day: string, days: number) =>
  text(new Date(utc(day).getTime() + days * dayMs));

/** The Monday of a day's week. */
export const mondayOf = (day: string) =>
  daysLater(day, -((utc(day).getUTCDay() + 6) % 7));

/** The ISO week of a day: that of its Thursday. */
export function weekOf(day: string) {
  const thursday = daysLater(mondayOf(day), 3);
  const year = thursday.slice(0, 4);
  const since = utc(thursday).getTime() - utc(`${year}-01-01`).getTime();
  const number = Math.floor(since / dayMs / 7) + 1;
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
