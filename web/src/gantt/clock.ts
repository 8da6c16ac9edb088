/** The factory's wall clock: minutes from the epoch to local time and back. */
export interface Clock {
  zone: string;
  locale: string;
  /** Local time as minutes that read like UTC. */
  toLocal: (minute: number) => number;
  fromLocal: (local: number) => number;
  /** "03-05 08:00", with the year where it is not the epoch's. */
  moment: (minute: number) => string;
  /** When something is due: midnight is the end of the day before, "03-04". */
  due: (minute: number) => string;
  /** A local time in the words of the language. */
  say: (local: number, form: Form) => string;
}

export type Form =
  | "hour"
  | "day"
  | "weekday"
  | "date"
  | "month"
  | "year"
  | "longMonth";

const forms: Record<Form, Intl.DateTimeFormatOptions> = {
  hour: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  day: { day: "numeric" },
  weekday: { weekday: "short", day: "numeric" },
  date: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  month: { month: "short" },
  longMonth: { month: "long", year: "numeric" },
  year: { year: "numeric" },
};

/** Labels of the axis; writing one takes longer than drawing it. */
const mostKept = 5000;

export function clockOf(epoch: string, zone: string, locale: string): Clock {
  const epochMinute = Math.floor(Date.parse(epoch) / 60_000);
  const wall = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const offsets = new Map<number, number>();
  const spoken = new Map<Form, Intl.DateTimeFormat>();
  const said = new Map<string, string>();

  /** Zones change their offset at whole quarters of an hour. */
  function offsetAt(minute: number) {
    const quarter = Math.floor((epochMinute + minute) / 15);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const part: Record<string, number> = {};
      for (const { type, value } of wall.formatToParts(quarter * 15 * 60_000)) {
        part[type] = Number(value);
      }
      const local = Date.UTC(
        part.year!,
        part.month! - 1,
        part.day,
        part.hour,
        part.minute,
      );
      offset = local / 60_000 - quarter * 15;
      offsets.set(quarter, offset);
    }
    return offset;
  }

  const toLocal = (minute: number) => epochMinute + minute + offsetAt(minute);
  const year = new Date(toLocal(0) * 60_000).getUTCFullYear();

  const moment = (minute: number) => {
    const text = new Date(toLocal(minute) * 60_000).toISOString();
    const isSameYear = Number(text.slice(0, 4)) === year;
    return `${text.slice(isSameYear ? 5 : 0, 10)} ${text.slice(11, 16)}`;
  };

  return {
    zone,
    locale,
    toLocal,
    fromLocal(local) {
      // Twice: the first guess may lie on the other side of a clock change.
      const guess = local - epochMinute - offsetAt(local - epochMinute);
      return local - epochMinute - offsetAt(guess);
    },
    moment,
    due: (minute) =>
      toLocal(minute) % 1440 === 0
        ? moment(minute - 1).replace(/ .*/, "")
        : moment(minute),
    say(local, form) {
      const key = `${form} ${local}`;
      const known = said.get(key);
      if (known !== undefined) {
        return known;
      }
      if (said.size > mostKept) {
        said.clear();
      }
      const text = sayAnew(local, form);
      said.set(key, text);
      return text;
    },
  };

  function sayAnew(local: number, form: Form) {
    let format = spoken.get(form);
    if (!format) {
      format = new Intl.DateTimeFormat(locale, {
        ...forms[form],
        timeZone: "UTC",
      });
      spoken.set(form, format);
    }
    if (form === "day") {
      return String(new Date(local * 60_000).getUTCDate());
    }
    if (form === "weekday") {
      // "周一 2", "Mon 2": the usual order runs together in Chinese.
      const parts = format.formatToParts(local * 60_000);
      const part = (type: string) =>
        parts.find((one) => one.type === type)?.value ?? "";
      return `${part("weekday")} ${part("day")}`;
    }
    return format.format(local * 60_000);
  }
}
