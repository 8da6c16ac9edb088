import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer, type Sent } from "../../../../testing/fake-server";
import { answerExport } from "../../../../testing/answer-export";
import { PushLine } from "../../../../testing/push-line";
import { showPage } from "../../../../testing/show-page";
import { TaskTable } from "./task-table";

const task = {
  taskId: "t1",
  mouldNo: "M1",
  partNo: "P1",
  opNo: 10,
  marks: [],
  conflicts: [],
  status: 0,
  lockStatus: 0,
  camStatus: 0,
  sourceFlag: 0,
};

const views = "upms/preference/views.aps.task";

async function show(
  at: string,
  kept: unknown = null,
  refuses = false,
  change: object = {},
  total = 1,
  tasks = total,
  until: Promise<void> | null = null,
) {
  let isRefused = refuses;
  let isDeleted = false;
  const held = { views: null as unknown };
  const sent = looseServer({
    "POST aps/exe/job/query": () => ({
      data: {
        rows: isDeleted
          ? []
          : [{ id: "s1", version: 1, name: "Plan", status: 2, tasks: 1 }],
      },
    }),
    "GET aps/plan/s1/versions": () => ({ data: { rows: [] } }),
    "POST aps/task/plan/query": ({ body }) =>
      isRefused
        ? { status: 400, code: 20000, message: "not now" }
        : body.q === "nobody" || body.status === 3
          ? { data: { rows: [], total: 0 } }
          : { data: { rows: [{ ...task, ...change }], total, tasks } },
    "GET upms/preference/layout.aps.task": () => ({ data: { value: kept } }),
    [`GET ${views}`]: () => ({ data: { value: held.views } }),
    [`PUT ${views}`]: ({ body }: Sent) => {
      held.views = body.value;
      return {};
    },
  });
  const now = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (until && address.includes("task/plan/query")) {
      await until;
    }
    return now(address, init);
  });
  const shown = await showPage(<TaskTable />, {
    at: `/aps/schedule/s1/tasks${at}`,
    path: "/aps/schedule/:id/tasks",
    may: ["aps.task.export"],
  });
  const last = (path: string) => sent.filter((one) => one.path === path).at(-1);
  return {
    ...shown,
    held,
    /** As another person does it: the push says so. */
    remove: async () => {
      await waitFor(() => expect(PushLine.last).not.toBeNull());
      isDeleted = true;
      PushLine.say("signal", {
        topic: "changed",
        data: { entity: "schedule" },
      });
    },
    refuse: (next: boolean) => (isRefused = next),
    asked: () => last("aps/task/plan/query")?.body,
    exported: () => last("aps/task/plan/export"),
    count: () =>
      sent.filter(({ path }) => path === "aps/task/plan/query").length,
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  session.clear();
});

const exportAs = (format: string) =>
  screen.getByRole("button", { name: `Export as ${format}`, hidden: true });

test("a link shows what its sender has chosen, and the order that the link names wins", async () => {
  const { asked, router } = await show(
    "?q=P1&f.lock=1&f.state=late&f.status=0&sort=-hours",
    { sort: [{ id: "opNo", desc: false }] },
  );
  await screen.findByText("M1");
  expect(screen.getByRole("searchbox")).toHaveValue("P1");
  expect(asked()).toMatchObject({
    scheduleId: "s1",
    q: "P1",
    lockStatus: 1,
    state: "late",
    status: 0,
    sort: "-hours",
  });
  // The way back.
  await act(() => router.navigate("/aps/schedule/s1/tasks?f.lock=7"));
  await waitFor(() =>
    expect(asked()).toMatchObject({ q: "", lockStatus: 2, sort: "opNo" }),
  );
  expect(asked()).not.toHaveProperty("state");
  expect(router.state.location.search).toContain("sort=opNo");
});

test("rows of segments are told from the tasks that they belong to", async () => {
  await show("", null, false, { segment: 1 }, 5462, 5417);
  expect(
    await screen.findByText(
      / of 5,462 rows, 5,417 tasks \(one that was segmented/,
    ),
  ).toBeVisible();
});

test("what is chosen stands in the address", async () => {
  const { user, router } = await show("");
  await screen.findByText("M1");
  await user.click(screen.getByRole("combobox", { name: "Lock" }));
  await user.click(await screen.findByTitle("Locked"));
  await waitFor(() => expect(router.state.location.search).toBe("?f.lock=1"));
  await user.click(screen.getByRole("columnheader", { name: /^Op/ }));
  await waitFor(() =>
    expect(router.state.location.search).toBe("?sort=opNo&f.lock=1"),
  );
});

test("a view keeps what the table is narrowed to, with its order", async () => {
  const { user, held, router } = await show("?f.status=1&sort=-hours");
  await screen.findByText("M1");
  await user.click(screen.getByText("Views"));
  await user.type(
    await screen.findByRole("textbox", { name: "View name" }),
    "Runs",
  );
  await user.click(screen.getByRole("button", { name: "Save this view" }));
  await waitFor(() =>
    expect(held.views).toMatchObject([
      { name: "Runs", search: "", lock: 2, state: "", status: 1 },
    ]),
  );
  await act(() => router.navigate("/aps/schedule/s1/tasks"));
  await waitFor(() => expect(router.state.location.search).toBe(""));
  await user.click(screen.getByRole("button", { name: "Runs" }));
  await waitFor(() =>
    expect(router.state.location.search).toBe("?sort=-hours&f.status=1"),
  );
});

test("APS-TASK-08: tasks are exported as they are asked for, once the question is answered; else a message asks for one", async () => {
  const { user, exported, refuse } = await show("?f.state=late", null, true);
  await screen.findByRole("button", { name: "Try again" });
  await user.click(exportAs("xlsx"));
  expect(await screen.findByText(/make a query first/)).toBeVisible();
  refuse(false);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("M1");
  // What is only just typed has not been asked yet.
  const search = screen.getByRole("searchbox");
  fireEvent.change(search, { target: { value: "P1" } });
  fireEvent.click(exportAs("csv"));
  expect(exported()).toBeUndefined();
  fireEvent.change(search, { target: { value: "" } });
  await user.click(exportAs("csv"));
  await waitFor(() => expect(exported()).toBeDefined());
  expect(exported()!.query.get("format")).toBe("csv");
  expect(exported()!.body).toMatchObject({
    scheduleId: "s1",
    state: "late",
    sort: "plannedStart",
  });
  expect((exported()!.body.columns as string[]).slice(0, 2)).toEqual([
    "mouldNo",
    "partNo",
  ]);
  // A blank alone asks nothing else.
  fireEvent.change(search, { target: { value: " " } });
  await user.click(exportAs("xlsx"));
  await waitFor(() => expect(exported()!.query.get("format")).toBe("xlsx"));
});

test("APS-TASK-08: while the first question is unanswered an export asks for one, too", async () => {
  let answer = () => {};
  const until = new Promise<void>((resolve) => (answer = resolve));
  const { user, exported } = await show("", null, false, {}, 1, 1, until);
  await user.click(
    await screen.findByRole("button", { name: "Export as xlsx", hidden: true }),
  );
  expect(await screen.findByText(/make a query first/)).toBeVisible();
  expect(exported()).toBeUndefined();
  answer();
  await screen.findByText("M1");
  await user.click(exportAs("xlsx"));
  await waitFor(() => expect(exported()).toBeDefined());
});

/** The headings of the table, and what the row of M1 says below each. */
async function readRow() {
  const row = (await screen.findByText("M1")).closest<HTMLElement>(
    "[role=row]",
  )!;
  const cells = within(row)
    .getAllByRole("gridcell")
    .map((cell) => cell.textContent);
  const headings = screen
    .getAllByRole("columnheader")
    .map((heading) => heading.textContent);
  const at = (name: string) => cells[headings.indexOf(name)];
  return { headings, at };
}

test("conflicts have a column of their own with every rule, and carried work says that it is", async () => {
  await show(
    "?f.state=carried",
    null,
    false,
    {
      ...{ scheduled: true, carried: true, reason: "" },
      conflicts: [
        {
          ...{ code: 1, with: "M9/P1/10", more: 2, hours: 1.5 },
          words: { zh: "资源被占用", en: "Resource occupied" },
        },
        {
          ...{ code: 2, with: "", hours: 0 },
          words: { zh: "不在工作时间", en: "Calendar" },
        },
      ],
    },
    12345,
  );
  const { headings, at } = await readRow();
  expect(headings).toContain("Conflicts");
  expect(at("Conflicts")).toBe(
    "Resource occupied (M9/P1/10 and 2 more), 1.5 h · Calendar",
  );
  expect(at("Why unscheduled")).toBe("");
  expect(at("Plan state")).toMatch(/^\W*Carried over/);
  expect(screen.getByText(/of 12,345 rows$/)).toBeVisible();
  expect(
    screen.getByText("Carried over from the plan in force"),
  ).toBeInTheDocument();
});

test("hours have two places at most, and what falls short of 100 does not read it", async () => {
  await show("", null, false, {
    ...{ hours: 0.25, surplusHours: 9.2, leadDays: 4.5, reachRate: 99.96 },
  });
  const { at } = await readRow();
  expect(
    ["Hours", "Remaining hours", "Lead time (days)", "Reach rate %"].map(at),
  ).toEqual(["0.25", "9.2", "4.5", "99.9"]);
});

test("a supplier that has no English name is marked", async () => {
  await show("", null, false, { outsourced: true, resourceName: "外协厂" });
  const cell = (await screen.findByText("外协厂")).closest<HTMLElement>(
    "[role=gridcell]",
  )!;
  expect(
    within(cell).getByRole("img", { name: "No English name yet" }),
  ).toBeInTheDocument();
});

test("CALL-19: tasks that are exported say so", async () => {
  const { user } = await show("");
  await screen.findByText("M1");
  answerExport();
  await user.click(exportAs("xlsx"));
  expect(await screen.findByText("Export success")).toBeVisible();
});

test("a report that is pushed is read at once", async () => {
  const { count } = await show("");
  await screen.findByText("M1");
  const before = count();
  PushLine.say("signal", { topic: "changed", data: { entity: "progress" } });
  await waitFor(() => expect(count()).toBe(before + 1));
});

test.each(["?q=nobody", "?f.status=3"])(
  "where nothing fits %s the table says so, and all tasks are one press away",
  async (at) => {
    const { user, router } = await show(at);
    expect(await screen.findByText("No task matches.")).toBeVisible();
    expect(screen.queryByText(/Run the schedule/)).not.toBeInTheDocument();
    await user.click(
      screen.getByRole("button", { name: "Clear search and filters" }),
    );
    expect(await screen.findByText("M1")).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("");
    expect(router.state.location.search).not.toMatch(/q=|f\./);
  },
);

test("a schedule that another person deletes takes its tasks away and says so", async () => {
  const { remove } = await show("");
  await screen.findByText("M1");
  await remove();
  expect(
    await screen.findByText("There is no such schedule, or it was deleted"),
  ).toBeVisible();
  expect(screen.queryByText("M1")).not.toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Plan");
});
