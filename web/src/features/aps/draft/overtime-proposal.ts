import type { Chart } from "@/gantt/chart";
import { hasFlag, type Model } from "@/gantt/model";
import { flag } from "@/gantt/plan";

/** How much overtime is proposed, minutes. A shorter rest is a break of the shift. */
const PROPOSED = 120;

/** The next stretch in which a resource rests and nobody has a break: where overtime is asked for. */
export function restAfter(rests: number[], from: number): [number, number] {
  const next = spansOf(rests).find(
    ([begin, end]) => end - Math.max(begin, from) >= PROPOSED,
  );
  const begin = next ? Math.max(next[0], from) : from;
  return [begin, begin + PROPOSED];
}

/** When nobody works at a resource: while it is closed, and in what overtime of its shift the plan does not use. */
export function restsOf(model: Model, resource: number): number[] {
  const { plan } = model;
  const calendar = plan.calendars[plan.resources[resource]!.calendar];
  if (!calendar) {
    return [];
  }
  const rests = spansOf(calendar.closed);
  if (plan.overtime === "none") {
    rests.push(...spansOf(calendar.overtime));
  } else if (plan.overtime === "some") {
    const late = plan.bars.id
      .map((_, bar) => bar)
      .filter(
        (bar) =>
          model.resource[bar] === resource &&
          hasFlag(model, bar, flag.overtime),
      );
    rests.push(
      ...spansOf(calendar.overtime).filter(
        ([from, to]) =>
          !late.some((bar) => model.start[bar]! < to && model.end[bar]! > from),
      ),
    );
  }
  return joined(rests);
}

function spansOf(list: number[]) {
  const spans: [number, number][] = [];
  for (let i = 0; i + 1 < list.length; i += 2) {
    spans.push([list[i]!, list[i + 1]!]);
  }
  return spans;
}

/** Spans in their order, those that meet as one. */
function joined(spans: [number, number][]) {
  const list: number[] = [];
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    if (list.at(-1) === from) {
      list[list.length - 1] = to;
    } else {
      list.push(from, to);
    }
  }
  return list;
}

/** Where overtime of a resource is proposed: its next rest after a minute, but not in the past. */
export function overtimeOf(
  chart: Chart,
  resource: number,
  minute: number,
): [string, string] {
  const { plan } = chart.model;
  const earliest = Math.max(minute, plan.start, chart.state.now);
  return restAfter(restsOf(chart.model, resource), earliest).map((at) =>
    new Date(Date.parse(plan.epoch) + at * 60_000).toISOString(),
  ) as [string, string];
}
