import type { Chart } from "@/gantt/chart";

/** The next stretch in which a resource rests, at most two hours of it: where overtime is asked for. */
export function restAfter(closed: number[], from: number): [number, number] {
  for (let i = 0; i + 1 < closed.length; i += 2) {
    if (closed[i]! >= from) {
      return [closed[i]!, Math.min(closed[i + 1]!, closed[i]! + 120)];
    }
  }
  return [from, from + 120];
}

/** Where overtime of a resource is proposed: its next rest after a minute, but not in the past. */
export function overtimeOf(
  chart: Chart,
  resource: number,
  minute: number,
): [string, string] {
  const { plan } = chart.model;
  const calendar = plan.calendars[plan.resources[resource]!.calendar];
  const earliest = Math.max(minute, plan.start, chart.state.now);
  return restAfter(calendar?.closed ?? [], earliest).map((at) =>
    new Date(Date.parse(plan.epoch) + at * 60_000).toISOString(),
  ) as [string, string];
}
