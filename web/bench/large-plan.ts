import { samplePlan, type SampleBar } from "@/gantt/sample-plan";
import type { Plan } from "@/gantt/plan";

const machines = 120;
const partsPerMould = 10;
const operations = 10;
const dayMinutes = 1440;

/** A plan of so many bars: 120 machines that are busy nine tenths of the time, routes of ten operations. */
export function largePlan(count: number): Plan {
  let seed = 20_260_302;
  const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
  const free = new Array<number>(machines).fill(0);
  const partCount = Math.ceil(count / operations);
  const mouldCount = Math.ceil(partCount / partsPerMould);
  // One in sixty is in conflict: more would be no plan.
  const flags = [
    ...Array.from({ length: 59 }, (_, i) => [0, 0, 1, 2, 16][i % 5]!),
    33,
  ];
  const now = -Math.floor(Date.now() / 60_000);
  const list: SampleBar[] = [];
  for (let i = 0; i < count; i++) {
    const resource = random(machines);
    const start = free[resource]! + random(30);
    const end = start + 15 + random(400);
    free[resource] = end;
    list.push({
      resource,
      part: Math.floor(i / operations),
      op: ((i % operations) + 1) * 10,
      process: random(12),
      start,
      end,
      flags: flags[random(flags.length)]!,
      lock: random(20) === 0 ? 2 : 0,
      status: 0,
      latestStart: start + random(9000) - 1000,
      latestEnd: end + random(9000) - 1000,
    });
  }
  const to = Math.max(...free);
  const nights: number[] = [];
  for (let day = 0; day * dayMinutes < to; day++) {
    nights.push(day * dayMinutes + 1200, (day + 1) * dayMinutes + 480);
  }
  const links = {
    from: [] as number[],
    to: [] as number[],
    kind: [] as number[],
  };
  for (let i = 1; i < count; i++) {
    if (i % operations !== 0) {
      links.from.push(i - 1);
      links.to.push(i);
      links.kind.push(0);
    }
  }
  return samplePlan(list, {
    // All of it lies ahead, as on the day it was planned.
    epoch: new Date(-now * 60_000).toISOString(),
    resources: Array.from({ length: machines }, (_, i) => ({
      id: `m${i}`,
      name: `CNC-${String(i + 1).padStart(3, "0")}`,
      group: `Group ${Math.floor(i / 10) + 1}`,
      section: `Section ${Math.floor(i / 40) + 1}`,
      kind: "machine",
      capacity: 1,
      unattended: false,
      calendar: 0,
    })),
    calendars: [{ closed: nights, holidays: [], makeup: [], overtime: [] }],
    moulds: Array.from({ length: mouldCount }, (_, i) => ({
      id: `mould-${i}`,
      no: `M26-${String(i + 1).padStart(4, "0")}`,
      name: "Housing",
      priority: 50,
      due: random(to),
      end: random(to),
      late: i % 5 === 0,
      lateMinutes: i % 5 === 0 ? 3000 : 0,
      unscheduled: 0,
    })),
    parts: Array.from({ length: partCount }, (_, i) => ({
      no: `P${String((i % partsPerMould) + 1).padStart(2, "0")}`,
      name: "Insert",
      kind: 1,
      mould: Math.floor(i / partsPerMould),
    })),
    processes: Array.from({ length: 12 }, (_, i) => ({
      code: `P${i}`,
      name: `Milling ${i}`,
    })),
    links,
  });
}
