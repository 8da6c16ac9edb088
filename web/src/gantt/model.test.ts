import { expect, test } from "vitest";
import { lotNo, modelOf } from "./model";
import { samplePlan } from "./sample-plan";

test("a bar of a batch is named after part and batch; plans of older versions have no batches", () => {
  const at = { resource: 0, part: 0, start: 0, end: 60 };
  const old = samplePlan([at, at]);
  expect(lotNo(modelOf(old), 0)).toBe("P1");
  const plan = {
    ...old,
    batches: ["B1"],
    bars: { ...old.bars, batch: [-1, 0] },
  };
  expect([0, 1].map((bar) => lotNo(modelOf(plan), bar))).toEqual([
    "P1",
    "P1/B1",
  ]);
});
