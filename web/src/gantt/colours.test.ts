import { expect, test } from "vitest";
import { colourings, latenessOf, schemeOf, seriesCount } from "./colours";
import { modelOf } from "./model";
import { flag } from "./plan";
import { samplePlan } from "./sample-plan";

const at = { resource: 0, part: 0, start: 0, end: 10 };
const model = modelOf(
  samplePlan([
    at,
    { ...at, flags: flag.late },
    { ...at, status: 1, flags: flag.late },
    { ...at, status: 2 },
    { ...at, status: 3, flags: flag.late },
    { ...at, flags: flag.electrode },
    { ...at, flags: flag.outsourced },
    { ...at, part: 2, process: 1, latestStart: -5 },
    { ...at, latestStart: 1440 },
    { ...at, latestStart: 3 * 1440 },
    { ...at, latestStart: 3 * 1440 + 1 },
  ]),
);
const words = (colouring: (typeof colourings)[number]) => {
  const { of, entries } = schemeOf(model, colouring);
  return [...of].map((entry) => entries[entry]!.word ?? entries[entry]!.label);
};

// APS-GANTT-03
test("a bar's status is what matters most about it", () => {
  expect(words("status").slice(0, 7)).toEqual([
    "statusOnTime",
    "statusLate",
    "statusRunning",
    "statusPaused",
    "statusDone",
    "statusElectrode",
    "statusOutsourced",
  ]);
});

// BASE-SECTION-09
test("a bar in another section is nothing but that, however it stands", () => {
  const hidden = modelOf(
    samplePlan([{ ...at, status: 1, flags: flag.hidden | flag.late }]),
  );
  const { entries, of } = schemeOf(hidden, "status");
  expect(entries[of[0]!]).toMatchObject({
    word: "statusHidden",
    tone: "faint",
  });
});

test("the legend counts a hidden bar as hidden alone, and all that are drawn", () => {
  const busy = modelOf(
    samplePlan([
      at,
      { ...at, flags: flag.hidden },
      { ...at, flags: flag.hidden | flag.late },
      { ...at, flags: flag.hidden | flag.carried },
      { ...at, flags: flag.carried },
    ]),
  );
  expect(tasksOf("status", busy)).toEqual([
    ["statusOnTime", 1],
    ["statusHidden", 3],
    ["carriedOver", 1],
  ]);
  const { names } = schemeOf(busy, "status");
  const lit = [0, 1, 2, 3, 4].filter((bar) => names(7, bar));
  expect(lit).toEqual([1, 2, 3]);
});

test("criticality follows slack, with its borders inside", () => {
  expect(words("criticality").slice(6)).toEqual([
    "slackNone",
    "slackNegative",
    "slackDay",
    "slackThree",
    "slackMore",
  ]);
});

test("a mould's lateness has steps, and no false comfort", () => {
  const mould = { due: 10_000, end: 5000, lateMinutes: 0, unscheduled: 0 };
  const names = [
    "on time",
    "at risk",
    "day",
    "week",
    "more",
    "unscheduled",
    "none",
  ];
  const of = (change: Partial<typeof mould> | { due: null }) =>
    names[latenessOf({ ...mould, ...change })];
  expect(of({})).toBe("on time");
  expect(of({ end: 9000 })).toBe("at risk");
  expect(of({ end: 11_440, lateMinutes: 1440 })).toBe("day");
  expect(of({ end: 12_000, lateMinutes: 2000 })).toBe("week");
  expect(of({ end: 30_000, lateMinutes: 20_000 })).toBe("more");
  expect(of({ unscheduled: 1 })).toBe("unscheduled");
  expect(of({ due: null })).toBe("none");
});

test("processes and moulds have an entry each, in colours taken in turn", () => {
  expect(words("process")[7]).toBe("电火花");
  expect(words("mould")[7]).toBe("B");
  const many = modelOf(
    samplePlan([], {
      processes: Array.from({ length: 30 }, (_, i) => ({
        code: `${i}`,
        name: `${i}`,
      })),
    }),
  );
  const { entries } = schemeOf(many, "process");
  expect(entries).toHaveLength(31);
  expect(entries[seriesCount]!.tone).toBe(entries[0]!.tone);
});

const tasksOf = (
  colouring: (typeof colourings)[number],
  of: Parameters<typeof schemeOf>[0] = model,
) =>
  schemeOf(of, colouring)
    .entries.filter(({ tasks }) => tasks > 0)
    .map(({ word, label, tasks }) => [word ?? label, tasks]);

test("an entry of the legend counts all tasks that it names, and lights them", () => {
  const bars = [
    { ...at, flags: flag.outsourced },
    { ...at, flags: flag.outsourced | flag.late },
    { ...at, flags: flag.outsourced, status: 3 },
    { ...at, flags: flag.electrode | flag.late, status: 1 },
    { ...at, flags: flag.carried | flag.late | flag.outsourced },
    { ...at, flags: flag.carried, status: 1 },
  ];
  const busy = modelOf(samplePlan(bars));
  expect(tasksOf("status", busy)).toEqual([
    ["statusOnTime", 2],
    ["statusLate", 2],
    ["statusRunning", 1],
    ["statusDone", 1],
    ["statusElectrode", 1],
    ["statusOutsourced", 3],
    ["carriedOver", 2],
  ]);
  const { names, of } = schemeOf(busy, "status");
  const lit = (entry: number) =>
    bars.map((_, bar) => bar).filter((bar) => names(entry, bar));
  expect(lit(6)).toEqual([0, 1, 2]);
  expect(lit(8)).toEqual([4, 5]);
  expect([...of]).toEqual([6, 1, 4, 2, 1, 2]);
});

test("a task that was cut is counted once", () => {
  const plan = samplePlan([at, at, at]);
  plan.bars.segment = [1, 2, 0];
  expect(tasksOf("status", modelOf(plan))).toEqual([["statusOnTime", 2]]);
});

test.each(colourings)(
  "the legend of %s counts the schedule's own tasks once, those carried over apart",
  (colouring) => {
    const parts = modelOf(
      samplePlan([
        at,
        { ...at, flags: flag.late },
        { ...at, flags: flag.late | flag.carried },
      ]),
    );
    const entries = tasksOf(colouring, parts);
    expect(entries.at(-1)).toEqual(["carriedOver", 1]);
    const sum = entries.reduce((total, [, tasks]) => total + Number(tasks), 0);
    expect(sum).toBe(3);
  },
);
