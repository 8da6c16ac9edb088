import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { ProblemTasks } from "./problem-tasks";

const rule = (code: number) => ({
  code,
  words: { zh: `规则 ${code}`, en: `rule ${code}` },
  with: "",
  hours: 0,
});

const task = (change: object) => ({
  taskId: JSON.stringify(change),
  mouldNo: "M1",
  partNo: "P1",
  batchNo: "",
  opNo: 10,
  segment: 0,
  processName: "CNC",
  groupName: "CNC",
  resourceName: "C1",
  plannedStart: "2026-03-02T00:00:00Z",
  plannedEnd: "2026-03-02T01:00:00Z",
  reason: "",
  reasonCode: 0,
  marks: [],
  conflicts: [],
  ...change,
});

const lists: Record<string, ReturnType<typeof task>[]> = {
  unscheduled: [1, 2, 3, 4, 5, 6].map((reasonCode) =>
    task({ reasonCode, reason: `reason ${reasonCode}` }),
  ),
  conflict: [
    ...[1, 2, 3, 4, 5].map((code) => task({ conflicts: [rule(code)] })),
    task({
      conflicts: [{ ...rule(1), with: "M2/P1/10", hours: 34 }, rule(2)],
    }),
  ],
  marked: [task({ marks: ["coarse"] }), task({ marks: ["breaksSpec"] })],
  assumed: [task({ groupName: "EDM", resourceName: "EDM01" })],
};

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

test("every reason, every conflict and every mark says what to do; missing data are listed by kind", async () => {
  fakeServer({
    "POST aps/task/plan/query": ({ body }) => {
      const rows = lists[body.state as string]!;
      return { data: { rows, total: rows.length } };
    },
    "POST aps/exe/job/getEvaluate": () => ({
      data: {
        unplanned: [
          {
            mouldId: "m9",
            mouldNo: "M9",
            state: "notPlanned",
            reason: 101,
            words: { zh: "没有工序", en: "No operations" },
            unscheduled: 0,
          },
        ],
        hints: [
          {
            kind: "size",
            mouldNo: "M1",
            partNo: "P7",
            batchNo: "",
            opNo: 0,
            machine: "",
            missing: ["length", "weight"],
            at: null,
          },
        ],
        hintCounts: [{ kind: "size", count: 1 }],
      },
    }),
  });
  await showPage(<ProblemTasks of={{ id: "s", version: 1, planNumber: 0 }} />, {
    may: [],
  });
  await screen.findByText("reason 6");
  await screen.findByText("rule 5");
  const remedies = (heading: RegExp) => {
    const section = screen.getByRole("heading", {
      name: heading,
    }).parentElement!;
    return within(section)
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell").at(-1)!.textContent);
  };
  for (const [heading, count] of [
    [/^Unscheduled/, 6],
    [/^Conflicts/, 6],
    [/^Against/, 2],
  ] as const) {
    const said = remedies(heading);
    expect(said).toHaveLength(count);
    expect(new Set(said).size).toBe(count);
    expect(said.every((words) => words.length > 20)).toBe(true);
  }
  // Each rule that a task breaks, and what to do about it, in the same order.
  const both = screen
    .getByText("rule 1 (M2/P1/10), 34 h")
    .closest("tr")!.textContent;
  expect(both).toContain("rule 1 (M2/P1/10), 34 hrule 2Move one of");
  expect(both).toContain("Move the task, or add overtime there.");
  // The column is called what it holds: a group where there is no place yet.
  const named = (heading: RegExp) => {
    const table = within(
      screen.getByRole("heading", { name: heading }).parentElement!,
    );
    const at = (role: string) => table.getAllByRole(role);
    return [at("columnheader")[2]!.textContent, at("cell")[1]!.textContent];
  };
  expect(named(/^Unscheduled/)).toEqual(["Resource group", "CNC"]);
  expect(named(/^Conflicts/)).toEqual(["Resource", "C1"]);
  expect(named(/assumed date/)).toEqual(["Resource", "EDM01"]);
  const mould = await screen.findByRole("rowheader", { name: "M9" });
  expect(mould.parentElement!.textContent).toBe(
    "M9unscheduledNo operations0Enter or import the operations of the mould, or leave it out of the schedule.",
  );
  const hint = await screen.findByText("M1 / P7");
  expect(hint.nextElementSibling?.textContent).toBe("length, weight");
});
