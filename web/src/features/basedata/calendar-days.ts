/** A holiday as the form holds it; what is not typed yet is empty. */
export interface HolidayLine {
  name?: string | null;
  /** Fixed dates, or floating: every week. */
  kind?: number | null;
  type?: number | null;
  /** Monday 1 to Sunday 7, of floating ones. */
  weekday?: number | null;
  from?: string | null;
  to?: string | null;
}

export const fixed = 1;
export const floating = 2;
export const rest = 1;
export const makeUp = 2;

export type DayKind = "work" | "rest" | "holiday" | "makeUp";

export interface Day {
  kind: DayKind;
  name: string;
}

const dayLength = 24 * 60 * 60 * 1000;

/** The date so many days later, as "2026-03-20". */
export function addDays(date: string, days: number) {
  return isoOf(Date.parse(date) + days * dayLength);
}

function isoOf(at: number) {
  return new Date(at).toISOString().slice(0, 10);
}

/** Monday 1 to Sunday 7. */
export function weekdayOf(date: string) {
  return new Date(date).getUTCDay() || 7;
}

/** The same day of another month, or its last. */
export function addMonths(date: string, months: number) {
  const [year, month, day] = date.split("-").map(Number) as [
    number,
    number,
    number,
  ];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoOf(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

export function daysBetween(from: string, to: string) {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayLength) + 1;
}

/** The weeks of a month from Monday to Sunday; null lies in another month. */
export function weeksOf(year: number, month: number) {
  const first = isoOf(Date.UTC(year, month - 1, 1));
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const cells: (string | null)[] = Array.from(
    { length: weekdayOf(first) - 1 },
    () => null,
  );
  for (let day = 0; day < count; day++) {
    cells.push(addDays(first, day));
  }
  while (cells.length % 7 !== 0) {
    cells.push(null);
  }
  return Array.from({ length: cells.length / 7 }, (_, week) =>
    cells.slice(week * 7, week * 7 + 7),
  );
}

function holds(line: HolidayLine, date: string) {
  return (
    line.kind === fixed &&
    Boolean(line.from && line.to) &&
    line.from! <= date &&
    date <= line.to!
  );
}

/** What a day is: a make-up day beats a holiday, a holiday beats the weekly rest. */
export function dayOf(lines: HolidayLine[], date: string): Day {
  const of = (type: number) =>
    lines.find((line) => line.type === type && holds(line, date));
  const made = of(makeUp);
  if (made) {
    return { kind: "makeUp", name: made.name ?? "" };
  }
  const free = of(rest);
  if (free) {
    return { kind: "holiday", name: free.name ?? "" };
  }
  const weekly = lines.find((line) => restsOn(line, weekdayOf(date)));
  return weekly
    ? { kind: "rest", name: weekly.name ?? "" }
    : { kind: "work", name: "" };
}

function restsOn(line: HolidayLine, weekday: number) {
  return (
    line.kind === floating && line.type === rest && line.weekday === weekday
  );
}

export function isWorked(kind: DayKind) {
  return kind === "work" || kind === "makeUp";
}

/** The weekdays that are free every week. */
export function restingWeekdays(lines: HolidayLine[]) {
  return [1, 2, 3, 4, 5, 6, 7].filter((weekday) =>
    lines.some((line) => restsOn(line, weekday)),
  );
}

export function toggleWeekday(
  lines: HolidayLine[],
  weekday: number,
  name: string,
) {
  const others = lines.filter((line) => !restsOn(line, weekday));
  return others.length < lines.length
    ? others
    : inOrder([...lines, { name, kind: floating, type: rest, weekday }]);
}

/**
 * Makes the days of a range what they are to be, or ordinary ones again: other
 * entries give way, in part where they reach beyond the range.
 */
export function markDays(
  lines: HolidayLine[],
  from: string,
  to: string,
  what: { type: number; name: string } | null,
) {
  const kept = lines.flatMap((line) => cut(line, from, to));
  return inOrder(what ? join(kept, { ...what, kind: fixed, from, to }) : kept);
}

/** What of an entry lies outside of the range. */
function cut(line: HolidayLine, from: string, to: string) {
  const { from: first, to: last } = line;
  if (line.kind !== fixed || !first || !last || last < from || first > to) {
    return [line];
  }
  const parts: HolidayLine[] = [];
  if (first < from) {
    parts.push({ ...line, to: addDays(from, -1) });
  }
  if (last > to) {
    parts.push({ ...line, from: addDays(to, 1) });
  }
  return parts;
}

/** Adds an entry; entries of its name and type that it touches become one with it. */
function join(
  lines: HolidayLine[],
  added: HolidayLine & { from: string; to: string },
) {
  const touches = (line: HolidayLine) =>
    line.kind === fixed &&
    line.type === added.type &&
    line.name === added.name &&
    Boolean(line.from && line.to) &&
    addDays(line.to!, 1) >= added.from &&
    addDays(line.from!, -1) <= added.to;
  const joined = lines.filter(touches);
  const dates = [added, ...joined];
  return [
    ...lines.filter((line) => !touches(line)),
    {
      ...added,
      from: dates.map((line) => line.from!).sort()[0]!,
      to: dates
        .map((line) => line.to!)
        .sort()
        .at(-1)!,
    },
  ];
}

/** Weekly rest first, then by date; what is not typed yet stays last. */
function inOrder(lines: HolidayLine[]) {
  const place = (line: HolidayLine) =>
    line.kind === floating ? `0${line.weekday ?? 9}` : `1${line.from ?? "9"}`;
  return [...lines].sort((a, b) => place(a).localeCompare(place(b)));
}
