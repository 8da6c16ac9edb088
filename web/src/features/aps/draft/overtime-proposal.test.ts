import { expect, test } from "vitest";
import { modelOf } from "@/gantt/model";
import { flag, type Plan } from "@/gantt/plan";
import { samplePlan } from "@/gantt/sample-plan";
import { restAfter, restsOf } from "./overtime-proposal";

// Two days of a shift until 17:00 with overtime until 20:00, from midnight on.
const calendars = [
  {
    closed: [0, 480, 1200, 1920, 2640, 3360],
    holidays: [],
    makeup: [],
    overtime: [1020, 1200, 2460, 2640],
  },
];
const from9 = 540;

/** The first bar works overtime where it is said so, the second never does and lies over both nights. */
function restsIn(overtime: Plan["overtime"]) {
  const bars = [
    { resource: 0, part: 0, start: 960, end: 1080, flags: flag.overtime },
    { resource: 0, part: 0, start: 1080, end: 2900 },
    // Of another machine.
    { resource: 1, part: 0, start: 2400, end: 2700, flags: flag.overtime },
  ];
  const plan = samplePlan(bars, { calendars, ...(overtime && { overtime }) });
  return restsOf(modelOf(plan), 0);
}

test("overtime that a plan does not use is a rest, and is proposed first", () => {
  expect(restsIn("none")).toEqual([0, 480, 1020, 1920, 2460, 3360]);
  expect(restAfter(restsIn("none"), from9)).toEqual([1020, 1140]);
});

test("where everybody may work overtime more of it begins after it", () => {
  expect(restsIn("all")).toEqual(calendars[0]!.closed);
  expect(restAfter(restsIn("all"), from9)).toEqual([1200, 1320]);
  // An older plan does not say who may.
  expect(restsIn(undefined)).toEqual(calendars[0]!.closed);
});

test("with overtime for late moulds it rests in that in which none of them stands", () => {
  expect(restsIn("some")).toEqual([0, 480, 1200, 1920, 2460, 3360]);
});

test("nobody works overtime in a break, and who asks within a rest is offered the rest of it", () => {
  const rests = [0, 480, 720, 780, 1020, 1920, 2160, 2220, 2460, 3360];
  expect(restAfter(rests, 540)).toEqual([1020, 1140]);
  expect(restAfter(rests, 1100)).toEqual([1100, 1220]);
  expect(restAfter(rests, 1801)).toEqual([2460, 2580]);
  expect(restAfter([], 7)).toEqual([7, 127]);
});

test("a supplier has no rests", () => {
  const plan = samplePlan([{ resource: 3, part: 0, start: 0, end: 60 }]);
  plan.resources[3]!.calendar = -1;
  expect(restsOf(modelOf(plan), 3)).toEqual([]);
});
