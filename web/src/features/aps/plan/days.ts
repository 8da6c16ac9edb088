/** Days as "2026-03-02"; what the factory's clock says decides which day it is. */

const dayMs = 86_400_000;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

/** How many days one day is after another one. */
export const daysBetween = (from: string, to: string) =>
  (utc(to).getTime() - utc(from).getTime()) / dayMs;

/** The day so many days later. */
export const daysLater = (day: string, days: number) =>
  new Date(utc(day).getTime() + days * dayMs).toISOString().slice(0, 10);

/** The Monday of a day's week. */
export const mondayOf = (day: string) =>
  daysLater(day, -((utc(day).getUTCDay() + 6) % 7));
