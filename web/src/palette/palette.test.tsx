import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Providers } from "@/app/providers";
import { recordPath } from "@/app/record-path";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { menuItemOf, moduleOf } from "../../testing/places";
import { fakeServer } from "../../testing/fake-server";
import { typeAtOnce } from "../../testing/type-at-once";
import { fitting, rank } from "./entries";
import { IdQueryPage } from "./id-query-page";

const leaf = (menuKey: string, menuName: string, menuUrl: string) =>
  menuItemOf({ menuKey, menuName, menuUrl, treeKey: menuKey });

const aps = moduleOf({
  menuChildren: [
    leaf("aps.schedule", "Schedules", "/aps/schedule"),
    leaf("aps.task", "Task table", "/aps/task"),
  ],
});

const hits = [
  { entity: "mould", label: "Mould", id: "m1", title: "M26-0001" },
  { entity: "schedule", label: "Schedule", id: "s1", title: "Week 26" },
  { entity: "unknown", label: "?", id: "x", title: "no page" },
];

const named = [
  {
    entity: "process",
    label: "Process",
    id: "p1",
    title: "线切割",
    bilingual: true,
  },
  { entity: "machine", label: "Machine", id: "c1", title: "立加" },
];

function Here() {
  const { pathname, search } = useLocation();
  return (
    <Providers>
      <output>{pathname + search}</output>
    </Providers>
  );
}

function Query() {
  return (
    <Providers>
      <IdQueryPage pathOf={recordPath} />
    </Providers>
  );
}

function show(path = "/home") {
  const sent = fakeServer({
    "POST upms/user/getModuleTree.do": () => ({
      data: {
        moduleData: [
          {
            ...aps,
            moduleName: "计划",
            menuChildren: [leaf("aps.task", "任务表", "/aps/task")],
          },
        ],
      },
    }),
    "POST bms/sys/search": ({ body }) => ({
      data: {
        hits:
          body.q === "加" ? named : String(body.q).includes("26") ? hits : [],
      },
    }),
  });
  const router = createMemoryRouter(
    [
      { path: "/reports/query/idQuery", Component: Query },
      { path: "*", Component: Here },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), router, sent };
}

beforeEach(async () => {
  await switchLanguage("en");
  session.set({ modules: [aps], permitted: { "pm.mould.add": true } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const option = (name: RegExp) => screen.findByRole("option", { name });

test("Ctrl+K finds a menu by the keyboard and goes there; Escape and Ctrl+K close", async () => {
  const { user, router } = show();
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox");
  await user.type(field, "task");
  expect(await option(/Task table/)).toHaveAttribute("aria-selected", "true");
  expect(screen.queryByRole("option", { name: /Schedules/ })).toBeNull();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/aps/task"));
  expect(screen.queryByRole("combobox")).toBeNull();
  await user.keyboard("{Meta>}k{/Meta}");
  await screen.findByRole("combobox");
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.queryByRole("combobox")).toBeNull();
});

// I18N-06, R15, PANEL-11, VALID-06: names in the other language count, what wants a window gets one, and a search waits half a second.
test("a menu is found by its name in the other language, and opens where it says", async () => {
  const beside = {
    ...leaf("aps.beside", "Reference", "/docs"),
    externalUrlFlag: 1,
    newWindowFlag: 1,
  };
  const marked = leaf(
    "aps.marked",
    "Reference in a tab",
    "/x?target=_blank&y=1",
  );
  session.set({
    modules: [{ ...aps, menuChildren: [...aps.menuChildren, beside, marked] }],
  });
  const opened = vi.fn();
  vi.stubGlobal("open", opened);
  const { user, router, sent } = show();
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "任务表");
  expect(await option(/Task table/)).toBeVisible();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/aps/task"));
  for (const [name, address] of [
    [/^Reference Planning/, "/docs"],
    [/^Reference in a tab/, "/x?y=1&hideHead=0"],
  ] as const) {
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox"), "reference");
    await user.click(await option(name));
    expect(opened).toHaveBeenLastCalledWith(address, "_blank", "noopener");
  }
  expect(router.state.location.pathname).toBe("/aps/task");
  expect(sent.filter(({ path }) => path === "bms/sys/search")).toHaveLength(0);
});

test("records of every kind are found, by kind, and open their pages; what has no page is left out", async () => {
  const { user, router, sent } = show();
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "26");
  await option(/M26-0001/);
  expect(sent.filter(({ path }) => path === "bms/sys/search")).toHaveLength(1);
  const kinds = screen.getAllByRole("group");
  expect(within(kinds.at(-1)!).getByText("Week 26")).toBeVisible();
  expect(screen.queryByText("no page")).toBeNull();
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/aps/schedule/s1/gantt"),
  );
});

test("only what the person may do is offered", async () => {
  const { user } = show();
  await user.keyboard("{Control>}k{/Control}");
  expect(await option(/New mould/)).toBeVisible();
  expect(screen.queryByRole("option", { name: /Import moulds/ })).toBeNull();
  await user.click(await option(/Switch to dark/));
  expect(document.documentElement.dataset.theme).toBe("dark");
  await user.keyboard("{Control>}k{/Control}");
  await user.click(await option(/Switch to light/));
});

test("ROUTE-17: the ID query shows every record that carries the number, and says when there is none", async () => {
  const { user, router } = show("/reports/query/idQuery?id=M26-0001");
  const link = await screen.findByRole("link", { name: /M26-0001/ });
  expect(link).toHaveAttribute("href", "/pm/mould/m1");
  const field = screen.getByRole("searchbox");
  await user.clear(field);
  await user.type(field, "none");
  await screen.findByText(/Nothing found for “none”/);
  expect(router.state.location.search).toBe("?id=none");
});

test("the whole name comes before its beginning, that before its middle, that before single words", () => {
  expect(
    ["Task", "Task table", "The task", "table of tasks", "x"].map((name) =>
      rank(name, "task"),
    ),
  ).toEqual([4, 3, 2, 2, 0]);
  expect(rank("Task table", "table task")).toBe(1);
  const entry = (name: string) => ({ key: name, name, of: "Planning" });
  const found = fitting([entry("My task"), entry("Task")], " TASK ", 1);
  expect(found.map(({ name }) => name)).toEqual(["Task"]);
});

// VALID-06, R15
test("a number is looked for once it is typed, not at each letter", async () => {
  const { sent } = show("/reports/query/idQuery");
  typeAtOnce(await screen.findByRole("searchbox"), "M26");
  const searched = () =>
    sent
      .filter(({ path }) => path === "bms/sys/search")
      .map(({ body }) => body.q);
  await waitFor(() => expect(searched()).not.toEqual([]));
  expect(searched()).toEqual(["M26"]);
});

// What the menu hides is no mystery either.
test("a page that the person may not open is found by its name, grey, and tells why", async () => {
  const { user, router } = show();
  const hidden = (names: string[]) =>
    ["pm.mould", "aps.task", "platform.tenant"].map((treeKey, i) => ({
      ...leaf(treeKey, names[i]!, `/${treeKey}`),
      need: treeKey === "pm.mould" ? "pm.mould.modify" : `${treeKey}.check`,
      display: treeKey === "aps.task" ? 1 : 0,
    }));
  const sent = fakeServer({
    "POST upms/user/getModuleTree.do": ({ body }) => ({
      data: {
        moduleData: [
          {
            ...aps,
            menuChildren: hidden(
              body.language === "zh"
                ? ["模具", "任务表", "租户"]
                : ["Moulds", "Task table", "Tenants"],
            ),
          },
        ],
      },
    }),
    "POST bms/sys/search": () => ({ data: { hits: [] } }),
    "GET upms/permission/why": () => ({
      data: {
        ...{ permission: "pm.mould.modify", reason: "grant" },
        module: { zh: "", en: "" },
        page: { zh: "模具", en: "Moulds" },
        operation: { zh: "查看", en: "view" },
        ...{ roles: [], people: ["Chen Jing"] },
      },
    }),
  });
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox");
  await user.type(field, "模具");
  const found = await option(/^Moulds/);
  expect(found).toHaveAttribute("aria-disabled", "true");
  expect(found).toHaveTextContent("No permission – why?");
  await user.keyboard("{Enter}");
  expect(
    await screen.findByText("People who can grant it: Chen Jing."),
  ).toBeVisible();
  expect(
    sent
      .filter(({ path }) => path === "upms/permission/why")
      .map(({ query }) => query.get("permission")),
  ).toEqual(["pm.mould.modify"]);
  expect(router.state.location.pathname).toBe("/home");
  await user.clear(field);
  await user.type(field, "ten");
  expect(await screen.findByText(/Nothing found/)).toBeVisible();
  await user.keyboard("{Control>}k{/Control}");
});

test("what nobody has granted is found grey, and not before something is typed", async () => {
  const { user } = show();
  await user.keyboard("{Control>}k{/Control}");
  await option(/New mould/);
  expect(screen.queryByRole("option", { name: /New machine/ })).toBeNull();
  await user.type(screen.getByRole("combobox"), "new m");
  expect(await option(/New machine/)).toHaveAttribute("aria-disabled", "true");
  expect(await option(/New mould/)).toHaveAttribute("aria-disabled", "false");
  await user.keyboard("{Control>}k{/Control}");
});

test("a record that lacks its English name is marked, one that has none in any language is not", async () => {
  const { user } = show();
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "加");
  const marked = await option(/线切割/);
  expect(marked).toContainElement(
    screen.getByRole("img", { name: "No English name yet" }),
  );
  expect(await option(/立加/)).toBeVisible();
  expect(
    screen.getAllByRole("img", { name: "No English name yet" }),
  ).toHaveLength(1);
});
