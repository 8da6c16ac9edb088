import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Chart } from "./chart";
import { boxOf } from "./geometry";
import { Hand } from "./hand";
import type { Foretold, Move } from "./held";
import { followPointer } from "./pointer";
import { samplePlan } from "./sample-plan";

let chart: Chart;
let sheet: HTMLElement;
let holds: string | null;
let answer: Foretold;
const tried: Move[] = [];
const dropped: Move[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  chart = new Chart(
    samplePlan([
      { resource: 0, part: 0, start: 0, end: 500 },
      { resource: 0, part: 0, start: 600, end: 900 },
      { resource: 1, part: 2, start: 600, end: 1207 },
    ]),
    { locale: "en-GB", outside: "Outsourced" },
  );
  chart.resize(1200, 600);
  sheet = document.createElement("div");
  sheet.tabIndex = 0;
  sheet.setPointerCapture = vi.fn();
  document.body.replaceChildren(sheet);
  followPointer(chart, sheet);
  holds = null;
  answer = { lines: [], isRefused: false, isHarmful: false };
  tried.length = dropped.length = 0;
  const hand = new Hand(chart, {
    holds: () => holds,
    tries: (move) => {
      tried.push(move);
      return Promise.resolve(answer);
    },
    drops: (move) => dropped.push(move),
  });
  chart.set({ hand });
});

afterEach(() => vi.useRealTimers());

function point(type: string, x: number, y: number, pointerType = "mouse") {
  sheet.dispatchEvent(
    new PointerEvent(type, {
      ...{ clientX: x, clientY: y, pointerId: 1, button: 0, pointerType },
    }),
  );
}

function middleOf(bar: number): [number, number] {
  const { view, frame } = chart.state;
  const box = boxOf(chart.model, chart.layout, view, frame, bar)!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const pixels = (minutes: number) => minutes * chart.state.view.scale;

/** Takes the first bar and brings it by so many minutes, and to the row of another bar. */
function drag(minutes: number, rowOf = 0, pointerType = "mouse") {
  chart.select(0);
  const [x, y] = middleOf(0);
  const [, to] = middleOf(rowOf);
  point("pointerdown", x, y, pointerType);
  point("pointermove", x + pixels(minutes) / 2, y, pointerType);
  point("pointermove", x + pixels(minutes), to, pointerType);
  return { drop: () => point("pointerup", x + pixels(minutes), to) };
}

const later = () => vi.advanceTimersByTimeAsync(150);

test("the selected bar goes with the pointer in quarters of an hour, and is tried where it is", async () => {
  const { left } = chart.state.view;
  const { drop } = drag(52);
  await later();
  expect(tried.at(-1)).toEqual({ bar: 0, resource: 0, start: 45 });
  expect(chart.state.hand!.held).toMatchObject({ foretold: answer });
  expect(chart.state.view.left).toBe(left); // nothing pans
  drop();
  expect(dropped).toEqual([{ bar: 0, resource: 0, start: 45 }]);
  expect(chart.state.hand!.held).toBeNull();
});

test("near the end of another bar it goes right behind it, on the row of that", async () => {
  drag(1205, 2).drop();
  await later();
  expect(dropped).toEqual([{ bar: 0, resource: 1, start: 1207 }]);
});

test("one try at a time, a tenth of a second apart, and the last place always", async () => {
  drag(60);
  const [x, y] = middleOf(0);
  for (let i = 1; i <= 20; i++) {
    point("pointermove", x + pixels(60 + i * 15), y);
  }
  expect(tried.length).toBe(1);
  await later();
  expect(tried.length).toBe(2);
  expect(tried[1]).toEqual({ bar: 0, resource: 0, start: 360 });
});

test("what is refused is not let go, and says why meanwhile", async () => {
  answer = {
    ...{ lines: ["That resource cannot make this task"], isRefused: true },
    isHarmful: false,
  };
  const { drop } = drag(300, 2);
  await later();
  expect(chart.state.hand!.held?.foretold?.lines).toEqual(answer.lines);
  drop();
  expect(dropped).toEqual([]);
});

test("a bar that may not move stays, and nothing is tried", async () => {
  holds = "The task has begun";
  const { drop } = drag(300, 2);
  await later();
  expect(chart.state.hand!.held).toMatchObject({
    move: { bar: 0, resource: 0, start: 0 },
    foretold: { lines: ["The task has begun"], isRefused: true },
  });
  drop();
  expect([tried, dropped]).toEqual([[], []]);
});

test("Escape gives up", async () => {
  const { drop } = drag(300);
  await later();
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(chart.state.hand!.held).toBeNull();
  drop();
  expect(dropped).toEqual([]);
});

test("back in its place it is no change", () => {
  const { drop } = drag(0);
  drop();
  expect(dropped).toEqual([]);
});

test("a finger pans, and so does a press beside the selected bar", () => {
  drag(200, 0, "touch").drop();
  chart.select(1);
  const [x, y] = middleOf(0);
  point("pointerdown", x, y);
  point("pointermove", x + 80, y);
  point("pointerup", x + 80, y);
  expect([tried, dropped]).toEqual([[], []]);
});
