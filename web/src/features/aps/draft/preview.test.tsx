import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "@/api/reply";
import { Chart } from "@/gantt/chart";
import { samplePlan, type SampleBar } from "@/gantt/sample-plan";

import {
  kindsFor,
  permissionsOf,
  type Changeable,
  type ScheduleTask,
} from "./preview";
import { GanttDetails } from "../gantt/gantt-details";
import { ChangeTask } from "./preview-change";
import { Effect } from "./preview-effect";
import { Overtime } from "./preview-overtime";
import { noDraft, stepped } from "./sample-draft";

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("@/api/call", () => ({ call }));
vi.mock("@/session/session", async (original) => ({
  ...(await original<object>()),
  can: () => true,
}));

const task: ScheduleTask = {
  taskId: "t1",
  version: 4,
  recordHours: 8,
  setupHours: 1,
  supplierId: "",
  leadDays: 0,
  batches: false,
  ordered: false,
};
const free: Changeable = {
  kind: "machine",
  lock: 0,
  isBegun: false,
  isWhole: true,
  hasSuppliers: true,
  task,
};

test("a task is offered what it takes", () => {
  const cases: [Partial<Changeable>, string][] = [
    [{}, "move lock hours outsource split overtime"],
    [{ isBegun: true }, ""],
    [{ lock: 2 }, "unlock overtime"],
    [{ lock: 1 }, "move lock unlock hours outsource split overtime"],
    [{ kind: "people" }, "move hours outsource overtime"],
    [{ kind: "outside" }, "move outsource"],
    [{ isWhole: false }, "move overtime"],
    [{ task: null }, "move split overtime"],
    [{ task: { ...task, version: 0 } }, "move split overtime"],
    [{ task: { ...task, batches: true } }, "move split overtime"],
    [{ task: { ...task, ordered: true } }, "move lock hours split overtime"],
    [{ hasSuppliers: false }, "move lock hours split overtime"],
  ];
  for (const [change, want] of cases) {
    expect(kindsFor({ ...free, ...change }).join(" ")).toBe(want);
  }
});

test("keeping a change asks for the permission of its record", () => {
  expect(permissionsOf("move")).toEqual(["aps.schedule.modify"]);
  expect(permissionsOf("hours")).toContain("capp.operation.modify");
  expect(permissionsOf("overtime")).toContain("system.resourceException.add");
});

let draft = noDraft;

beforeEach(() => {
  draft = noDraft;
  call.mockReset();
  call.mockImplementation((_method: string, path: string) => {
    if (path.endsWith("getList")) {
      return Promise.resolve({ rows: [task] });
    }
    if (path.endsWith("preview")) {
      return Promise.resolve({
        tasks: [],
        taskCount: 0,
        segments: [],
        moulds: [],
        parts: [],
        nowLate: 0,
        rescued: 0,
        tardiness: 0,
        conflicts: [],
      });
    }
    if (path.startsWith("aps/draft")) {
      return Promise.resolve(draft);
    }
    return Promise.resolve({ id: "s1", version: 2 });
  });
});

test("the parts with a due date of their own that a change moves are named, and how many become late or are on time again", () => {
  const part = {
    ...{ mouldNo: "M-1", partNo: "P12", batchNo: "", due: "2026-03-02T10:00Z" },
    ...{ before: "2026-03-02T09:00:00Z", after: "2026-03-06T09:00:00Z" },
    ...{ minutes: 5760, late: 5700, nowLate: true, rescued: false },
  };
  const back = {
    ...{ ...part, mouldNo: "M-2", batchNo: "B1", minutes: -60, late: 0 },
    ...{ nowLate: false, rescued: true },
  };
  render(
    <Effect
      zone="UTC"
      effect={{
        ...{ tasks: [], taskCount: 1, segments: [], moulds: [], conflicts: [] },
        ...{ nowLate: 0, rescued: 0, tardiness: 5700, parts: [part, back] },
      }}
    />,
  );
  expect(screen.getByText("1 个强制交期的零件因此延期")).toHaveAttribute(
    "data-meaning",
    "late",
  );
  expect(screen.getByText("1 个强制交期的零件不再延期")).toBeInTheDocument();
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows[0]).toContain("强制交期");
  expect(rows[1]).toMatch(/^M-1 \/ P12.*晚 4 天延期/);
  expect(rows[2]).toMatch(/^M-2 \/ P12 \/ B1.*早/);
});

test("overtime is asked for from today on, for a day at most", () => {
  const day = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <Overtime
          scheduleId="s1"
          planId="p1"
          zone="UTC"
          resource={{ id: "m1", name: "M1" }}
          from={`${day(1)}T18:00:00Z`}
          to={`${day(1)}T20:00:00Z`}
        />
      </App>
    </QueryClientProvider>,
  );
  const from = screen.getByLabelText("从（UTC）");
  const to = screen.getByLabelText("到");
  expect(from).toHaveAttribute("min", `${day(0)}T00:00`);
  expect(to).toHaveAttribute("min", `${day(1)}T18:00`);
  expect(to).toHaveAttribute("max", `${day(2)}T18:00`);
  fireEvent.change(from, { target: { value: `${day(3)}T07:30` } });
  expect(to).toHaveAttribute("max", `${day(4)}T07:30`);
});

// APS-API-07: what is kept names the version of the operation that the planner has seen, after a preview of the same.
test("hours are tried first and kept with the version that was read", async () => {
  const user = userEvent.setup();
  showTask();
  await user.click(await screen.findByRole("radio", { name: "工时" }));
  const field = screen.getByRole("spinbutton");
  expect(field).toHaveValue(8);
  await user.clear(field);
  await user.type(field, "6.5");
  await user.click(screen.getByRole("button", { name: "预览影响" }));
  const change = { kind: "hours", taskId: "t1", version: 4, minutes: 390 };
  expect(call).toHaveBeenLastCalledWith(
    "POST",
    "aps/plan/{scheduleId}/preview",
    {
      query: { scheduleId: "s1" },
      body: { planId: "p1", changes: [change] },
    },
  );
  await user.click(await screen.findByRole("button", { name: "保存为新计划" }));
  expect(call).toHaveBeenCalledWith("POST", "aps/schedule/task/update", {
    body: { scheduleId: "s1", planId: "p1", changes: [change] },
  });
  // Another value is another trial: nothing is kept that was not previewed.
  await user.type(field, "0");
  await user.clear(field);
  await user.type(field, "7");
  expect(
    screen.queryByRole("button", { name: "保存为新计划" }),
  ).not.toBeInTheDocument();
});

/** The panel of task t1 within a plan, and what brings the next plan under it. */
function showTask(change: Partial<Parameters<typeof ChangeTask>[0]> = {}) {
  const client = new QueryClient();
  const view = (planId: string, more: typeof change = {}) => (
    <QueryClientProvider client={client}>
      <App>
        <ChangeTask
          scheduleId="s1"
          planId={planId}
          taskId="t1"
          zone="UTC"
          resource={{ id: "m1", name: "M1" }}
          resources={[{ id: "m1", name: "M1" }]}
          suppliers={[]}
          start="2026-03-02T08:00:00Z"
          minutes={480}
          overtime={["2026-03-02T17:00:00Z", "2026-03-02T19:00:00Z"]}
          of={{ kind: "machine", lock: 0, isBegun: false, isWhole: true }}
          {...change}
          {...more}
        />
      </App>
    </QueryClientProvider>
  );
  const { rerender } = render(view("p1"));
  return {
    client,
    replan: (planId: string, more?: typeof change) =>
      rerender(view(planId, more)),
  };
}

/** Brings the next plan, whose tasks are not read before what is returned is called. */
function holdTasksOf(planId: string, replan: (planId: string) => void) {
  const answer = call.getMockImplementation()!;
  let release = () => {};
  call.mockImplementation((method: string, path: string, more: unknown) =>
    path.endsWith("getList")
      ? new Promise((done) => {
          release = () => done(answer(method, path, more));
        })
      : (answer(method, path, more) as unknown),
  );
  replan(planId);
  return () => release();
}

const keepButton = () => screen.queryByRole("button", { name: "保存为新计划" });

test("a change is previewed with the draft and added to it; it is not kept alone", async () => {
  const user = userEvent.setup();
  const before = { kind: "lock", taskId: "t2", version: 1 };
  draft = stepped(noDraft, [before]);
  showTask();
  await user.click(await screen.findByRole("radio", { name: "分割" }));
  await user.click(screen.getByRole("button", { name: "预览影响" }));
  const change = { kind: "split", taskId: "t1", minutes: 210 };
  const path = { query: { scheduleId: "s1" } };
  expect(call).toHaveBeenLastCalledWith(
    "POST",
    "aps/plan/{scheduleId}/preview",
    { ...path, body: { planId: "p1", changes: [before, change] } },
  );
  await screen.findByText("含草稿中的 1 项变更：");
  expect(screen.queryByRole("button", { name: "保存为新计划" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "加入草稿" }));
  expect(call).toHaveBeenCalledWith("POST", "aps/draft/{scheduleId}/add", {
    ...path,
    body: { planId: "p1", version: 1, changes: [change] },
  });
});

test("why a change is not added is told, and it can be tried anew", async () => {
  const user = userEvent.setup();
  showTask();
  await user.click(await screen.findByRole("radio", { name: "分割" }));
  await user.click(screen.getByRole("button", { name: "预览影响" }));
  const answers = call.getMockImplementation()!;
  call.mockImplementation((method: string, path: string) =>
    path.endsWith("/add")
      ? Promise.reject(
          new ApiFailure({
            ...{ status: 409, code: 20000, message: "草稿最多 100 项变更" },
            data: null,
          }),
        )
      : (answers(method, path) as unknown),
  );
  await user.click(await screen.findByRole("button", { name: "加入草稿" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "草稿最多 100 项变更",
  );
  expect(screen.getByRole("button", { name: "加入草稿" })).toBeEnabled();
});

test("somebody else's plan leaves what was typed, and asks to preview it again", async () => {
  const user = userEvent.setup();
  const { replan } = showTask();
  await user.click(await screen.findByRole("radio", { name: "工时" }));
  await user.clear(screen.getByRole("spinbutton"));
  await user.type(screen.getByRole("spinbutton"), "9");
  await user.click(screen.getByRole("button", { name: "预览影响" }));
  await screen.findByRole("button", { name: "保存为新计划" });

  const letGo = holdTasksOf("p2", replan);
  expect(screen.getByRole("spinbutton")).toHaveValue(9);
  letGo();
  expect(await screen.findByText(/计划已更新/)).toBeInTheDocument();
  expect(screen.getByRole("spinbutton")).toHaveValue(9);
  expect(keepButton()).not.toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "预览影响" }));
  expect(
    await screen.findByRole("button", { name: "保存为新计划" }),
  ).toBeInTheDocument();
  expect(call).toHaveBeenLastCalledWith(
    "POST",
    "aps/plan/{scheduleId}/preview",
    {
      query: { scheduleId: "s1" },
      body: {
        planId: "p2",
        changes: [{ kind: "hours", taskId: "t1", version: 4, minutes: 540 }],
      },
    },
  );
  expect(screen.queryByText(/计划已更新/)).not.toBeInTheDocument();
});

test("what needs no field is previewed again on the next plan, too", async () => {
  const user = userEvent.setup();
  const { replan } = showTask();
  await user.click(await screen.findByRole("radio", { name: "加班" }));
  await user.click(screen.getByRole("button", { name: "预览影响" }));
  await screen.findByRole("button", { name: "保存为新计划" });
  replan("p2");
  expect(await screen.findByText(/计划已更新/)).toBeInTheDocument();
  expect(keepButton()).not.toBeInTheDocument();
});

test("a preview of another version of the operation goes with a word", async () => {
  const user = userEvent.setup();
  const { client } = showTask();
  await user.click(await screen.findByRole("radio", { name: "工时" }));
  await user.clear(screen.getByRole("spinbutton"));
  await user.type(screen.getByRole("spinbutton"), "9");
  await user.click(screen.getByRole("button", { name: "预览影响" }));
  await screen.findByRole("button", { name: "保存为新计划" });
  call.mockResolvedValue({ rows: [{ ...task, version: 5, recordHours: 6 }] });
  await client.invalidateQueries({ queryKey: ["schedule-task"] });
  expect(await screen.findByText(/工序已被修改/)).toBeInTheDocument();
  expect(screen.getByRole("spinbutton")).toHaveValue(9);
  expect(keepButton()).not.toBeInTheDocument();
});

test("a kind that the next plan takes away is named", async () => {
  const user = userEvent.setup();
  const { replan } = showTask();
  await user.click(await screen.findByRole("radio", { name: "工时" }));
  replan("p2", {
    of: { kind: "machine", lock: 2, isBegun: false, isWhole: true },
  });
  expect(await screen.findByText(/不能再选“工时”/)).toBeInTheDocument();
});

test("what was typed for a kind that is lost stays to be read, chosen or only offered first", async () => {
  const user = userEvent.setup();
  const { replan } = showTask();
  fireEvent.change(await screen.findByLabelText(/不早于/), {
    target: { value: "2026-03-05T10:00" },
  });
  replan("p2", {
    of: { kind: "machine", lock: 2, isBegun: false, isWhole: true },
  });
  expect(await screen.findByText(/不能再选“移动”/)).toBeInTheDocument();
  const start = screen.getByLabelText(/不早于/);
  expect(start).toHaveValue("2026-03-05T10:00");
  expect(start).toBeDisabled();
  await user.click(screen.getByRole("radio", { name: "解锁" }));
  expect(screen.queryByText(/不能再选/)).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "预览影响" })).toBeEnabled();
});

test("fields that nobody typed into follow the plan, and begin anew after one's own change", async () => {
  const user = userEvent.setup();
  const { replan } = showTask();
  const start = await screen.findByLabelText(/不早于/);
  expect(start).toHaveValue("2026-03-02T08:00");
  replan("p2", { start: "2026-03-03T09:00:00Z" });
  expect(start).toHaveValue("2026-03-03T09:00");

  await user.click(await screen.findByRole("radio", { name: "分割" }));
  await user.clear(screen.getByRole("spinbutton"));
  await user.type(screen.getByRole("spinbutton"), "2");
  await user.click(screen.getByRole("button", { name: "预览影响" }));
  await user.click(await screen.findByRole("button", { name: "保存为新计划" }));
  await waitFor(() => expect(keepButton()).not.toBeInTheDocument());
  replan("p3", { minutes: 420 });
  expect(screen.getByRole("spinbutton")).toHaveValue(3);
  expect(screen.queryByText(/计划已更新/)).not.toBeInTheDocument();
});

test("the panel of a bar stays with its task when the next plan counts its bars anew", async () => {
  const answer = call.getMockImplementation()!;
  call.mockImplementation((method: string, path: string, more: unknown) =>
    path === "aps/exe/job/query"
      ? Promise.resolve({ rows: [{ id: "s1", version: 1 }], total: 1 })
      : path.endsWith("versions")
        ? Promise.resolve({ rows: [] })
        : (answer(method, path, more) as unknown),
  );
  const user = userEvent.setup();
  const client = new QueryClient();
  const bars: SampleBar[] = [
    { resource: 0, part: 0, start: 0, end: 100, op: 10 },
    { resource: 0, part: 2, start: 200, end: 300, op: 20 },
  ];
  const onClose = vi.fn();
  const view = (
    planId: string,
    ids: string[],
    bar: number,
    more: { onClose?: () => void; status?: number } = {},
  ) => {
    const plan = samplePlan(bars, { planId });
    plan.bars.id = ids;
    plan.bars.status[bar] = more.status ?? 0;
    const chart = new Chart(plan, { locale: "zh-CN", outside: "外协" });
    return (
      <QueryClientProvider client={client}>
        <App>
          <MemoryRouter>
            <GanttDetails chart={chart} bar={bar} onClose={more.onClose} />
          </MemoryRouter>
        </App>
      </QueryClientProvider>
    );
  };
  const { rerender } = render(view("p1", ["t1", "t2"], 0));
  await user.click(await screen.findByRole("radio", { name: "工时" }));
  await user.clear(screen.getByRole("spinbutton"));
  await user.type(screen.getByRole("spinbutton"), "9");
  rerender(view("p2", ["t2", "t1"], 1));
  expect(screen.getByRole("spinbutton")).toHaveValue(9);

  // Finished, it can no longer be changed; what was typed stays to be read.
  rerender(view("p3", ["t2", "t1"], 1, { status: 3 }));
  expect(screen.getByText(/不能再选“工时”/)).toBeInTheDocument();
  expect(screen.getByRole("spinbutton")).toHaveValue(9);
  expect(screen.getByRole("spinbutton")).toBeDisabled();

  // It leaves the plan with its preview open.
  rerender(view("p2", ["t2", "t1"], 1));
  await user.click(screen.getByRole("button", { name: "预览影响" }));
  await screen.findByRole("button", { name: "保存为新计划" });
  rerender(view("p2", ["t2", "t1"], 1, { onClose }));
  expect(screen.getByText(/此任务已不在当前计划中/)).toBeInTheDocument();
  expect(screen.getByRole("spinbutton")).toHaveValue(9);
  expect(screen.getByRole("spinbutton")).toBeDisabled();
  expect(keepButton()).toBeDisabled();
  expect(call).not.toHaveBeenCalledWith(
    "POST",
    "aps/schedule/task/update",
    expect.anything(),
  );
  await user.click(screen.getByRole("button", { name: "关闭详情" }));
  expect(onClose).toHaveBeenCalledOnce();
});
