import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import { menuItemOf, moduleOf, treeAt, userAt } from "../../testing/places";
import { showPage } from "../../testing/show-page";
import { HomePage } from "./home-page";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  session.clear();
});

const task = {
  operationId: "o1",
  mouldId: "m1",
  mouldNo: "M26",
  partNo: "P1",
  partName: "Core",
  opNo: 10,
  process: "CNC",
  status: 1,
  machineId: "x1",
  machine: "CNC-1",
  start: "2026-03-20T00:30:00Z",
  end: "2026-03-20T04:30:00Z",
  late: true,
  waits: false,
};

const audit = {
  id: "a1",
  kind: "registration",
  title: "North Moulds",
  from: "Zhang San",
  since: "2026-03-20T00:30:00Z",
  path: "/settings/registration/a1",
};

const none = { groups: [], tasks: [], taskTotal: 0, audits: [], auditTotal: 0 };

const serve = (work: object, refuse = false) => serveAnd({}, work, refuse);

function serveAnd(
  more: Parameters<typeof fakeServer>[0],
  work: object = {},
  refuse = false,
) {
  return fakeServer({
    ...more,
    "GET upms/first-hour": () => ({ data: { published: true, steps: [] } }),
    "GET upms/home": () => ({ data: { ...none, ...work } }),
    "POST bms/sys/news/getPlatformNews.do": () => ({ data: [] }),
    "POST bms/sys/news/publish": () =>
      refuse
        ? {
            status: 422,
            code: 422,
            message: "Please correct",
            data: [{ field: "title", rule: "required", message: "Required" }],
          }
        : { data: {} },
  });
}

// HOME-01: what is dispatched to somebody, and what waits for their audit, each with its page.
test("HOME-01: my tasks and my reviews lead to where they are done", async () => {
  serve({
    groups: ["Milling"],
    tasks: [task],
    taskTotal: 9,
    audits: [audit],
    auditTotal: 1,
  });
  await showPage(<HomePage />, { may: ["mf.progress.check"] });
  const tasks = await screen.findByRole("region", { name: "My tasks" });
  const link = await within(tasks).findByRole("link", {
    name: /M26 P1 \/ 10 CNC/,
  });
  expect(link).toHaveAttribute("href", "/mf/progress?by=machine&machine=x1");
  expect(within(tasks).getByText("Running")).toBeVisible();
  expect(within(tasks).getByText("Late")).toBeVisible();
  expect(within(tasks).getByRole("link", { name: "All (9)" })).toBeVisible();
  const audits = screen.getByRole("region", { name: "My reviews" });
  expect(
    within(audits).getByRole("link", { name: "North Moulds" }),
  ).toHaveAttribute("href", "/settings/registration/a1");
});

test("HOME-01: the greeting goes by the clock of the factory", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-03-20T04:00:00Z"); // noon in Shanghai
  serve({});
  await showPage(<HomePage />);
  expect(
    await screen.findByRole("heading", { name: "Good afternoon, Chen Jing" }),
  ).toBeVisible();
});

// A person's own tenant has no factory and plans nothing: no step of a factory's first hour is shown there.
test.each([
  ["system", false],
  ["aps", true],
])(
  "a tenant without a factory is named; with the module %s the way to a first plan is there: %s",
  async (moduleKey, isThere) => {
    fakeServer({
      "GET upms/first-hour": () => ({
        data: {
          published: false,
          steps: [{ key: "factory", count: 0, done: false }],
          templates: [],
        },
      }),
      "GET upms/home": () => ({ data: none }),
      "POST bms/sys/news/getPlatformNews.do": () => ({ data: [] }),
    });
    const [module] = treeAt("me", "").moduleData;
    session.set({ modules: [{ ...module!, moduleKey }] });
    await showPage(<HomePage />);
    act(() =>
      session.set({
        userData: { ...userAt("me", ""), tenantName: "Li Si", factoryName: "" },
      }),
    );
    expect(await screen.findByText(/^Li Si · /)).toBeVisible();
    expect(await screen.findByText("What you can open")).toBeVisible();
    expect(screen.queryAllByText(/first plan/)).toHaveLength(isThere ? 1 : 0);
  },
);

test.each([
  ["in no group", [], ["mf.progress.check"], /Once you are a member/],
  [
    "in a group",
    ["EDM"],
    ["mf.progress.check"],
    /Nothing is planned or running at EDM/,
  ],
  ["without the right", [], [], /Nothing is dispatched to you/],
] as const)(
  "HOME-01: somebody %s is told why there is nothing",
  async (_, groups, may, says) => {
    serve({ groups });
    await showPage(<HomePage />, { may: [...may] });
    expect(await screen.findByText(says)).toBeVisible();
    expect(
      screen.getByText("Nothing waits for your review now."),
    ).toBeVisible();
  },
);

test("R15, PANEL-11: what can be opened opens as its flags say", async () => {
  serve({});
  const leaf = (
    menuName: string,
    menuUrl: string,
    newWindowFlag = 0,
    externalUrlFlag = 0,
  ) =>
    menuItemOf({
      ...{ menuName, menuUrl, newWindowFlag, externalUrlFlag },
      ...{ menuKey: menuName, moduleKey: "common", treeKey: menuName },
    });
  session.set({
    modules: [
      moduleOf({
        ...{ moduleKey: "common", moduleName: "Shared" },
        menuChildren: [
          leaf("Reference", "/docs", 1, 1),
          leaf("Elsewhere", "https://a.example/x"),
          leaf("Messages", "/comm/m"),
        ],
      }),
    ],
  });
  await showPage(<HomePage />);
  const reference = await screen.findByRole("link", { name: "Reference" });
  expect(reference).toHaveAttribute("href", "/docs");
  expect(reference).toHaveAttribute("target", "_blank");
  const elsewhere = screen.getByRole("link", { name: "Elsewhere" });
  expect(elsewhere.getAttribute("href")).toMatch(
    /^\/comm\/iframePage\/Elsewhere\?iframeSrc=https/,
  );
  expect(elsewhere).not.toHaveAttribute("target");
  expect(screen.getByRole("link", { name: "Messages" })).toHaveAttribute(
    "href",
    "/comm/m",
  );
});

test("422 stands at its field and nowhere else; what was written is asked about, and kept", async () => {
  const sent = serve({}, true);
  const { user, router } = await showPage(<HomePage />, {
    may: ["common.news.add"],
  });
  await user.click(await screen.findByRole("button", { name: "Publish news" }));
  await user.type(screen.getByLabelText(/Content|Text/), "Friday");
  await user.click(screen.getByRole("button", { name: "Publish news" }));
  expect(await screen.findByText("Required")).toBeVisible();
  expect(sent.some(({ path }) => path === "bms/sys/news/publish")).toBe(true);
  expect(document.querySelector(".ant-notification-notice")).toBeNull();
  expect(document.querySelector(".ant-message-notice")).toBeNull();

  void router.navigate("/elsewhere");
  await screen.findByRole("dialog");
  expect(router.state.location.pathname).toBe("/");
  expect(Object.keys(sessionStorage).some((key) => key.endsWith(".news"))).toBe(
    true,
  );
  await waitFor(() => expect(screen.getByRole("dialog")).toBeVisible());
});

test("the schedule that the factory works by stands first, however old it is", async () => {
  const row = (id: string, status: number) => ({
    ...{ id, name: `S ${id}`, status, runStatus: 0, moulds: 3, late: 1 },
    planNumber: 2,
    createTime: "2026-03-20T00:30:00Z",
  });
  const newest = ["1", "2", "3", "4", "5"].map((id) => row(id, 1));
  serveAnd({
    "POST aps/exe/job/query": ({ body }) => ({
      data: {
        rows: body.id === "old" ? [row("old", 2)] : newest,
        inForce: { scheduleId: "old" },
      },
    }),
  });
  await showPage(<HomePage />, { may: ["aps.schedule.check"] });
  const link = await screen.findByRole("link", { name: "S old" });
  const names = within(link.closest("table")!)
    .getAllByRole("link")
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["S old", "S 1", "S 2", "S 3", "S 4"]);
});

test("a schedule of some moulds says how many it carries over, and how many of these are late", async () => {
  const row = (name: string, more: object) => ({
    ...{ id: name, name, status: 3, runStatus: 2, moulds: 1, late: 0 },
    ...{ planNumber: 1, createTime: "2026-03-20T00:30:00Z", ...more },
  });
  serveAnd({
    "POST aps/exe/job/query": () => ({
      data: {
        rows: [
          row("part", { carriedMoulds: 59, carriedLate: 8 }),
          row("whole", { carriedMoulds: 0, carriedLate: 0 }),
          row("calm", { moulds: 1234, carriedMoulds: 59, carriedLate: 0 }),
        ],
        inForce: null,
      },
    }),
  });
  await showPage(<HomePage />, { may: ["aps.schedule.check"] });
  const cell = async (name: string) =>
    (await screen.findByRole("link", { name })).closest("td")!;
  expect(await cell("part")).toHaveTextContent(
    "partCarries over 59 moulds of other schedules, 8 of them late",
  );
  expect(await cell("whole")).toHaveTextContent(/^whole$/);
  expect(await cell("calm")).toHaveTextContent(
    /^calmCarries over 59 moulds of other schedules$/,
  );
  expect(screen.getByText("1,234")).toBeVisible();
});

test("the figures of a published schedule are those of the plan in force, not of a newer one", async () => {
  const row = {
    ...{ id: "s1", name: "S1", status: 3, runStatus: 2, moulds: 60, late: 49 },
    ...{ planNumber: 3, carriedMoulds: 0, carriedLate: 0, today: null },
    ...{ inForceNumber: 2, createTime: "2026-03-20T00:30:00Z" },
  };
  const inForce = { moulds: 58, late: 17, carriedMoulds: 1, carriedLate: 0 };
  serveAnd({
    "POST aps/exe/job/query": () => ({
      data: { rows: [{ ...row, inForce }], inForce: null },
    }),
  });
  await showPage(<HomePage />, { may: ["aps.schedule.check"] });
  const link = await screen.findByRole("link", { name: "S1" });
  expect(link).toHaveAttribute("href", "/aps/schedule/s1/gantt?plan=2");
  expect(
    within(link.closest("tr")!)
      .getAllByRole("cell")
      .slice(0, 4)
      .map(({ textContent }) => textContent),
  ).toEqual([
    "S1Version 2 in force; newer ones are unpublishedCarries over 1 mould of another schedule",
    "✓Published",
    "58",
    "17",
  ]);
});

test("a plan in force says what is late by the dates of today, where its figures say otherwise", async () => {
  const none = { forcedLate: 0, lateParts: [], onTimeParts: [] };
  const row = (name: string, today: object | null) => ({
    ...{ id: name, name, status: 3, runStatus: 2, moulds: 3, late: 0 },
    ...{ planNumber: 1, carriedMoulds: 2, carriedLate: 0 },
    today: today && { ...none, ...today },
    createTime: "2026-03-20T00:30:00Z",
  });
  serveAnd({
    "POST aps/exe/job/query": () => ({
      data: {
        rows: [
          row("own", { late: 1, carriedLate: 0, moulds: ["A003"] }),
          row("carried", { late: 0, carriedLate: 1, moulds: ["A004"] }),
          row("others", { late: 0, carriedLate: 0, moulds: ["A1", "A2"] }),
          row("same", null),
        ],
        inForce: null,
      },
    }),
  });
  await showPage(<HomePage />, { may: ["aps.schedule.check"] });
  const cells = async (name: string) =>
    within((await screen.findByRole("link", { name })).closest("tr")!)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  const carries = "Carries over 2 moulds of other schedules";
  expect((await cells("own"))[0]).toBe(`own${carries}`);
  expect((await cells("own"))[3]).toBe("01 today");
  expect(screen.getByText("1 today")).toHaveAttribute(
    "title",
    "Moulds late by the dates of today: 1. Counted otherwise by the plan: A003",
  );
  expect((await cells("carried"))[0]).toBe(
    `carried${carries}1 late by the dates of today`,
  );
  expect((await cells("carried"))[3]).toBe("0");
  // As many, and other moulds.
  expect((await cells("others"))[3]).toBe("00 today");
  expect((await cells("same"))[0]).toBe(`same${carries}`);
  expect((await cells("same"))[3]).toBe("0");
});

test("a schedule that was not run yet has no figures, and not none of them", async () => {
  const row = (name: string, planNumber: number) => ({
    ...{ id: name, name, status: 0, runStatus: 0, moulds: 0, late: 0 },
    ...{ planNumber, createTime: "2026-03-20T00:30:00Z" },
  });
  serveAnd({
    "POST aps/exe/job/query": () => ({
      data: { rows: [row("new", 0), row("run", 1)], inForce: null },
    }),
  });
  await showPage(<HomePage />, { may: ["aps.schedule.check"] });
  const figures = async (name: string) =>
    within((await screen.findByRole("link", { name })).closest("tr")!)
      .getAllByRole("cell")
      .slice(2, 4)
      .map(({ textContent }) => textContent);
  expect(await figures("new")).toEqual(["–", "–"]);
  expect(await figures("run")).toEqual(["0", "0"]);
});

test.each([
  ["asks for no schedules without the permission", false],
  ["asks for them with it", true],
])("HOME-01: the page %s", async (_, sees) => {
  const sent = serve({});
  await showPage(<HomePage />, { may: sees ? ["aps.schedule.check"] : [] });
  await waitFor(() =>
    expect(sent.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "upms/home",
        ...(sees ? ["aps/exe/job/query"] : []),
      ]),
    ),
  );
  await screen.findByRole("heading", { name: "What you can open" });
  expect(sent.some(({ path }) => path.startsWith("aps/"))).toBe(sees);
  if (!sees) {
    expect(screen.queryByRole("alert")).toBeNull();
    expect(
      screen.queryByRole("heading", { name: "Latest schedules" }),
    ).toBeNull();
  }
});
