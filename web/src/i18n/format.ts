import type { Language } from "./language";

const tags: Record<Language, string> = { zh: "zh-CN", en: "en-GB" };

// Making a formatter is slow, tables ask thousands of times.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string) {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formats.set(zone, format);
  }
  return format;
}

/** An instant on the wall clock of a zone: "2026-03-20 08:00", "" when absent. */
export function formatInstant(
  instant: string | number | Date | null | undefined,
  zone: string,
) {
  if (instant === null || instant === undefined || instant === "") {
    return "";
  }
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) {
    return "";
  }
  const part: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) {
    part[type] = value;
  }
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}`;
}

/** When something is due. Midnight is the end of the day before, for a date alone is meant: "2026-03-20". */
export function formatDue(
  instant: string | null | undefined,
  zone: string,
): string {
  const text = formatInstant(instant, zone);
  return instant && text.endsWith("00:00")
    ? formatInstant(new Date(instant).getTime() - 1, zone).slice(0, 10)
    : text;
}

/** The instant that a wall clock time of a zone means: the way back. */
export function instantOf(local: string, zone: string) {
  const isTime = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/.test(local);
  const asUtc = Date.parse(`${local.replace(" ", "T")}:00Z`);
  if (!isTime || Number.isNaN(asUtc)) {
    return null;
  }
  // Twice: the first guess may lie on the other side of a clock change.
  let at = asUtc - offsetAt(asUtc, zone);
  at = asUtc - offsetAt(at, zone);
  return new Date(at).toISOString();
}

/** The instant that something due then means, the way back of formatDue: a day, with or without its midnight, is its end. */
export function dueOf(typed: string, zone: string) {
  const local = typed.replace(/[ T]00:00$/, "");
  if (!/^\d{4}-\d\d-\d\d$/.test(local)) {
    return instantOf(local, zone);
  }
  const next = new Date(`${local}T00:00:00Z`);
  if (Number.isNaN(next.getTime())) {
    return null;
  }
  next.setUTCDate(next.getUTCDate() + 1);
  return instantOf(`${next.toISOString().slice(0, 10)} 00:00`, zone);
}

function offsetAt(at: number, zone: string) {
  const wall = formatInstant(at, zone).replace(" ", "T");
  const floored = Math.floor(at / 60_000) * 60_000;
  return Date.parse(`${wall}:00Z`) - floored;
}

/** A number as people read it, with at most the given decimals and at least as many as stand below each other in a column. */
export function formatNumber(
  value: number | null | undefined,
  language: Language,
  decimals = 2,
  least = 0,
) {
  return value === null || value === undefined
    ? ""
    : new Intl.NumberFormat(tags[language], {
        maximumFractionDigits: decimals,
        minimumFractionDigits: least,
      }).format(value);
}
