/**
 * A time of day as people type it, written as 08:00: "8", "830", "8：30" and
 * "8.30" are understood; anything else stays as it is, for the server to name.
 */
export function timeFrom(typed: string) {
  const text = typed.trim().replace(/[：.．]/g, ":");
  const match =
    /^(\d{1,2}):(\d{1,2})$/.exec(text) ??
    /^(\d{1,2})(\d{2})$/.exec(text) ??
    /^(\d{1,2})$/.exec(text);
  if (!match) {
    return typed;
  }
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  if (minutes > 59 || hours * 60 + minutes > 24 * 60) {
    return typed;
  }
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

/**
 * A day, or a day with a time of day, as people type it, written as 2026-03-02
 * or 2026-03-02 08:00: "2026/3/2", "2026.3.2 8:00" and "2026年3月2日 830" are
 * understood; anything else stays as it is, for the server to name.
 */
export function momentFrom(typed: string) {
  const match =
    /^(\d{4})[-/.年．](\d{1,2})[-/.月．](\d{1,2})日?(?:(?:\s+|T)(\S+))?$/.exec(
      typed.trim(),
    );
  if (!match) {
    return typed;
  }
  const [, year, month, date, clock] = match;
  const day = `${year}-${month!.padStart(2, "0")}-${date!.padStart(2, "0")}`;
  const time = clock === undefined ? "" : timeFrom(clock);
  if (time !== "" && !/^([01]\d|2[0-3]):\d\d$/.test(time)) {
    return typed;
  }
  return time === "" ? day : `${day} ${time}`;
}
