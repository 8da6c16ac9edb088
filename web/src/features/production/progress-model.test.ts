import { beforeEach, expect, test } from "vitest";
import {
  emptyDraft,
  keepDraft,
  keptDraft,
  machineFor,
  reportOf,
  type Turn,
} from "./progress-model";

const turn: Turn = {
  operationId: "o1",
  mouldId: "m1",
  mouldNo: "M1",
  mouldName: "",
  delivery: null,
  partNo: "P1",
  partName: "",
  kind: 1,
  qty: 3,
  opNo: 10,
  branch: "",
  process: "CNC",
  group: "",
  machineIds: ["a", "b"],
  plannedMachine: "b",
  plannedStart: null,
  plannedEnd: null,
  late: false,
  hours: 4,
  status: 1,
  machineId: "",
  realStart: null,
  realEnd: null,
  reportedHours: 1.5,
  remainingHours: null,
  qtyDone: 1,
  reportId: "r1",
  reportedAt: null,
  waits: [],
  batches: [],
};

beforeEach(() => localStorage.clear());

test("minutes worked are added to what is reported already", () => {
  const draft = { ...emptyDraft, worked: "30", remaining: "90 min" };
  expect(reportOf(turn, draft, 2)).toEqual({
    operationId: "o1",
    status: 2,
    now: true,
    basedOn: "r1",
    reportedHours: 2,
    remainingHours: 1.5,
  });
});

test("finishing leaves nothing over and counts every piece", () => {
  const draft = { ...emptyDraft, remaining: "90" };
  expect(reportOf(turn, draft, 3)).toEqual({
    operationId: "o1",
    status: 3,
    now: true,
    basedOn: "r1",
    qtyDone: 3,
  });
  const own = { ...emptyDraft, qtyDone: "2" };
  expect(reportOf(turn, own, 3).qtyDone).toBe(2);
});

test("an undone report says nothing else", () => {
  const draft = { ...emptyDraft, worked: "30", machineId: "a" };
  expect(reportOf(turn, draft, 0)).toEqual({
    operationId: "o1",
    status: 0,
    now: true,
    basedOn: "r1",
  });
});

test("the machine is the one where it runs, else here, else where it is planned", () => {
  expect(machineFor({ ...turn, machineId: "c" }, "a")).toBe("c");
  expect(machineFor(turn, "a")).toBe("a");
  expect(machineFor(turn, "elsewhere")).toBe("b");
  expect(machineFor({ ...turn, plannedMachine: "" }, "")).toBe("");
  expect(
    machineFor({ ...turn, plannedMachine: "", machineIds: ["x"] }, ""),
  ).toBe("x");
});

test("what was typed is kept until it is sent", () => {
  keepDraft("o1", { ...emptyDraft, worked: "45" });
  expect(keptDraft("o1").worked).toBe("45");
  expect(keptDraft("o2")).toEqual(emptyDraft);
  keepDraft("o1", emptyDraft);
  expect(localStorage.length).toBe(0);
});
