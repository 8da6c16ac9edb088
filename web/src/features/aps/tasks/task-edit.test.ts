import { expect, test } from "vitest";
import {
  changesOf,
  clashesOf,
  faultsOf,
  isLocked,
  leadOf,
  lockRefusalOf,
  locksOf,
  numberOf,
  refusalOf,
  withEdit,
  type EditableTask,
  type TaskEdit,
} from "./task-edit";

const free = {
  ...{ taskId: "t1", mouldNo: "M1", partNo: "P1", opNo: 10, segment: 0 },
  ...{ status: 0, carried: false, scheduled: true, batchNo: "", version: 4 },
  ...{ recordHours: 8, setupHours: 1, lock: 0, onMachine: true },
  ...{ outsourced: false, supplierId: "", leadDays: 0 },
  ...{ batches: false, ordered: false },
} as EditableTask;

const away = {
  ...free,
  ...{ outsourced: true, onMachine: false, supplierId: "s1", leadDays: 3 },
};

const suppliers = [
  { id: "s1", name: "One" },
  { id: "s2", name: "Two" },
];

const kept = (edit: TaskEdit, task = free) => ({ task, edit, was: {} });

const kinds = ["lock", "unlock", "hours", "outsource"] as const;

test.each<[string, Partial<EditableTask>, TaskEdit, string]>([
  ["a free task", {}, {}, "- notLocked - -"],
  ["one of people", { onMachine: false }, {}, "noMachine notLocked - -"],
  ["one outside", away, {}, "noMachine notLocked outside -"],
  ["locked to its machine", { lock: 1 }, {}, "- - - -"],
  ["locked with its times", { lock: 2 }, {}, "isLocked - locked locked"],
  ["about to be unlocked", { lock: 2 }, { lock: 0 }, "- notLocked - -"],
  ["about to be locked", {}, { lock: 2 }, "isLocked - - willLock"],
  ["about to go out", {}, { supplierId: "s1" }, "noMachine notLocked - -"],
  ["with an order", { ordered: true }, {}, "- notLocked - ordered"],
  ["begun", { status: 1 }, {}, "begun begun begun begun"],
  ["finished", { status: 3 }, {}, "begun begun begun begun"],
  ["of batches", { batches: true }, {}, "batches batches batches batches"],
  ["of a batch", { batchNo: "B1" }, {}, "batches batches batches batches"],
  ["implied", { version: 0 }, {}, "implied implied implied implied"],
  ["cut", { segment: 2 }, {}, "cut cut cut cut"],
  ["carried", { carried: true }, {}, "carried carried carried carried"],
  [
    ...(["without a place", { scheduled: false }, {}] as const),
    "unscheduled unscheduled unscheduled unscheduled",
  ],
])("APS-TASK-09: what %s takes, and why not", (_what, change, edit, want) => {
  const task = { ...free, ...change };
  expect(
    kinds
      .map((kind) => refusalOf(kind, task, edit, suppliers) ?? "-")
      .join(" "),
  ).toBe(want);
});

test("APS-TASK-09: nothing goes outside where the plan knows no supplier", () => {
  expect(refusalOf("outsource", free, {}, [])).toBe("noSuppliers");
});

test("APS-TASK-09: the lock of a task has the values that the server can give it", () => {
  const locks = (change: Partial<EditableTask>, edit: TaskEdit = {}) =>
    locksOf({ ...free, ...change }, edit).join("");
  expect(locks({})).toBe("02");
  expect(locks({ lock: 1 })).toBe("012");
  expect(locks({ lock: 2 })).toBe("02");
  expect(locks({ onMachine: false })).toBe("0");
  expect(locks({}, { supplierId: "s1" })).toBe("0");
  expect(lockRefusalOf(free, {})).toBeNull();
  expect(lockRefusalOf({ ...free, lock: 2 }, {})).toBeNull();
  expect(lockRefusalOf({ ...free, onMachine: false }, {})).toBe("noMachine");
  expect(lockRefusalOf({ ...free, status: 1, lock: 1 }, {})).toBe("begun");
});

test("APS-TASK-09: what is put back is no edit, and the days of one supplier are not those of another", () => {
  expect(withEdit(free, {}, { hours: "9" })).toEqual({ hours: "9" });
  // On the way to 8.5: it must not vanish while it is typed.
  expect(withEdit(free, {}, { hours: "8." })).toEqual({ hours: "8." });
  expect(withEdit(free, { hours: "9" }, { hours: "8" })).toEqual({});
  expect(withEdit(free, { lock: 2 }, { lock: 0 })).toEqual({});
  const other = withEdit(away, {}, { supplierId: "s2" });
  expect(leadOf(away, {})).toBe("3");
  expect(leadOf(away, other)).toBe("");
  expect(withEdit(away, other, { leadDays: "3" })).toEqual({
    ...{ supplierId: "s2", leadDays: "3" },
  });
  expect(withEdit(away, {}, { leadDays: "3" })).toEqual({});
});

test("APS-TASK-09: edits become changes in the order in which the server can make them", () => {
  const all = kept(
    { lock: 0, hours: "6,5", supplierId: "s1", leadDays: "1.5" },
    { ...free, lock: 2 },
  );
  expect(changesOf(all)).toEqual([
    { kind: "unlock", taskId: "t1", version: 4 },
    { kind: "hours", taskId: "t1", version: 4, minutes: 390 },
    {
      ...{ kind: "outsource", taskId: "t1", version: 4, resourceId: "s1" },
      minutes: 2160,
    },
  ]);
  expect(
    changesOf(kept({ lock: 2, hours: "6" })).map(({ kind }) => kind),
  ).toEqual(["hours", "lock"]);
  // Another supplier, who takes the days that are usual there; and other days at the same one.
  expect(changesOf(kept({ supplierId: "s2" }, away))).toMatchObject([
    { resourceId: "s2", minutes: 0 },
  ]);
  expect(changesOf(kept({ leadDays: "4" }, away))).toMatchObject([
    { resourceId: "s1", minutes: 5760 },
  ]);
});

test.each<[string, TaskEdit, string, EditableTask?]>([
  ["no more than the set-up", { hours: "1" }, "hours"],
  ["more than that", { hours: "1.1" }, ""],
  ["nothing", { hours: "" }, "hours"],
  ["words", { hours: "six" }, "hours"],
  ["the most hours", { hours: "5000" }, ""],
  ["too many", { hours: "5000.1" }, "hours"],
  ["days for nobody", { leadDays: "3" }, "supplier"],
  ["a supplier", { supplierId: "s1" }, ""],
  ["days of a year", { supplierId: "s1", leadDays: "365" }, ""],
  ["too many days", { supplierId: "s1", leadDays: "366" }, "lead"],
  ["days that are none", { supplierId: "s1", leadDays: "x" }, "lead"],
  ["days below zero", { leadDays: "-1" }, "lead", away],
  ["days at the supplier", { leadDays: "2" }, "", away],
])("APS-TASK-13: %s can be tried or not", (_what, edit, want, task = free) => {
  expect(faultsOf(kept(edit, task)).join(" ")).toBe(want);
});

test("APS-TASK-11: a lock that is to go counts no more, one that is to come does not count yet", () => {
  expect(isLocked(kept({}, { ...free, lock: 1 }))).toBe(true);
  expect(isLocked(kept({ lock: 2 }, { ...free, lock: 1 }))).toBe(true);
  expect(isLocked(kept({ lock: 0 }, { ...free, lock: 2 }))).toBe(false);
  expect(isLocked(kept({ lock: 2 }))).toBe(false);
});

test("APS-TASK-09: a value that somebody else has changed since it was typed over is told, others are not", () => {
  const one = { task: free, edit: { hours: "9" }, was: { hours: "8" } };
  expect(clashesOf(one)).toEqual([]);
  const task = { ...free, version: 5 };
  expect(clashesOf({ ...one, task: { ...task, lock: 1 } })).toEqual([]);
  expect(clashesOf({ ...one, task: { ...task, recordHours: 6 } })).toEqual([
    "hours",
  ]);
});

test("numbers are read with a comma or a point, and nothing is no number", () => {
  expect([" 1.5 ", "1,5", "", " ", "x"].map(numberOf)).toEqual([
    ...[1.5, 1.5, NaN, NaN, NaN],
  ]);
});
