import type calendars from "ical.js";
import {
  addDays,
  fixed,
  makeUp,
  rest,
  type HolidayLine,
} from "./calendar-days";

/** A holiday with all that an entry of a calendar needs, but that its dates may still be asked for. */
export interface Proposal extends HolidayLine {
  name: string;
  type: number;
  from: string | null;
  to: string | null;
}

/** How the publishers of official calendars name a day that is worked in place of another, and one that is not worked. */
const worked = /班|make-?up|working day|workday/i;
const notWorked = /不上班|停班|non[\s-]*work/i;

/** Marks that publishers put behind a name, which say no more than the type. */
const marks =
  /[（(［[]\s*(休|班|放假|上班|补班)\s*[）)］\]]|(补班|上班|休假|放假)$/g;

const longestName = 20;

/** Years beyond the one that is shown that are read of a file: publishers keep those that are over in it. */
const yearsAhead = 1;

/** A file is none of a calendar, or holds no whole days. */
export class NoHolidays extends Error {
  override name = "NoHolidays";
}

/**
 * The whole days of an iCalendar file (RFC 5545) in a year and the next one, by date; of a file of other years all. An event that
 * cannot be understood is passed over. Throws NoHolidays for a file that has none.
 */
export async function readHolidays(text: string, year: number) {
  const { default: calendar } = await import("ical.js");
  let events;
  try {
    const root = new calendar.Component(calendar.parse(text) as unknown[]);
    events = root.getAllSubcomponents("vevent");
  } catch {
    throw new NoHolidays();
  }
  const last = year + yearsAhead;
  const proposalsOf = (component: InstanceType<typeof calendars.Component>) => {
    const event = new calendar.Event(component);
    if (!event.startDate?.isDate) {
      return [];
    }
    const days = Math.max(1, Math.round(event.duration.toSeconds() / 86_400));
    const starts: string[] = [];
    if (event.isRecurring()) {
      const all = event.iterator();
      for (let at = all.next(); at && at.year <= last; at = all.next()) {
        starts.push(at.toString().slice(0, 10));
      }
    } else {
      starts.push(event.startDate.toString().slice(0, 10));
    }
    return starts.map((from) =>
      proposal(event.summary ?? "", from, addDays(from, days - 1)),
    );
  };
  const all = events.flatMap((component) => {
    try {
      return proposalsOf(component);
    } catch {
      return [];
    }
  });
  const near = all.filter(
    ({ from, to }) => to! >= `${year}-01-01` && from! <= `${last}-12-31`,
  );
  const found = near.length > 0 ? near : all;
  if (found.length === 0) {
    throw new NoHolidays();
  }
  return join(found.sort((a, b) => a.from!.localeCompare(b.from!)));
}

function proposal(summary: string, from: string, to: string): Proposal {
  const name = summary.replace(marks, "").replace(/\s+/g, " ").trim();
  return {
    name: (name || summary.trim()).slice(0, longestName),
    kind: fixed,
    type: worked.test(summary) && !notWorked.test(summary) ? makeUp : rest,
    from,
    to,
  };
}

/** Publishers give each day of a holiday an event of its own: days of one name that follow each other are one entry. */
function join(days: Proposal[]) {
  const joined: Proposal[] = [];
  for (const day of days) {
    const before = joined.find(
      (one) =>
        one.name === day.name &&
        one.type === day.type &&
        addDays(one.to!, 1) >= day.from!,
    );
    if (before) {
      before.to = before.to! > day.to! ? before.to! : day.to!;
    } else {
      joined.push({ ...day });
    }
  }
  return joined;
}

/**
 * The entries of a year as they would stand in the next one. Holidays keep their dates, which whoever takes them over checks;
 * make-up days are set anew every year and are asked for.
 */
export function nextYear(lines: readonly HolidayLine[], year: number) {
  return lines.flatMap((line): Proposal[] => {
    const { name, type, from, to } = line;
    if (line.kind !== fixed || !name || !type || !from || !to) {
      return [];
    }
    if (Number(from.slice(0, 4)) !== year) {
      return [];
    }
    const dates =
      type === makeUp
        ? { from: null, to: null }
        : { from: yearLater(from), to: yearLater(to) };
    return [{ name, kind: fixed, type, ...dates }];
  });
}

/** The same date a year later; 29 February becomes the 28th. */
function yearLater(date: string) {
  const later = `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
  return later.endsWith("-02-29") ? later.replace(/29$/, "28") : later;
}
