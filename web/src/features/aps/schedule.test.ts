import { expect, test } from "vitest";
import { mayNow, type Verb } from "./schedule";

const verbs: Verb[] = ["run", "edit", "rename", "delete", "cancel", "publish"];
const now = (status: 0 | 1 | 2 | 3, inForceNumber = 2) =>
  verbs.filter((verb) =>
    mayNow(verb, { status, simulation: false, planNumber: 2, inForceNumber }),
  );

test("a schedule offers what its state allows", () => {
  expect(now(0)).toEqual(["run", "edit", "rename", "delete"]);
  expect(now(1)).toEqual(["rename", "cancel"]);
  expect(now(2)).toEqual(["run", "edit", "rename", "delete", "publish"]);
  expect(now(3)).toEqual(["run", "rename"]);
  // A newer version than the one in force waits.
  expect(now(3, 1)).toEqual(["run", "edit", "rename", "publish"]);
});

test("a simulation is never published and never the default", () => {
  const done = {
    status: 2,
    simulation: true,
    planNumber: 1,
    inForceNumber: 0,
  } as const;
  expect(mayNow("publish", done)).toBe(false);
  expect(mayNow("default", done)).toBe(false);
  expect(mayNow("run", done)).toBe(true);
});
