import { beforeEach, expect, test } from "vitest";
import {
  batchFor,
  emptyDraft,
  keepDraft,
  keptDraft,
  machineFor,
  reportOf,
  withKept,
  type BatchTurn,
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
  plannedOn: [],
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
  blocked: [],
  pauseReason: 0,
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

const batch = (id: string, own: Partial<BatchTurn>): BatchTurn => ({
  id,
  batchNo: id.toUpperCase(),
  qty: 4,
  state: 1,
  hours: 2,
  status: 0,
  machineId: "",
  realStart: null,
  realEnd: null,
  reportedHours: 0,
  remainingHours: null,
  qtyDone: 0,
  reportId: "",
  reportedAt: null,
  pauseReason: 0,
  ...own,
});

test("a report on a batch adds to its own hours and rests on its own report (APS-TASK-05)", () => {
  const batches = [
    batch("b1", { status: 1, reportedHours: 3, reportId: "r1" }),
    batch("b2", { status: 1, reportedHours: 1, reportId: "r2" }),
    batch("", { qty: 2, status: 0 }),
  ];
  const both: Turn = { ...turn, qty: 10, reportedHours: 4, batches };
  const draft = { ...emptyDraft, batchId: "b2", worked: "30" };
  expect(reportOf(both, draft, 1)).toEqual({
    operationId: "o1",
    batchId: "b2",
    status: 1,
    now: true,
    basedOn: "r2",
    reportedHours: 1.5,
  });
  expect(reportOf(both, { ...emptyDraft, batchId: "b2" }, 3).qtyDone).toBe(4);
  const rest = reportOf(both, { ...emptyDraft, batchId: "" }, 1);
  expect(rest.batchId).toBeUndefined();
  expect(rest.basedOn).toBe("");
});

test("without a choice a report is about the batch that runs, then about the next", () => {
  const finished = batch("b1", { status: 3 });
  const waiting = batch("b2", {});
  const running = batch("b3", { status: 1 });
  const first = (...batches: BatchTurn[]) =>
    batchFor({ ...turn, batches }, emptyDraft)?.id;
  expect(first(finished, waiting, running)).toBe("b3");
  expect(first(finished, waiting)).toBe("b2");
  expect(first()).toBeUndefined();
});

test("what waits for the network stands as it was reported, and the next report rests on it", () => {
  const kept = [
    { ...{ operationId: "o1", status: 2 as const, key: "k1" }, pauseReason: 3 },
    { ...{ operationId: "o1", status: 3 as const, key: "k2" }, qtyDone: 3 },
    { operationId: "o2", status: 1 as const, key: "k3" },
  ];
  expect(withKept(turn, [])).toBe(turn);
  expect(withKept(turn, kept.slice(0, 1))).toMatchObject({
    ...{ status: 2, pauseReason: 3, reportId: "k1" },
    reportedHours: turn.reportedHours,
  });
  expect(withKept(turn, kept)).toMatchObject({
    ...{ status: 3, pauseReason: 0, reportId: "k2", qtyDone: 3 },
  });
  const both: Turn = {
    ...{ ...turn, status: 0 },
    batches: [batch("b1", {}), batch("b2", {})],
  };
  const shown = withKept(both, [
    { operationId: "o1", batchId: "b2", status: 1, key: "k4" },
  ]);
  expect(shown.status).toBe(1);
  expect(shown.batches.map(({ status }) => status)).toEqual([0, 1]);
  expect(reportOf(shown, { ...emptyDraft, batchId: "b2" }, 3).basedOn).toBe(
    "k4",
  );
});
