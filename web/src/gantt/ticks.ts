import type { Clock, Form } from "./clock";

export interface Tick {
  minute: number;
  label: string;
  /** Where the label does not fit. */
  short: string;
}

/** The two lines of the axis: days over hours, months over days, years over months. */
export interface Ticks {
  minor: Tick[];
  major: Tick[];
  /** Days or more apart: lines of the sheet stand at days then, not at hours. */
  minorIsDay: boolean;
}

const hour = 60;
const day = 24 * hour;

interface Step {
  /** Minutes, or months when it is a fraction of a year. */
  minutes?: number;
  months?: number;
  /** Pixels that its label needs. */
  room: number;
  form: Form;
  major: { minutes?: number; months?: number; form: Form; short: Form };
}

const overHours = { minutes: day, form: "date", short: "weekday" } as const;
const overDays = { months: 1, form: "longMonth", short: "month" } as const;
const overMonths = { months: 12, form: "year", short: "year" } as const;

const steps: Step[] = [
  { minutes: 15, room: 44, form: "hour", major: overHours },
  { minutes: hour, room: 44, form: "hour", major: overHours },
  { minutes: 2 * hour, room: 44, form: "hour", major: overHours },
  { minutes: 6 * hour, room: 44, form: "hour", major: overHours },
  { minutes: day, room: 60, form: "weekday", major: overDays },
  { minutes: day, room: 26, form: "day", major: overDays },
  { minutes: 7 * day, room: 30, form: "day", major: overDays },
  { months: 1, room: 40, form: "month", major: overMonths },
  { months: 3, room: 40, form: "month", major: overMonths },
  { months: 12, room: 30, form: "year", major: overMonths },
];

const perMonth = 30 * day;

/** Ticks at whole local times between two minutes; the first major one lies left of them. */
export function ticksOf(
  from: number,
  to: number,
  scale: number,
  clock: Clock,
): Ticks {
  const step =
    steps.find(
      ({ minutes, months, room }) =>
        (minutes ?? months! * perMonth) * scale >= room,
    ) ?? steps.at(-1)!;
  const local = clock.toLocal(from);
  const last = clock.toLocal(to);
  const list = (
    every: { minutes?: number; months?: number },
    form: Form,
    short: Form,
  ) => {
    const ticks: Tick[] = [];
    for (
      let at = floorTo(local, every);
      at < last && ticks.length < 400;
      at = next(at, every)
    ) {
      ticks.push({
        minute: clock.fromLocal(at),
        label: clock.say(at, form),
        short: clock.say(at, short),
      });
    }
    return ticks;
  };
  return {
    minor: list(step, step.form, step.form),
    major: list(step.major, step.major.form, step.major.short),
    minorIsDay: (step.minutes ?? perMonth) >= day,
  };
}

// 1970-01-05 was a Monday: weeks begin there.
const monday = 4 * day;

function floorTo(local: number, every: { minutes?: number; months?: number }) {
  if (every.minutes) {
    const origin = every.minutes === 7 * day ? monday : 0;
    return (
      Math.floor((local - origin) / every.minutes) * every.minutes + origin
    );
  }
  const date = new Date(local * 60_000);
  const month = Math.floor(date.getUTCMonth() / every.months!) * every.months!;
  return Date.UTC(date.getUTCFullYear(), month, 1) / 60_000;
}

function next(local: number, every: { minutes?: number; months?: number }) {
  if (every.minutes) {
    return local + every.minutes;
  }
  const date = new Date(local * 60_000);
  return (
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + every.months!, 1) /
    60_000
  );
}
