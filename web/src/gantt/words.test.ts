import { expect, test } from "vitest";
import { modelOf } from "./model";
import { flag } from "./plan";
import { samplePlan } from "./sample-plan";
import { slackText, spanText, type Say } from "./words";

const say: Say = (key, params) => `${params?.n} ${key}`;

test.each([
  [0, "0 minutes"],
  [59, "59 minutes"],
  [60, "1 hours"],
  [-90, "−1.5 hours"],
  [75, "1.25 hours"],
  [1440, "1 days"],
  [-2520, "−1.8 days"],
])("%i minutes are said in their largest unit: %s", (minutes, text) => {
  expect(spanText(minutes, say)).toBe(text);
});

test("slack is a bound where the latest start lies before the plan, nothing where there is none", () => {
  const at = { resource: 0, part: 0, start: 1440, end: 1500 };
  const model = modelOf(
    samplePlan([
      { ...at, latestStart: 2880 },
      { ...at, latestStart: 0, flags: flag.passed },
      at,
    ]),
  );
  expect([0, 1, 2].map((bar) => slackText(model, bar, say))).toEqual([
    "1 days",
    "≤ −1 days",
    null,
  ]);
});
