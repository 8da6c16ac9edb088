import { expect, test } from "vitest";
import {
  lotNo,
  modelOf,
  none,
  opNo,
  slackOf,
  standingToday,
  taskCount,
} from "./model";
import { samplePlan } from "./sample-plan";

test("a bar of a batch is named after part and batch; plans of older versions have no batches", () => {
  const at = { resource: 0, part: 0, start: 0, end: 60 };
  const old = samplePlan([at, at]);
  expect(lotNo(modelOf(old), 0)).toBe("P1");
  expect(opNo(modelOf(old), 1)).toBe("10");
  const plan = {
    ...old,
    batches: ["B1"],
    bars: { ...old.bars, batch: [-1, 0], segment: [0, 2] },
  };
  expect([0, 1].map((bar) => opNo(modelOf(plan), bar))).toEqual(["0", "10#2"]);
  expect([taskCount(modelOf(old)), taskCount(modelOf(plan))]).toEqual([2, 1]);
  expect([0, 1].map((bar) => lotNo(modelOf(plan), bar))).toEqual([
    "P1",
    "P1/B1",
  ]);
});

test("bars stand as they do today, in their places; what is not named stands as planned", () => {
  const bar = { resource: 0, part: 0, start: 60, end: 120, latestStart: 600 };
  const plan = samplePlan([bar, { ...bar, status: 1 }, bar]);
  const today = {
    planId: plan.planId,
    epoch: new Date(Date.parse(plan.epoch) + 3_600_000).toISOString(),
    id: ["b0", "gone"],
    status: [3, 1],
    realStart: [-30, 0],
    realEnd: [10, null],
  };
  const model = modelOf(plan);
  const stands = standingToday(model, today);
  expect([...stands.status]).toEqual([3, 1, 0]);
  expect([...stands.realStart]).toEqual([30, none, none]);
  expect([...stands.realEnd]).toEqual([70, none, none]);
  expect(stands.start).toBe(model.start);
  // What has begun has no slack.
  expect([0, 2].map((at) => slackOf(stands, at))).toEqual([null, 540]);
  // Nor has what is late already.
  const late = modelOf(
    samplePlan([
      { ...bar, flags: 1 },
      { ...bar, latestStart: 0, flags: 1 },
    ]),
  );
  expect([0, 1].map((at) => slackOf(late, at))).toEqual([0, -60]);
  // A report that is taken back, and a plan that is another.
  const back = standingToday(stands, { ...today, id: [] });
  expect([...back.status]).toEqual([0, 1, 0]);
  expect(standingToday(model, { ...today, planId: "other" })).toBe(model);
});
