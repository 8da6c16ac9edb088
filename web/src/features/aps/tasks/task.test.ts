import { expect, test } from "vitest";
import { questionOf, tasksQuery, type TaskChoices } from "./task";

const plan = { id: "s1", planNumber: 0, version: 4 };
const all: TaskChoices = {
  ...{ search: "", lock: 2, scope: "own", state: "", status: -1 },
};

test("the task table asks for what was chosen, and for nothing else", () => {
  expect(questionOf(plan, all, "mouldNo")).toEqual({
    ...{ scheduleId: "s1", lockStatus: 2, scope: "own" },
    ...{ sort: "mouldNo", q: "" },
  });
  expect(
    questionOf(
      { ...plan, planNumber: 3 },
      { search: "M1", lock: 1, scope: "all", state: "late", status: 0 },
      "-plannedEnd",
    ),
  ).toEqual({
    ...{ scheduleId: "s1", planNumber: 3, lockStatus: 1, state: "late" },
    ...{ scope: "all", status: 0, sort: "-plannedEnd", q: "M1" },
  });
});

test.each([
  ...["mouldNo", "partNo", "opNo", "batchNo", "batchQty", "processName"],
  ...["resourceName", "groupName", "plannedStart", "plannedEnd", "priority"],
  ...["latestStart", "latestEnd", "hours"],
])("the server sorts tasks by %s, either way", (key) => {
  expect(questionOf(plan, all, key).sort).toBe(key);
  expect(questionOf(plan, all, `-${key}`).sort).toBe(`-${key}`);
});

test.each(["", "colour", "--hours", "-", "hours-"])(
  "an order that the server does not know, %j, is that of the plan",
  (sort) => {
    expect(questionOf(plan, all, sort).sort).toBe("plannedStart");
  },
);

test("the next page is asked for while there are more tasks than are shown", () => {
  const { getNextPageParam } = tasksQuery(questionOf(plan, all, ""), 4);
  const next = (total: number, pages: number) => {
    const last = { rows: [], total, tasks: total, page: 1, size: 50 };
    return getNextPageParam(
      last,
      Array.from({ length: pages }, () => last),
      pages,
      [],
    );
  };
  expect(next(50, 1)).toBeUndefined();
  expect(next(51, 1)).toBe(2);
  expect(next(100, 2)).toBeUndefined();
  expect(next(101, 2)).toBe(3);
  expect(next(0, 1)).toBeUndefined();
});
