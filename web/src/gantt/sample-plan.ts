import type { Plan } from "./plan";

/** A bar of a sample, with what differs from the plainest. */
export interface SampleBar {
  resource: number;
  part: number;
  start: number;
  end: number;
  op?: number;
  process?: number;
  status?: number;
  flags?: number;
  lock?: number;
  latestStart?: number | null;
  latestEnd?: number | null;
}

/**
 * A small plan for tests and benchmarks: machines M1 and M2, fitters F, mould
 * A with parts P1 and E1, mould B with part P1. Bars get ids "b0", "b1" ...
 */
export function samplePlan(
  list: SampleBar[],
  change: Partial<Plan> = {},
): Plan {
  const parts = change.parts ?? [
    { no: "P1", name: "型芯", kind: 1, mould: 0 },
    { no: "E1", name: "电极", kind: 2, mould: 0 },
    { no: "P1", name: "型腔", kind: 1, mould: 1 },
  ];
  const machine = (id: string, name: string) => ({
    id,
    name,
    group: "数控组",
    section: "加工",
    kind: "machine" as const,
    capacity: 1,
    unattended: false,
    calendar: 0,
  });
  return {
    planId: "plan",
    scheduleId: "schedule",
    name: "Sample",
    epoch: "2026-03-02T00:00:00Z",
    zone: "Asia/Shanghai",
    from: Math.min(0, ...list.map(({ start }) => start)),
    to: Math.max(0, ...list.map(({ end }) => end)),
    now: 0,
    start: 0,
    resources: [
      machine("m1", "M1"),
      machine("m2", "M2"),
      {
        ...machine("f", "F"),
        group: "钳工组",
        section: "装配",
        kind: "people",
        capacity: 2,
      },
      { ...machine("s", "S"), group: "", section: "", kind: "outside" },
    ],
    calendars: [{ closed: [600, 900], holidays: [], makeup: [], overtime: [] }],
    moulds: [
      {
        id: "a",
        no: "A",
        name: "手机壳",
        priority: 50,
        due: 2000,
        end: 1000,
        late: false,
        lateMinutes: 0,
        unscheduled: 0,
      },
      {
        id: "b",
        no: "B",
        name: "路由器",
        priority: 50,
        due: 500,
        end: 2500,
        late: true,
        lateMinutes: 2000,
        unscheduled: 0,
      },
    ],
    processes: [
      { code: "CNC", name: "数控" },
      { code: "EDM", name: "电火花" },
    ],
    parts,
    bars: {
      id: list.map((_, i) => `b${i}`),
      resource: list.map((bar) => bar.resource),
      mould: list.map((bar) => parts[bar.part]!.mould),
      process: list.map((bar) => bar.process ?? 0),
      part: list.map((bar) => bar.part),
      op: list.map((bar, i) => bar.op ?? i * 10),
      start: list.map((bar) => bar.start),
      end: list.map((bar) => bar.end),
      status: list.map((bar) => bar.status ?? 0),
      flags: list.map((bar) => bar.flags ?? 0),
      lock: list.map((bar) => bar.lock ?? 0),
      latestStart: list.map((bar) => bar.latestStart ?? null),
      latestEnd: list.map((bar) => bar.latestEnd ?? null),
      realStart: list.map(() => null),
      realEnd: list.map(() => null),
      minutes: list.map((bar) => bar.end - bar.start),
      qty: list.map(() => 1),
    },
    links: { from: [], to: [], kind: [] },
    conflicts: [],
    buffers: [],
    releases: [],
    ...change,
  };
}
