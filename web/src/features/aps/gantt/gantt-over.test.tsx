import { act, cleanup, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Chart } from "@/gantt/chart";
import { boxOf } from "@/gantt/geometry";
import { samplePlan } from "@/gantt/sample-plan";
import { session } from "@/session/session";
import { looseServer, type Answer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { noDraft, stepped } from "../draft/sample-draft";
import { GanttOver } from "./gantt-over";

let chart: Chart;

beforeEach(() => {
  chart = new Chart(
    samplePlan(
      [
        { resource: 0, part: 0, start: 0, end: 500 },
        { resource: 0, part: 0, start: 600, end: 900, status: 1 },
        { resource: 1, part: 2, start: 600, end: 1200, lock: 2 },
      ],
      { planId: "p1", scheduleId: "s1" },
    ),
    { locale: "en-GB", outside: "Outsourced" },
  );
  chart.resize(1200, 600);
});

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const task = { taskId: "b0", mouldNo: "A", partNo: "P1" };
const late = { mouldNo: "B", nowLate: true };
const effect = {
  ...{ taskCount: 1, segments: [], moulds: [late], parts: [], conflicts: [] },
  ...{ nowLate: 1, rescued: 0, tardiness: 0 },
  tasks: [
    {
      ...{ task, resource: "M2", resourceId: "m2" },
      ...{ was: "2026-03-02T00:00:00Z", start: "2026-03-02T02:00:00Z" },
      end: "2026-03-02T10:20:00Z",
    },
  ],
};

async function show(
  draft = noDraft,
  tries: Answer = { data: effect },
  isOpen = true,
) {
  let stored = draft;
  const sent = looseServer({
    "GET aps/draft/s1": () => ({ data: stored }),
    "POST aps/plan/s1/preview": () => tries,
    "POST aps/draft/s1/add": ({ body }) => {
      stored = stepped(stored, body.changes as object[]);
      return { data: stored };
    },
  });
  await showPage(<GanttOver chart={chart} scheduleId="s1" isOpen={isOpen} />, {
    may: ["aps.schedule.modify"],
  });
  return (path: string) =>
    sent.filter((one) => one.path.endsWith(path)).map(({ body }) => body);
}

const handOf = () =>
  vi.waitFor(() => {
    expect(chart.state.hand).not.toBeNull();
    return chart.state.hand!;
  });

/** Takes a bar and brings it to the row of another one, two hours later. */
async function carry(bar: number, to: number) {
  const hand = await handOf();
  const { view, frame } = chart.state;
  const box = boxOf(chart.model, chart.layout, view, frame, bar)!;
  const row = boxOf(chart.model, chart.layout, view, frame, to)!;
  act(() => {
    hand.takes(bar, box.x);
    hand.moves(box.x + 120 * view.scale, row.y + row.height / 2);
  });
  return hand;
}

test("a bar that is carried is tried on the plan, and becomes a step when it is let go", async () => {
  const sent = await show();
  const hand = await carry(0, 2);
  const change = {
    ...{ kind: "move", taskId: "b0", resourceId: "m2" },
    start: "2026-03-02T02:00:00.000Z",
  };
  await waitFor(() =>
    expect(hand.held?.foretold).toEqual({
      lines: ["2026-03-02 10:00 → 2026-03-02 18:20", "1 mould becomes late: B"],
      ...{ isRefused: false, isHarmful: true },
    }),
  );
  expect(sent("preview")).toEqual([{ planId: "p1", changes: [change] }]);
  act(() => hand.lets());
  await waitFor(() =>
    expect(sent("add")).toEqual([
      { planId: "p1", version: 0, changes: [change] },
    ]),
  );
});

test("what stands in the draft already is tried along", async () => {
  const before = { kind: "lock", taskId: "b2", version: 1 };
  const sent = await show(stepped(noDraft, [before]));
  const hand = await carry(0, 2);
  await waitFor(() => expect(hand.held?.foretold).not.toBeNull());
  expect(sent("preview").at(-1)!.changes).toMatchObject([
    before,
    { kind: "move", taskId: "b0" },
  ]);
});

test("why a machine does not take it is told before it is let go", async () => {
  const sent = await show(noDraft, {
    ...{ status: 409, code: 20000 },
    message: "That resource cannot make this task",
  });
  const hand = await carry(0, 2);
  await waitFor(() =>
    expect(hand.held?.foretold).toMatchObject({
      lines: ["That resource cannot make this task"],
      isRefused: true,
    }),
  );
  act(() => hand.lets());
  expect(sent("add")).toEqual([]);
});

test.each([
  [1, "The task has begun or is finished: it stays"],
  [2, "The task is locked: unlock it first"],
])("bar %i stays in its place, with the reason", async (bar, why) => {
  const sent = await show();
  const hand = await carry(bar, 0);
  expect(hand.held?.foretold?.lines).toEqual([why]);
  act(() => hand.lets());
  expect(sent("preview")).toEqual([]);
});

test.each([
  ["an older plan", noDraft, false],
  ["a draft that is behind", { ...stepped(noDraft, []), behind: true }, true],
] as const)("nothing is carried of %s", async (_what, draft, isOpen) => {
  const sent = await show(draft, { data: effect }, isOpen);
  await waitFor(() => expect(sent("draft/s1")).toHaveLength(1));
  await act(() => new Promise((answered) => setTimeout(answered)));
  expect(chart.state).toMatchObject({ hand: null, over: null });
});

test("the chart is left as it was", async () => {
  await show();
  await handOf();
  cleanup();
  expect(chart.state).toMatchObject({ hand: null, over: null });
});
