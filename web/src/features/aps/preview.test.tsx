import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "antd";
import { beforeEach, expect, test, vi } from "vitest";
import {
  kindsFor,
  permissionsOf,
  type Changeable,
  type ScheduleTask,
} from "./preview";
import { restAfter } from "./overtime-proposal";
import { ChangeTask } from "./preview-change";
import { Overtime } from "./preview-overtime";

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

test("overtime is proposed in the next rest, two hours of it at most", () => {
  const closed = [100, 160, 500, 1400];
  expect(restAfter(closed, 90)).toEqual([100, 160]);
  expect(restAfter(closed, 101)).toEqual([500, 620]);
  expect(restAfter([], 7)).toEqual([7, 127]);
});

beforeEach(() => {
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
        nowLate: 0,
        rescued: 0,
        tardiness: 0,
        conflicts: [],
      });
    }
    return Promise.resolve({ id: "s1", version: 2 });
  });
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
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <ChangeTask
          scheduleId="s1"
          planId="p1"
          taskId="t1"
          zone="UTC"
          resource={{ id: "m1", name: "M1" }}
          resources={[{ id: "m1", name: "M1" }]}
          suppliers={[]}
          start="2026-03-02T08:00:00Z"
          minutes={480}
          overtime={["2026-03-02T17:00:00Z", "2026-03-02T19:00:00Z"]}
          of={{ kind: "machine", lock: 0, isBegun: false, isWhole: true }}
        />
      </App>
    </QueryClientProvider>,
  );
  await user.click(await screen.findByRole("radio", { name: "工时" }));
  const field = screen.getByRole("spinbutton");
  expect(field).toHaveValue(8);
  await user.clear(field);
  await user.type(field, "6.5");
  await user.click(screen.getByRole("button", { name: "预览影响" }));
  const change = { kind: "hours", taskId: "t1", version: 4, minutes: 390 };
  expect(call).toHaveBeenLastCalledWith("POST", "aps/plan/s1/preview", {
    body: { planId: "p1", changes: [change] },
  });
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
