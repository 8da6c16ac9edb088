/** Steps of the time axis, in minutes. */
const steps = [15, 60, 180, 360, 720, 1440, 2880, 10_080, 20_160, 43_200];

export interface Tick {
  minute: number;
  label: string;
}

/** Ticks at whole local times, at least 64 pixels apart. */
export function ticksOf(
  from: number,
  to: number,
  scale: number,
  epoch: number,
  zone: string,
): Tick[] {
  const step = steps.find((one) => one * scale >= 64) ?? steps.at(-1)!;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    ...(step < 1440
      ? {
          month: "2-digit",
          day: "2-digit",
          hour: "2-digit",
          minute: "2-digit",
          hourCycle: "h23",
        }
      : { month: "2-digit", day: "2-digit" }),
  });
  const offset = offsetAt(epoch, zone);
  const first = Math.ceil((from + offset) / step) * step - offset;
  const ticks: Tick[] = [];
  for (let minute = first; minute < to; minute += step) {
    const label = format.format(new Date(epoch + minute * 60_000));
    ticks.push({ minute, label: label.replace(", ", " ") });
  }
  return ticks;
}

/** Minutes from the zone's midnight grid to the epoch. */
function offsetAt(epoch: number, zone: string) {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(epoch));
  const part = (type: string) =>
    Number(parts.find((one) => one.type === type)?.value ?? 0);
  return part("hour") * 60 + part("minute");
}
