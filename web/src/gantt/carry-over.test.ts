import { expect, test } from "vitest";
import { Chart } from "./chart";
import { flag } from "./plan";
import { samplePlan } from "./sample-plan";
import { hitsFor } from "./search";

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

/** Two tasks, the second with its panel open, and the plan that holds just the first. */
function withoutIts() {
  const before = arranged();
  before.goTo(1);
  before.set({ showsDetails: true });
  const less = new Chart(samplePlan(bars.slice(0, 1)), options, before);
  return { before, less };
}

test("a task that is gone is no longer selected, and its panel stays with the plan that held it", () => {
  const { before, less } = withoutIts();
  expect(less.state.selected).toBe(-1);
  expect(less.state.showsDetails).toBe(false);
  expect(less.state.gone).toEqual({ chart: before, bar: 1 });
  // Another plan without it, and another task that is selected.
  const third = new Chart(samplePlan(bars.slice(0, 1)), options, less);
  third.select(0);
  expect(third.state.gone).toEqual({ chart: before, bar: 1 });
  third.showDetails(true);
  expect(third.state.gone).toBeNull();
});

test("a task that comes back takes its panel again", () => {
  const chart = new Chart(samplePlan(bars), options, withoutIts().less);
  expect(chart.state.selected).toBe(1);
  expect(chart.state.showsDetails).toBe(true);
  expect(chart.state.gone).toBeNull();
});

test("a task that is only carried over from the plan in force has left the schedule", () => {
  const before = arranged();
  before.goTo(1);
  before.set({ showsDetails: true });
  const carried = { ...bars[1]!, flags: flag.carried };
  const next = new Chart(samplePlan([bars[0]!, carried]), options, before);
  expect(next.state.showsDetails).toBe(false);
  expect(next.state.gone).toEqual({ chart: before, bar: 1 });
});

test("the panel of a machine stays with it, though the next plan has another order", () => {
  const before = arranged();
  before.openResource(1);
  const next = samplePlan(bars);
  next.resources.reverse();
  const { resource } = new Chart(next, options, before).state;
  expect(next.resources[resource]!.id).toBe("m2");
});

test("the hit of a mould that is planned no more stays and says why", () => {
  const before = arranged();
  before.jump(hitsFor(before.model, "B")[0]!);
  const next = samplePlan(bars.slice(0, 1));
  next.moulds[1]!.why = "on hold";
  const { hit } = new Chart(next, options, before).state;
  expect(hit).toMatchObject({ label: "B", why: "on hold" });
  expect(hit!.bars).toHaveLength(0);
});
