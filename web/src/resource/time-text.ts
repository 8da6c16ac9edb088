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
