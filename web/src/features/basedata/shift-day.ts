/** A period of a shift as the form holds it; what is not typed yet is empty. */
export interface PeriodLine {
  start?: string | null;
  end?: string | null;
  restStart?: string | null;
  restEnd?: string | null;
  /** Hours that are possible after the end. */
  overtime?: number | null;
  durationHours?: number;
  durationMinutes?: number;
}

export interface Stretch {
  kind: "work" | "rest" | "overtime";
  /** Minutes from the midnight at which the day of the shift begins. */
  from: number;
  to: number;
}

const day = 24 * 60;

/** Minutes from midnight; null while the time is not one. */
export function minutesOf(clock: string | null | undefined) {
  const match = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(clock ?? "");
  const at = match ? Number(match[1]) * 60 + Number(match[2]) : day + 1;
  return at <= day ? at : null;
}

/** "08:00", and "02:00" again for what lies beyond midnight. */
export function clockOf(minutes: number) {
  const at = minutes === day ? day : minutes % day;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(at / 60))}:${two(at % 60)}`;
}

interface Measured {
  from: number;
  to: number;
  rest: { from: number; to: number } | null;
  overtime: number;
}

/** A period that ends at or before its start crosses midnight. */
function measure(line: PeriodLine): Measured | null {
  const from = minutesOf(line.start);
  let to = minutesOf(line.end);
  if (from === null || to === null) {
    return null;
  }
  to += to <= from ? day : 0;
  const overtime = Math.max(0, Math.round((line.overtime ?? 0) * 60));
  return { from, to, rest: restOf(line, from, to), overtime };
}

/** The rest, where it is whole and lies within its period. */
function restOf(line: PeriodLine, start: number, end: number) {
  let from = minutesOf(line.restStart);
  let to = minutesOf(line.restEnd);
  if (from === null || to === null) {
    return null;
  }
  from += from < start ? day : 0;
  to += to <= from ? day : 0;
  return to <= end ? { from, to } : null;
}

/** What the day looks like, in the order of time. Overtime ends where the next period begins. */
export function stretches(lines: PeriodLine[]): Stretch[] {
  const all: Stretch[] = [];
  const add = (kind: Stretch["kind"], from: number, to: number) => {
    if (to > from) {
      all.push({ kind, from, to });
    }
  };
  const measured = lines.map(measure).filter((one) => one !== null);
  for (const { from, to, rest, overtime } of measured) {
    add("work", from, rest?.from ?? to);
    if (rest) {
      add("rest", rest.from, rest.to);
      add("work", rest.to, to);
    }
    const next = measured
      .map((other) => other.from)
      .filter((start) => start >= to);
    // The first period of the next day may be the one that ends it.
    const first = Math.min(...measured.map((other) => other.from)) + day;
    add("overtime", to, Math.min(to + overtime, first, ...next));
  }
  return all.sort((a, b) => a.from - b.from);
}

export function totalOf(all: Stretch[], kind: Stretch["kind"]) {
  return all
    .filter((one) => one.kind === kind)
    .reduce((sum, one) => sum + one.to - one.from, 0);
}

/** Where the ruler ends: at midnight, or at the even hour that ends the last stretch. */
export function rulerEnd(all: Stretch[]) {
  const last = Math.max(day, ...all.map((one) => one.to));
  return Math.ceil(last / 120) * 120;
}

/** The line with the time of work that the server will reckon: without its rest. */
export function withDuration(line: PeriodLine): PeriodLine {
  const one = measure(line);
  if (!one) {
    return line;
  }
  const work = one.to - one.from - (one.rest ? one.rest.to - one.rest.from : 0);
  return {
    ...line,
    durationHours: Math.floor(work / 60),
    durationMinutes: work % 60,
  };
}
