import { daysBetween, daysLater, mondayOf } from "../plan/days";

/** From a day to another one, both of them in it. */
export interface Interval {
  from: string;
  to: string;
}

export const presets = [
  "thisWeek",
  "lastWeek",
  "thisMonth",
  "lastMonth",
] as const;

export type Preset = (typeof presets)[number];

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** The interval that a preset means today; none of them ends after today. */
export function intervalOf(preset: Preset, today: string): Interval {
  switch (preset) {
    case "thisWeek":
      return { from: mondayOf(today), to: today };
    case "lastWeek": {
      const from = daysLater(mondayOf(today), -7);
      return { from, to: daysLater(from, 6) };
    }
    case "thisMonth":
      return { from: firstOfMonth(today), to: today };
    case "lastMonth": {
      const to = daysLater(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
  }
}

/** The preset that means an interval today, if one does. */
export const presetOf = (interval: Interval, today: string) =>
  presets.find((preset) => {
    const { from, to } = intervalOf(preset, today);
    return from === interval.from && to === interval.to;
  });

const mostDays = 366;

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** What is wrong with an interval, as the server would say; nothing where it can be asked about. */
export function wrongWith({ from, to }: Interval, today: string) {
  if (!isDay(from) || !isDay(to)) {
    return "needInterval";
  }
  if (to < from) {
    return "wrongOrder";
  }
  if (to > today) {
    return "ahead";
  }
  return daysBetween(from, to) >= mostDays ? "tooLong" : undefined;
}

/** Days in a few words: stretches by their ends, "03-01 – 03-04, 03-07". */
export function stretches(days: string[]) {
  const out: string[] = [];
  let first = "";
  days.forEach((day, at) => {
    first = first || day;
    const next = days[at + 1];
    if (next !== daysLater(day, 1)) {
      out.push(first === day ? day : `${first} – ${day}`);
      first = "";
    }
  });
  return out;
}
