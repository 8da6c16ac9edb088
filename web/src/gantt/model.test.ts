import { expect, test } from "vitest";
import { lotNo, modelOf, opNo } from "./model";
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
  expect([0, 1].map((bar) => lotNo(modelOf(plan), bar))).toEqual([
    "P1",
    "P1/B1",
  ]);
});
