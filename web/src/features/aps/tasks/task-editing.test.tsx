import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer } from "../../../../testing/fake-server";
import { PushLine } from "../../../../testing/push-line";
import { showPage } from "../../../../testing/show-page";
import { TaskTable } from "./task-table";
import { noDraft, stepped } from "../draft/sample-draft";

const task = {
  ...{ taskId: "t1", mouldNo: "M1", partNo: "P1", opNo: 10, segment: 0 },
  ...{ marks: [], conflicts: [], status: 0, lockStatus: 0, camStatus: 0 },
  ...{ sourceFlag: 0, carried: false, scheduled: true, batchNo: "" },
  ...{ version: 4, hours: 8, recordHours: 8, setupHours: 0, lock: 0 },
  ...{ onMachine: true, outsourced: false, supplierId: "", leadDays: 0 },
  ...{ batches: false, ordered: false, processName: "Milling" },
  ...{ sectionName: "CNC", groupName: "CNC", resourceName: "C1" },
};
const second = { ...task, taskId: "t2", opNo: 20, version: 7 };

const effect = {
  ...{ tasks: [], taskCount: 2, segments: [], moulds: [], parts: [] },
  ...{ nowLate: 1, rescued: 0, tardiness: 60, conflicts: [] },
};

const editors = [
  ...["aps.schedule.check", "aps.schedule.modify", "capp.operation.modify"],
];

interface Shop {
  rows: object[];
  planId: string;
  version: number;
}

async function show({
  rows = [task, second] as object[],
  may = editors,
  at = "/aps/schedule/s1/tasks",
  schedule = {},
  draft = noDraft,
  keep = (): { data: unknown } => ({ data: { id: "s1", version: 2 } }),
} = {}) {
  const shop: Shop = { rows, planId: "p1", version: 1 };
  const sent = looseServer({
    "POST aps/exe/job/query": () => ({
      data: {
        total: 1,
        rows: [
          {
            ...{ id: "s1", version: shop.version, name: "Plan", status: 2 },
            ...{ tasks: 2, planNumber: 1, inForceNumber: 1 },
            ...schedule,
          },
        ],
      },
    }),
    "GET aps/plan/s1/versions": () => ({
      data: { rows: [{ planId: "p2", planNumber: 2 }, { planNumber: 1 }] },
    }),
    "POST aps/schedule/task/getList": ({ body }) => {
      const ids = body.taskIds as string[] | undefined;
      const found = shop.rows.filter(
        (row) =>
          (!ids || ids.includes((row as typeof task).taskId)) &&
          body.status !== 3,
      );
      const { planId } = shop;
      return {
        data: {
          ...{ rows: found, total: found.length, tasks: found.length },
          ...{ page: 1, size: 50, planId },
          suppliers: [{ id: "s9", name: "Hardening" }],
        },
      };
    },
    "POST aps/task/plan/query": () => ({
      data: { rows: shop.rows, total: 2, tasks: 2 },
    }),
    "POST aps/plan/s1/preview": () => ({ data: effect }),
    "GET aps/draft/s1": () => ({ data: draft }),
    "POST aps/draft/s1/add": ({ body }) => ({
      data: stepped(draft, body.changes as object[]),
    }),
    "POST aps/schedule/task/update": () => keep(),
    "GET upms/preference/layout.aps.task": () => ({ data: { value: null } }),
    "GET upms/preference/views.aps.task": () => ({ data: { value: null } }),
  });
  const shown = await showPage(<TaskTable />, {
    at,
    path: "/aps/schedule/:id?/tasks",
    may,
  });
  return {
    ...shown,
    shop,
    to: (path: string) => sent.filter((one) => one.path.endsWith(path)),
    /** Somebody else has changed the plan: the push says so. */
    replan: async (change: Partial<Shop>) => {
      await waitFor(() => expect(PushLine.last).not.toBeNull());
      Object.assign(shop, { version: shop.version + 1, ...change });
      PushLine.say("signal", {
        topic: "changed",
        data: { entity: "schedule" },
      });
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  session.clear();
});

const hoursOf = (name: string) =>
  screen.findByRole("textbox", { name: new RegExp(`^Hours of ${name}`) });
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole("button", { name }));
const type = async (name: string, value: string) =>
  fireEvent.change(await hoursOf(name), { target: { value } });
const boxes = () =>
  screen.getAllByRole("checkbox", { name: "Select this row" });

test("APS-TASK-09: saving without a ticked row asks to check the data, in either language; edited rows that are not ticked stay as they are", async () => {
  const { to } = await show();
  await hoursOf("M1/P1/10");
  await press("Save");
  expect(
    await screen.findByText("Check the data before saving"),
  ).toBeInTheDocument();
  await type("M1/P1/10", "9");
  // Edited, it is ticked by itself; the planner unticks it.
  expect(boxes()[0]).toBeChecked();
  fireEvent.click(boxes()[0]!);
  await act(() => switchLanguage("zh"));
  await press(/^保\s?存$/);
  expect(await screen.findByText("请先勾选要保存的数据")).toBeInTheDocument();
  const field = screen.getByRole("textbox", { name: /^M1\/P1\/10 的工时/ });
  expect(field).toHaveValue("9");
  expect(field).toHaveAttribute("data-changed");
  expect(to("preview")).toEqual([]);
  expect(to("update")).toEqual([]);
});

test("APS-TASK-09: the ticked rows alone are tried and saved in one call, the others stay edited", async () => {
  const { to } = await show();
  await type("M1/P1/10", "9");
  await type("M1/P1/20", "6.5");
  fireEvent.change(
    screen.getByRole("combobox", { name: /^Lock of M1\/P1\/10/ }),
    { target: { value: "2" } },
  );
  fireEvent.click(boxes()[1]!);
  await press("Save");
  expect(
    await screen.findByText("Moulds that become late: 1"),
  ).toBeInTheDocument();
  expect(to("update")).toEqual([]);
  await press("Keep as a new plan");
  expect(
    await screen.findByText(/^1 task saved and a new plan kept/),
  ).toBeInTheDocument();
  expect(to("update").map(({ body }) => body)).toEqual([
    {
      ...{ scheduleId: "s1", planId: "p1" },
      changes: [
        { kind: "hours", taskId: "t1", version: 4, minutes: 540 },
        { kind: "lock", taskId: "t1", version: 4 },
      ],
    },
  ]);
  expect(
    screen.getByRole("link", { name: "See it in the Gantt" }),
  ).toHaveAttribute("href", "/aps/schedule/s1/gantt");
  expect(await hoursOf("M1/P1/20")).toHaveValue("6.5");
  expect(await hoursOf("M1/P1/10")).toHaveValue("8");
  expect(screen.getByText("0 ticked, 1 edited")).toBeInTheDocument();
});

test("APS-TASK-09: all ticked rows stand in the one call, what is not ticked in none", async () => {
  const third = { ...task, taskId: "t3", opNo: 30, version: 9 };
  const { to } = await show({ rows: [task, second, third] });
  await type("M1/P1/10", "9");
  await type("M1/P1/20", "6.5");
  await type("M1/P1/30", "7");
  fireEvent.click(boxes()[2]!);
  await press("Save");
  await screen.findByText("What saving 2 tasks does");
  await press("Keep as a new plan");
  await screen.findByText(/^2 tasks saved and a new plan kept/);
  expect(to("update").map(({ body }) => body)).toEqual([
    {
      ...{ scheduleId: "s1", planId: "p1" },
      changes: [
        { kind: "hours", taskId: "t1", version: 4, minutes: 540 },
        { kind: "hours", taskId: "t2", version: 7, minutes: 390 },
      ],
    },
  ]);
  expect(await hoursOf("M1/P1/30")).toHaveValue("7");
});

test("APS-TASK-09: what was inspected is saved at once; another value is inspected again", async () => {
  const { to } = await show();
  await type("M1/P1/10", "9");
  await press("Inspect");
  await screen.findByText("Inspection of 1 task");
  await type("M1/P1/10", "10");
  expect(screen.queryByText("Inspection of 1 task")).not.toBeInTheDocument();
  await press("Save");
  await screen.findByText("What saving 1 task does");
  expect(to("update")).toEqual([]);
  await press("Save");
  await waitFor(() => expect(to("update")).toHaveLength(1));
  expect(to("preview").map(({ body }) => body.changes)).toMatchObject([
    [{ minutes: 540 }],
    [{ minutes: 600 }],
  ]);
});

test.each(["Lock", "Unlock", /^Hours/, /^Outsource/, "Inspect"])(
  "APS-TASK-10: %s without a ticked task asks for one",
  async (name) => {
    await show();
    await hoursOf("M1/P1/10");
    await press(name);
    expect(
      await screen.findByText("Please select the task before proceeding"),
    ).toBeInTheDocument();
  },
);

test("APS-TASK-10: in Chinese too", async () => {
  await show();
  await hoursOf("M1/P1/10");
  await act(() => switchLanguage("zh"));
  await press(/^检\s?测$/);
  expect(await screen.findByText("请先选择任务")).toBeInTheDocument();
});

test("APS-TASK-11: a locked task is not inspected and is named; taken off in the table, its lock is no hindrance", async () => {
  const { to } = await show({ rows: [{ ...task, lock: 2 }, second] });
  await hoursOf("M1/P1/20");
  fireEvent.click(boxes()[0]!);
  await type("M1/P1/20", "6");
  await press("Inspect");
  const alert = (
    await screen.findByText("Task must be unlocked before inspection")
  ).closest<HTMLElement>("[role=alert]")!;
  expect(within(alert).getByText("M1/P1/10")).toBeInTheDocument();
  expect(to("preview")).toEqual([]);
  await act(() => switchLanguage("zh"));
  expect(screen.getByText("任务须先解锁才能检测")).toBeInTheDocument();
  await act(() => switchLanguage("en"));
  fireEvent.change(
    screen.getByRole("combobox", { name: /^Lock of M1\/P1\/10/ }),
    { target: { value: "0" } },
  );
  await press("Inspect");
  await screen.findByText("Inspection of 2 tasks");
  expect(to("preview")[0]!.body).toEqual({
    planId: "p1",
    changes: [
      { kind: "unlock", taskId: "t1", version: 4 },
      { kind: "hours", taskId: "t2", version: 7, minutes: 360 },
    ],
  });
  expect(to("update")).toEqual([]);
});

test("APS-TASK-10: an action changes the ticked tasks that take it and names the others", async () => {
  await show({ rows: [task, { ...second, status: 1 }] });
  await hoursOf("M1/P1/10");
  boxes().forEach((box) => fireEvent.click(box));
  await press("Lock");
  expect(
    await screen.findByText("M1/P1/20: It has begun or is finished"),
  ).toBeInTheDocument();
  expect(
    screen.getByRole("combobox", { name: /^Lock of M1\/P1\/10/ }),
  ).toHaveValue("2");
  await press("Unlock");
  expect(
    screen.getByRole("combobox", { name: "Lock of M1/P1/10" }),
  ).toHaveValue("0");
  await press(/^Hours/);
  fireEvent.change(screen.getByLabelText("Hours, with set-up"), {
    target: { value: "12" },
  });
  await press("Apply to the ticked tasks");
  expect(await hoursOf("M1/P1/10")).toHaveValue("12");
});

test("APS-TASK-13: outsourcing without a supplier says what is missing, applied to several and typed into a row", async () => {
  const { to } = await show();
  await hoursOf("M1/P1/10");
  fireEvent.click(boxes()[0]!);
  await press(/^Outsource/);
  await press("Apply to the ticked tasks");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Choose a supplier",
  );
  await press("Close");
  fireEvent.change(
    screen.getByRole("textbox", { name: /^Lead time of M1\/P1\/10/ }),
    { target: { value: "3" } },
  );
  await press("Save");
  expect(
    await screen.findByText("Choose a supplier: M1/P1/10"),
  ).toBeInTheDocument();
  expect(to("preview")).toEqual([]);
  fireEvent.change(
    screen.getByRole("combobox", { name: /^Supplier of M1\/P1\/10/ }),
    { target: { value: "s9" } },
  );
  await press("Save");
  await screen.findByText("What saving 1 task does");
  expect(to("preview")[0]!.body.changes).toEqual([
    {
      ...{ kind: "outsource", taskId: "t1", version: 4 },
      ...{ resourceId: "s9", minutes: 4320 },
    },
  ]);
});

test("APS-TASK-09: what somebody else has changed is told, typed values stay, and the planner chooses", async () => {
  const { to, replan } = await show();
  await type("M1/P1/10", "9");
  await replan({
    planId: "p2",
    rows: [{ ...task, version: 5, recordHours: 6 }, second],
  });
  expect(
    await screen.findByText("M1/P1/10: Hours was 8, is now 6; you entered 9"),
  ).toBeInTheDocument();
  expect(await hoursOf("M1/P1/10")).toHaveValue("9");
  await press("Save");
  expect(
    await screen.findByText("Decide which values to keep first"),
  ).toBeInTheDocument();
  expect(to("preview")).toEqual([]);
  await press("Keep mine");
  await press("Save");
  await screen.findByText("What saving 1 task does");
  expect(to("preview")[0]!.body).toEqual({
    planId: "p2",
    changes: [{ kind: "hours", taskId: "t1", version: 5, minutes: 540 }],
  });
});

test("APS-TASK-09: a save that the server refuses names the task and loses nothing", async () => {
  const refusal = {
    ...{ status: 422, code: 422, message: "no" },
    data: [
      {
        ...{ field: "changes.0.minutes", rule: "range", message: "too few" },
        texts: { zh: "太少", en: "too few" },
      },
    ],
  };
  await show({ keep: () => refusal });
  await type("M1/P1/10", "9");
  await press("Save");
  await screen.findByText("What saving 1 task does");
  await press("Keep as a new plan");
  expect(await screen.findByText("M1/P1/10: too few")).toBeInTheDocument();
  expect(await hoursOf("M1/P1/10")).toHaveValue("9");
  expect(boxes()[0]).toBeChecked();
});

test("APS-TASK-09: filters and reload take no typed value away, and leaving asks", async () => {
  const { router } = await show();
  await type("M1/P1/10", "9");
  await act(() => router.navigate("/aps/schedule/s1/tasks?f.status=3"));
  await screen.findByText("No task matches.");
  expect(screen.getByText("1 ticked, 1 edited")).toBeInTheDocument();
  await act(() => router.navigate("/aps/schedule/s1/tasks"));
  expect(await hoursOf("M1/P1/10")).toHaveValue("9");
  await act(() => router.navigate("/elsewhere"));
  await screen.findByRole("button", { name: "Keep editing" });
  expect(router.state.location.pathname).toBe("/aps/schedule/s1/tasks");
  await press("Keep editing");
  expect(await hoursOf("M1/P1/10")).toHaveValue("9");
});

test("APS-TASK-09: by keyboard a cell is entered with Enter and left with Enter or Escape, which brings the old value back", async () => {
  const { user } = await show();
  const field = await hoursOf("M1/P1/10");
  const grid = screen.getByRole("grid");
  fireEvent.click(field.closest("[role=gridcell]")!);
  act(() => grid.focus());
  await user.keyboard("{Enter}");
  expect(field).toHaveFocus();
  await user.keyboard("12{Enter}");
  expect(field).toHaveValue("12");
  expect(grid).toHaveFocus();
  await user.keyboard("{F2}7{Escape}");
  expect(field).toHaveValue("12");
  expect(grid).toHaveFocus();
});

test("APS-TASK-09: what the server does not take says why in its cell", async () => {
  await show({ rows: [{ ...task, ordered: true, onMachine: false }] });
  await hoursOf("M1/P1/10");
  expect(
    screen.getByText("Only work on a machine can be locked"),
  ).toBeInTheDocument();
  expect(
    screen.getAllByText("It has an outsourcing order: change that order"),
  ).toHaveLength(2); // supplier and days
});

test.each<[string, Parameters<typeof show>[0]]>([
  ["without the permission of the plan", { may: [editors[0]!, editors[2]!] }],
  ["without that of operations", { may: editors.slice(0, 2) }],
  ["in a simulation", { schedule: { simulation: true } }],
  ["during a run", { schedule: { status: 1 } }],
  [
    ...(["on an older version"] as const),
    { at: "/aps/schedule/s1/tasks?plan=1", schedule: { planNumber: 2 } },
  ],
])("APS-TASK-09: %s the table is read only", async (_what, how) => {
  await show(how);
  expect(await screen.findAllByText("M1")).toHaveLength(2);
  expect(
    screen.queryByRole("button", { name: "Save" }),
  ).not.toBeInTheDocument();
  expect(
    screen.queryByRole("checkbox", { name: "Select this row" }),
  ).toBeNull();
});

test("APS-TASK-12: without schedule and mould number the page asks for one and asks the server nothing", async () => {
  const { to } = await show({ at: "/aps/schedule/tasks" });
  expect(
    await screen.findByText("Please give a schedule name or a mould number"),
  ).toBeInTheDocument();
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();
  await act(() => switchLanguage("zh"));
  expect(screen.getByText("请选择排程名称或模具编号")).toBeInTheDocument();
  expect(to("plan/query")).toEqual([]);
  expect(to("getList")).toEqual([]);
});

test("APS-TASK-12: with a mould number it shows that mould's tasks of the plan in force", async () => {
  const { to, user, router } = await show({ at: "/aps/schedule/tasks" });
  await user.type(await screen.findByLabelText("Mould number"), " M1 ");
  await user.click(screen.getByRole("button", { name: "Show" }));
  expect(await screen.findAllByText("M1")).toHaveLength(2);
  expect(router.state.location.search).toContain("mould=M1");
  expect(to("plan/query").at(-1)!.body).toMatchObject({ mouldNo: "M1" });
  expect(to("plan/query").at(-1)!.body).not.toHaveProperty("scheduleId");
  expect(to("plan/query").at(-1)!.body).not.toHaveProperty("scope");
  expect(screen.getByRole("link", { name: "Plan, version 1" })).toHaveAttribute(
    "href",
    "/aps/schedule/s1/tasks?plan=1",
  );
});
