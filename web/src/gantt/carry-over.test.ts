import { expect, test } from "vitest";
import { Chart } from "./chart";
import { samplePlan } from "./sample-plan";

const options = { locale: "en-GB", outside: "Outside" };
const bars = [
  { resource: 0, part: 0, start: 0, end: 100 },
  { resource: 1, part: 2, start: 4000, end: 5000 },
];

function arranged() {
  const chart = new Chart(samplePlan(bars), options);
  chart.resize(1200, 600);
  chart.switchTo("mould");
  chart.move({ left: 900, scale: 0.5, top: 12 });
  return chart;
}

test("the same hours stay in sight although the next plan counts from another epoch", () => {
  const before = arranged();
  const next = { ...samplePlan(bars), epoch: "2026-03-01T00:00:00Z" };
  const chart = new Chart(next, options, before);
  chart.resize(1200, 600);
  const { left, scale, top } = chart.state.view;
  expect(left).toBe(before.state.view.left + 1440);
  expect(scale).toBe(before.state.view.scale);
  expect(top).toBe(before.state.view.top);
});

test("what was unfolded stays open, and what is new begins folded", () => {
  const before = arranged();
  before.fold("p:a/P1");
  const next = samplePlan(
    [...bars, { resource: 0, part: 1, start: 0, end: 9 }],
    {
      parts: [
        { no: "P1", name: "", kind: 1, mould: 0 },
        { no: "P9", name: "", kind: 1, mould: 0 },
        { no: "P1", name: "", kind: 1, mould: 1 },
      ],
    },
  );
  const { folded } = new Chart(next, options, before).state;
  expect(folded.has("p:a/P1")).toBe(false);
  expect(folded.has("p:b/P1")).toBe(true);
  expect(folded.has("p:a/P9")).toBe(true);
});

test("a task that is gone is no longer selected, and its details close", () => {
  const before = arranged();
  before.goTo(1);
  before.set({ showsDetails: true });
  const chart = new Chart(samplePlan(bars.slice(0, 1)), options, before);
  expect(chart.state.selected).toBe(-1);
  expect(chart.state.showsDetails).toBe(false);
});
