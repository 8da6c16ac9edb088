import { expect, test } from "vitest";
import { isAhead, mayNow, stateOf, type Verb } from "./schedule";

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

test("any state may be simulated and made the default; only a published one is planned again", () => {
  for (const status of [0, 1, 2, 3] as const) {
    const one = { status, simulation: false, planNumber: 2, inForceNumber: 2 };
    expect(mayNow("simulate", one)).toBe(true);
    expect(mayNow("default", one)).toBe(true);
    expect(mayNow("again", one)).toBe(status === 3);
  }
});

test("a schedule is ahead when it is published and has a newer plan than the one in force", () => {
  for (const [status, planNumber, inForceNumber, is] of [
    [3, 2, 1, true],
    [3, 2, 2, false],
    [2, 2, 1, false],
  ] as const) {
    expect(isAhead({ status, planNumber, inForceNumber })).toBe(is);
  }
});

test("a row shows the state of its run while there is one, else its own", () => {
  const at = (more: object) =>
    stateOf({ run: null, runStatus: 2, status: 3, ...more } as never);
  expect(at({})).toBe("status3");
  expect(at({ status: 0 })).toBe("status0");
  expect(at({ run: { queued: false } })).toBe("run2");
  expect(at({ run: { queued: true } })).toBe("runQueued");
});
