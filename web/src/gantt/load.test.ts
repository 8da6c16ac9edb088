import { expect, test } from "vitest";
import { loadBetween, loadOf } from "./load";

const start = Int32Array.from([0, 50, 200]);
const end = Int32Array.from([100, 150, 300]);
const load = loadOf([0, 1, 2], start, end, 2);

test("the load is the mean share of the capacity in use", () => {
  expect(loadBetween(load, 0, 50)).toBe(0.5);
  expect(loadBetween(load, 50, 100)).toBe(1);
  expect(loadBetween(load, 0, 150)).toBeCloseTo(200 / 300);
  expect(loadBetween(load, 150, 200)).toBe(0);
  expect(loadBetween(load, 250, 350)).toBe(0.25);
});

test("outside its bars, and of no bars, it is nothing", () => {
  expect(loadBetween(load, -100, 0)).toBe(0);
  expect(loadBetween(load, 300, 400)).toBe(0);
  expect(loadBetween(loadOf([], start, end, 1), 0, 10)).toBe(0);
});
