import { expect, test } from "vitest";
import { fakeServer } from "../../../../testing/fake-server";
import {
  keepOf,
  kindsFor,
  permissionsOf,
  previewOf,
  taskOf,
  type Changeable,
  type ScheduleTask,
} from "./preview";

const task: ScheduleTask = {
  taskId: "t1",
  version: 3,
  recordHours: 4,
  setupHours: 0.5,
  supplierId: "",
  leadDays: 0,
  batches: false,
  ordered: false,
};
const machine: Changeable = {
  kind: "machine",
  lock: 0,
  isBegun: false,
  isWhole: true,
  hasSuppliers: true,
  task,
};

test.each<[string, Partial<Changeable>, string]>([
  ["a task on a machine", {}, "move lock hours outsource split overtime"],
  ["work that has begun", { isBegun: true }, ""],
  [
    "locked to its machine",
    { lock: 1 },
    "move lock unlock hours outsource split overtime",
  ],
  ["locked to machine and times", { lock: 2 }, "unlock overtime"],
  ["a task of people", { kind: "people" }, "move hours outsource overtime"],
  ["a task outside", { kind: "outside" }, "move outsource"],
  ["a part of a task that is cut", { isWhole: false }, "move overtime"],
  [
    "no supplier makes it",
    { hasSuppliers: false },
    "move lock hours split overtime",
  ],
  ["its operation is not known yet", { task: null }, "move split overtime"],
  [
    "a step without a record",
    { task: { ...task, version: 0 } },
    "move split overtime",
  ],
  [
    "the first version of its record",
    { task: { ...task, version: 1 } },
    "move lock hours outsource split overtime",
  ],
  [
    "an operation in batches",
    { task: { ...task, batches: true } },
    "move split overtime",
  ],
  [
    "ordered at a supplier",
    { task: { ...task, ordered: true } },
    "move lock hours split overtime",
  ],
])("%s: what a planner is offered", (_, change, kinds) => {
  expect(kindsFor({ ...machine, ...change }).join(" ")).toBe(kinds);
});

test("what belongs into a record asks for its own permission, too", () => {
  for (const kind of ["move", "split"] as const) {
    expect(permissionsOf(kind)).toEqual(["aps.schedule.modify"]);
  }
  expect(permissionsOf("overtime")).toEqual([
    "aps.schedule.modify",
    "system.resourceException.add",
  ]);
  for (const kind of ["lock", "unlock", "hours", "outsource"] as const) {
    expect(permissionsOf(kind)).toEqual([
      "aps.schedule.modify",
      "capp.operation.modify",
    ]);
  }
});

test("changes are tried on the plan that is shown, and kept there", async () => {
  const sent = fakeServer({
    "POST aps/plan/s1/preview": () => ({ data: {} }),
    "POST aps/schedule/task/update": () => ({ data: { id: "s1" } }),
  });
  const changes = [{ kind: "lock" as const, taskId: "t1" }];
  await previewOf("s1", "p7", changes);
  await keepOf("s1", "p7", changes);
  expect(sent.map(({ body }) => body)).toEqual([
    { planId: "p7", changes },
    { scheduleId: "s1", planId: "p7", changes },
  ]);
});

test("a task is asked for by itself; one that the schedule has no more is none", async () => {
  const rows: object[] = [task];
  const sent = fakeServer({
    "POST aps/schedule/task/getList": () => ({ data: { rows } }),
  });
  expect(await taskOf("s1", "t1")).toEqual(task);
  rows.pop();
  expect(await taskOf("s1", "t1")).toBeNull();
  expect(sent[0]!.body).toEqual({ scheduleId: "s1", taskIds: ["t1"] });
});
