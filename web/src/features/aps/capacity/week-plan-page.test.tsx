import { fireEvent, screen, within } from "@testing-library/react";
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { looseServer } from "../../../../testing/fake-server";
import { showPage } from "../../../../testing/show-page";
import { loadState } from "./load";
import { WeekPlanPage } from "./week-plan-page";

afterEach(async () => {
  vi.unstubAllGlobals();
  session.clear();
  await switchLanguage("en");
});

const load = (available: number, planned: number, tasks = planned ? 1 : 0) => ({
  ...{ available, planned, tasks },
  free: Math.max(0, available - planned),
  beyond: Math.max(0, planned - available),
  load: available
    ? Math.min(100, Math.round((1e8 * planned) / available) / 1e6)
    : null,
});

const days = [2, 3, 4, 5, 6, 7, 8].map((day) => `2026-03-0${day}`);

const row = (
  resource: string,
  group: string,
  section: string,
  planned: number[],
) => ({
  ...{ section, group, resource, resourceId: resource.toLowerCase() },
  units: 1,
  cells: days.map((_, at) => load(at === 6 ? 0 : 8, planned[at] ?? 0)),
  total: load(
    48,
    planned.reduce((sum, hours) => sum + hours, 0),
  ),
});

const inForce = {
  ...{ scheduleId: "s1", name: "March", planNumber: 2 },
  ...{ since: "2026-03-01T00:00:00Z", publisherName: "Ann" },
};

const week = {
  ...{ week: "2026-W10", zone: "Asia/Shanghai", days, inForce },
  rows: [
    row("C1", "CNC", "Milling", [8, 2, 0, 7.9, 10]),
    row("D1", "电火花", "EDM", [4]),
  ],
};

const task = {
  ...{ taskId: "t1", mouldId: "m1", mouldNo: "M1", partNo: "P1", batchNo: "" },
  ...{ partName: "Core", opNo: 10, segment: 0, processName: "CNC", status: 0 },
  ...{ plannedStart: "2026-03-02T00:00:00Z", lockStatus: 1, late: false },
  ...{ plannedEnd: "2026-03-02T08:00:00Z", dayHours: 8 },
};

const may = ["aps.weekPlan.export", "pm.mould.check", "aps.schedule.check"];

async function shows(answer: object = week, at = "/?week=2026-W10") {
  const asked: unknown[] = [];
  looseServer({
    "POST aps/resource/week/plan/query": ({ body }) => {
      asked.push(body);
      return { data: answer };
    },
    "POST aps/resource/week/plan/tasks": ({ body }) => {
      asked.push(body);
      return {
        data: {
          ...{ date: "2026-03-02", resource: "C1", inForce, load: load(8, 8) },
          ...{ tasks: [task], others: 2, otherHours: 1.5 },
        },
      };
    },
  });
  return { asked, ...(await showPage(<WeekPlanPage />, { at, may })) };
}

const cell = (name: RegExp) => screen.findByRole("button", { name });

// APS-CAP-01, APS-API-09
test("each cell tells planned and available hours, the share and what to call it", async () => {
  const { asked } = await shows();
  expect(await cell(/^C1 Mon 03-02: 8 \/ 8 h, Full$/)).toHaveTextContent(
    "8 / 8 h100.0 % Full",
  );
  expect(await cell(/^C1 Tue 03-03: /)).toHaveTextContent("25.0 % Room");
  expect(await cell(/^C1 Wed 03-04: /)).toHaveTextContent("0.0 % Free");
  expect(await cell(/^C1 Thu 03-05: /)).toHaveTextContent("98.8 % Nearly full");
  expect(await cell(/^C1 Fri 03-06: /)).toHaveTextContent("10 / 8 h2 h beyond");
  expect(screen.queryByRole("button", { name: /^C1 Sun/ })).toBeNull();
  expect(screen.getAllByText("Closed")).toHaveLength(2);
  expect(asked).toEqual([{ week: "2026-W10" }]);
});

test("a cell opens its tasks, with the ways to mould and Gantt, and the count of the others", async () => {
  const { asked, user } = await shows();
  await user.click(await cell(/^C1 Mon/));
  const panel = screen.getByRole("dialog", { name: "C1, 2026-03-02" });
  const link = await within(panel).findByRole("link", {
    name: "Open mould M1",
  });
  expect(link).toHaveAttribute("href", "/pm/mould/m1");
  expect(within(panel).getByRole("link", { name: "Gantt" })).toHaveAttribute(
    "href",
    "/aps/schedule/s1/gantt?plan=2",
  );
  expect(
    within(panel).getByText("Tasks that you may not see: 2, 1.5 h"),
  ).toBeVisible();
  expect(within(panel).getByText(/locked/)).toBeVisible();
  expect(asked[1]).toEqual({ resourceId: "c1", date: "2026-03-02" });
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("weeks go on and back, and stay in the address", async () => {
  const { router, user, asked } = await shows(week, "/?week=2026-W53");
  await user.click(screen.getByRole("button", { name: "Next week" }));
  expect(router.state.location.search).toBe("?week=2027-W01");
  await user.click(screen.getByRole("button", { name: "Previous week" }));
  expect(router.state.location.search).toBe("?week=2026-W53");
  expect(asked).toContainEqual({ week: "2027-W01" });
});

test("rows are narrowed by section, group and resource", async () => {
  const { router } = await shows(week, "/?week=2026-W10&group=CNC");
  await cell(/^C1 Mon/);
  expect(screen.queryByText("D1")).toBeNull();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Section" }));
  fireEvent.click(await screen.findByTitle("EDM"));
  expect(await cell(/^D1 Mon/)).toBeVisible();
  expect(screen.queryByText("C1")).toBeNull();
  expect(router.state.location.search).toBe("?week=2026-W10&section=EDM");
});

test("a choice that finds nothing is taken back", async () => {
  const { user } = await shows(week, "/?week=2026-W10&resource=gone");
  await user.click(
    await screen.findByRole("button", { name: "Clear filters" }),
  );
  expect(await cell(/^C1 Mon/)).toBeVisible();
});

// APS-CAP-07
test("without a week one is asked for, and nothing of the server", async () => {
  const { asked } = await shows(week, "/?week=");
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Please choose a query interval",
  );
  expect(asked).toEqual([]);
});

test("before a plan is in force the page says so and leads to the schedules", async () => {
  await shows({ ...week, inForce: null, rows: [] });
  expect(await screen.findByText(/No plan is in force yet/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Open schedules" })).toHaveAttribute(
    "href",
    "/aps/schedule",
  );
  expect(screen.queryByRole("table")).toBeNull();
});

test("the same in Chinese; a group without an English name is marked on English screens alone", async () => {
  await shows();
  await cell(/^D1 Mon/);
  expect(
    screen.getAllByRole("img", { name: "No English name yet" }),
  ).toHaveLength(1);
  await act(() => switchLanguage("zh"));
  expect(await cell(/^C1 周一 03-02：8 \/ 8 小时，满负荷$/)).toBeVisible();
  expect(screen.queryByRole("img", { name: "尚无英文名称" })).toBeNull();
});

test.each([
  [0, 0, "closed"],
  [0, 1, "beyond"],
  [8, 0, "idle"],
  [8, 6.79, "room"],
  [8, 6.8, "nearly"],
  [8, 8, "full"],
  [8, 8.5, "beyond"],
])("%d h available, %d h planned: %s", (available, planned, state) =>
  expect(loadState(load(available, planned))).toBe(state),
);
