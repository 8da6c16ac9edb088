import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider, useParams } from "react-router";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Providers } from "@/app/providers";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { answerExport } from "../../testing/answer-export";
import { fakeServer, type Sent } from "../../testing/fake-server";
import { userAt } from "../../testing/places";
import { firstIn } from "./use-record-form";
import type { Field, Meta, Operation } from "./metadata";
import { ResourcePage } from "./resource-page";

function field(key: string, kind: Field["kind"], more?: Partial<Field>): Field {
  return {
    key,
    kind,
    label: { zh: key, en: key[0]!.toUpperCase() + key.slice(1) },
    required: false,
    unique: false,
    readOnly: false,
    hideInList: false,
    ...more,
  };
}

const may: Operation[] = [
  "check",
  "detail",
  "add",
  "modify",
  "delete",
  "export",
];

const meta: Meta = {
  entity: "machine",
  path: "bms/machine",
  label: { zh: "设备", en: "Machine" },
  permission: "ems.machine",
  may,
  sort: "name",
  title: "name",
  groups: [
    {
      label: { zh: "基本信息", en: "General" },
      fields: ["name", "alias", "section", "rate", "ips"],
    },
  ],
  fields: [
    field("name", "text", { required: true }),
    field("alias", "text"),
    field("section", "reference", { reference: "section" }),
    field("rate", "decimal"),
    field("ips", "lines", {
      hideInList: true,
      fields: [field("address", "text", { required: true })],
    }),
  ],
};

const machine = {
  id: "m1",
  version: 3,
  createdAt: "2026-03-01T00:00:00Z",
  updatedAt: "2026-03-01T00:00:00Z",
  name: "EDM-1",
  alias: "",
  section: "s1",
  rate: 80,
  ips: [{ address: "10.0.0.1" }],
};

const names = { s1: "Sparks" };

type Handlers = Parameters<typeof fakeServer>[0];

async function show(path: string, handlers: Handlers = {}, rights = may) {
  await switchLanguage("en");
  const sent = fakeServer({
    "GET meta/machine": () => ({ data: { ...meta, may: rights } }),
    "GET bms/machine": () => ({
      data: { rows: [machine], total: 1, page: 1, size: 200, names },
    }),
    "GET bms/machine/m1": () => ({ data: { row: machine, names } }),
    "GET bms/machine/m1/used-by": () => ({
      data: {
        items: [
          {
            label: "Operation",
            count: 4,
            entity: "operation",
            rows: [
              { id: "o1", title: "P1/20" },
              { id: "o2", title: "P2/10" },
            ],
          },
        ],
      },
    }),
    ...handlers,
  });
  const router = createMemoryRouter(
    [{ path: "/ems/machine/:id?", Component: Screen }],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByRole("grid");
  return { user: userEvent.setup(), router, sent };
}

function Screen() {
  const { id } = useParams();
  return (
    <Providers>
      <Suspense>
        <ResourcePage entity="machine" home="/ems/machine" openId={id} />
      </Suspense>
    </Providers>
  );
}

const box = (name: RegExp) => screen.findByRole("textbox", { name });

/** The question in the middle; the panel beside the list is a dialog too. */
async function dialog() {
  return waitFor(() => {
    const open = document.querySelector<HTMLElement>(".ant-modal-confirm");
    expect(open).not.toBeNull();
    return open!;
  });
}

const posted = (sent: Sent[], method: string) =>
  sent.filter((one) => one.method === method);

beforeEach(() => session.set({ token: "t" }));
afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
  localStorage.clear();
  sessionStorage.clear();
});

test("shows rows with the names of what they refer to", async () => {
  await show("/ems/machine");
  const grid = screen.getByRole("grid");
  expect(await within(grid).findByText("EDM-1")).toBeVisible();
  expect(within(grid).getByText("Sparks")).toBeVisible();
});

test("the server's words land on their fields, the first gets the cursor", async () => {
  const { user } = await show("/ems/machine/new", {
    "POST bms/machine": () => ({
      status: 422,
      code: 422,
      data: [
        { field: "ips.0.address", rule: "required", message: "No address" },
        { field: "name", rule: "required", message: "Name cannot be empty" },
      ],
    }),
  });
  await user.click(await screen.findByRole("button", { name: "Add a line" }));
  await user.click(screen.getByRole("button", { name: /Save$/ }));
  expect(await screen.findByText("Name cannot be empty")).toBeVisible();
  expect(screen.getByText("No address")).toBeVisible();
  const name = await box(/^Name/);
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAttribute("aria-invalid", "true");
  // A word about the old value goes when the value does.
  await user.type(name, "A");
  expect(screen.queryByText("Name cannot be empty")).toBeNull();
});

test("what is wrong with a field follows the person to another language", async () => {
  const { user } = await show("/ems/machine/new", {
    "POST bms/machine": () => ({
      status: 422,
      code: 422,
      data: [
        {
          field: "name",
          rule: "required",
          message: "Name cannot be empty",
          texts: { zh: "请填写名称", en: "Name cannot be empty" },
        },
        {
          field: "elsewhere",
          rule: "unique",
          message: "Taken",
          texts: { zh: "已被占用", en: "Taken" },
        },
      ],
    }),
  });
  await user.click(await screen.findByRole("button", { name: /Save$/ }));
  expect(await screen.findByText("Name cannot be empty")).toBeVisible();
  await act(() => switchLanguage("zh"));
  expect(await screen.findByText("请填写名称")).toBeVisible();
  expect(screen.getByText("已被占用")).toBeVisible();
  expect(screen.queryByText("Name cannot be empty")).toBeNull();
});

test("Ctrl+S sends what changed and nothing else, then closes", async () => {
  const { user, router, sent } = await show("/ems/machine/m1?q=EDM", {
    "PATCH bms/machine/m1": () => ({ data: { row: machine, names } }),
  });
  await user.type(await box(/^Alias/), "old lady");
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/ems/machine"),
  );
  expect(posted(sent, "PATCH")[0]!.body).toEqual({
    version: 3,
    alias: "old lady",
  });
});

test("a save that changes nothing sends nothing, and closes", async () => {
  const { user, router, sent } = await show("/ems/machine/m1");
  await box(/^Alias/);
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/ems/machine"),
  );
  expect(posted(sent, "PATCH")).toEqual([]);
});

// BASE-MACHINE-11: who leaves an adjustment of a machine is warned.
test("a stray Escape does not lose what was typed", async () => {
  const { user, router } = await show("/ems/machine/m1");
  await user.type(await box(/^Alias/), "x");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(router.state.location.pathname).toBe("/ems/machine/m1");
  expect(await box(/^Alias/)).toHaveValue("x");
});

test("somebody else's change is merged, a clash is decided before anything is saved", async () => {
  const theirs = { ...machine, version: 4, alias: "theirs", rate: 99 };
  let times = 0;
  const { user, sent } = await show("/ems/machine/m1", {
    "PATCH bms/machine/m1": () =>
      times++ === 0
        ? {
            status: 409,
            code: 20009,
            data: { current: theirs, changedBy: "Li Wei", changedAt: "" },
          }
        : { data: { row: theirs, names } },
  });
  const alias = await box(/^Alias/);
  await user.type(alias, "mine");
  await user.click(screen.getByRole("button", { name: /Save$/ }));
  const words = await screen.findByText(/^Li Wei saved this record while/);
  const notice = words.closest<HTMLElement>("[role=alert]")!;
  expect(notice).toHaveTextContent("One field still needs your choice: Alias");
  // Keyboard and reader are taken there, wherever the form was scrolled to.
  await waitFor(() =>
    expect(within(notice).getByLabelText("Mine: mine")).toHaveFocus(),
  );
  expect(screen.getByRole("spinbutton", { name: /^Rate/ })).toHaveValue("99");
  expect(alias).toHaveValue("mine");

  // Undecided, no way of saving overwrites what the other person saved.
  expect(screen.getByRole("button", { name: /Save$/ })).toBeDisabled();
  expect(screen.getByText(/^Choose in one conflict first/)).toBeVisible();
  await user.type(alias, " still");
  await user.keyboard("{Enter}{Control>}s{/Control}");
  expect(within(notice).getByLabelText("Mine: mine still")).toHaveFocus();
  expect(posted(sent, "PATCH")).toHaveLength(1);

  await user.click(screen.getByLabelText("Theirs: theirs"));
  expect(alias).toHaveValue("theirs");
  expect(notice).toHaveTextContent("Everything is decided");
  await user.type(alias, "!");
  await user.click(screen.getByRole("button", { name: /Save$/ }));
  await waitFor(() => expect(posted(sent, "PATCH")).toHaveLength(2));
  expect(posted(sent, "PATCH")[1]!.body).toEqual({
    version: 4,
    alias: "theirs!",
  });
});

test("a question of the server is asked, and its answer travels along", async () => {
  const { user, sent } = await show("/ems/machine/m1", {
    "PATCH bms/machine/m1": ({ query }) =>
      query.get("confirm") === "planned"
        ? { data: { row: machine, names } }
        : {
            status: 409,
            code: 20010,
            data: { key: "planned", text: "It is planned", items: ["M1/P1"] },
          },
  });
  await user.type(await box(/^Alias/), "x");
  await user.click(screen.getByRole("button", { name: /Save$/ }));
  expect(await dialog()).toHaveTextContent("It is plannedM1/P1");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(posted(sent, "PATCH")).toHaveLength(2));
});

// BASE-ALL-01.
test("a record that others refer to offers the way to them, and no deletion that must fail", async () => {
  const { user, sent } = await show("/ems/machine/m1");
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const shown = await dialog();
  expect(shown).toHaveTextContent("Machine “EDM-1” is in use");
  expect(shown).toHaveTextContent("Operation4P1/20P2/10and 2 more");
  expect(
    within(shown).queryByRole("button", { name: "Delete" }),
  ).not.toBeInTheDocument();
  await user.click(within(shown).getByRole("button", { name: "Close" }));
  expect(posted(sent, "DELETE")).toHaveLength(0);
});

test("deleting names the record", async () => {
  const { user, sent } = await show("/ems/machine/m1", {
    "GET bms/machine/m1/used-by": () => ({ data: { items: [] } }),
    "DELETE bms/machine/m1": () => ({ data: { deleted: 1 } }),
  });
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const asked = await dialog();
  expect(asked).toHaveTextContent("Delete machine “EDM-1”?");
  expect(posted(sent, "DELETE")).toHaveLength(0);
  await user.click(within(asked).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(posted(sent, "DELETE")).toHaveLength(1));
});

test("what somebody has changed since it was shown is not deleted unseen", async () => {
  let now = machine;
  const { user, sent } = await show("/ems/machine", {
    "GET bms/machine": () => ({
      data: { rows: [now], total: 1, page: 1, size: 200, names },
    }),
    "GET bms/machine/m1/used-by": () => ({ data: { items: [] } }),
    "DELETE bms/machine/m1": ({ query }) => {
      if (query.get("version") === String(now.version) && now !== machine) {
        return { data: { deleted: 1 } };
      }
      now = { ...machine, version: 4, alias: "big lady" };
      return {
        status: 409,
        code: 20009,
        data: { name: "EDM-1", current: now, changedBy: "Li Wei" },
      };
    },
  });
  await screen.findByText("1 of 1 row");
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  const press = async () => {
    await user.click(screen.getByRole("button", { name: "Delete" }));
    const asked = await dialog();
    await user.click(within(asked).getByRole("button", { name: "Delete" }));
  };
  await press();
  expect(await screen.findByText(/EDM-1 · Li Wei/)).toBeInTheDocument();
  expect(posted(sent, "DELETE")[0]!.query.get("version")).toBe("3");
  // What they made of it is shown before it can go.
  expect(
    await within(screen.getByRole("grid")).findByText("big lady"),
  ).toBeVisible();
});

test("the panel of a row that has been saved deletes it no more, as long as it is still there", async () => {
  const { user, router, sent } = await show("/ems/machine/m1", {
    "PATCH bms/machine/m1": () => ({ data: { row: machine, names } }),
  });
  vi.spyOn(router, "navigate").mockResolvedValue(undefined);
  await user.type(await box(/^Alias/), "old lady");
  const button = screen.getByRole("button", { name: "Delete" });
  expect(button).toBeEnabled();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(posted(sent, "PATCH")).toHaveLength(1));
  await waitFor(() => expect(button).toBeDisabled());
  expect(router.state.location.pathname).toBe("/ems/machine/m1");
});

test("ERR-07: of a deletion done in part the reply names what stays, and the list is read again", async () => {
  const spare = { ...machine, id: "m2", name: "EDM-2" };
  let rows = [machine, spare];
  const { user, sent } = await show("/ems/machine", {
    "GET bms/machine": () => ({
      data: { rows, total: rows.length, page: 1, size: 200, names },
    }),
    "POST bms/machine/delete": () => {
      rows = [machine];
      return { code: 207, message: "1 deleted. Not these:", data: ["EDM-1"] };
    },
  });
  await screen.findByText("2 of 2 rows");
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(
    within(await dialog()).getByRole("button", { name: "Delete" }),
  );
  expect(
    await screen.findByText('1 deleted. Not these: "EDM-1"'),
  ).toBeInTheDocument();
  expect(await screen.findByText("1 of 1 row")).toBeVisible();
  expect(posted(sent, "POST").at(-1)?.body).toEqual({
    ids: ["m1", "m2"],
    versions: { m1: 3, m2: 3 },
  });
  // Who needs what stays is asked, and nobody else.
  await waitFor(() =>
    expect(
      sent.map(({ path }) => path).filter((path) => /used-by$/.test(path)),
    ).toEqual(["bms/machine/m1/used-by"]),
  );
});

test("what a deletion of several left out comes with the list of who needs it", async () => {
  const spare = { ...machine, id: "m2", name: "EDM-2" };
  const { user } = await show("/ems/machine", {
    "GET bms/machine": () => ({
      data: { rows: [machine, spare], total: 2, page: 1, size: 200, names },
    }),
    "POST bms/machine/delete": () => ({
      status: 409,
      code: 20001,
      message: "No Machine was deleted",
      data: ["EDM-1", "EDM-2"],
    }),
    "GET bms/machine/m2/used-by": () => ({ data: { items: [] } }),
  });
  await screen.findByText("2 of 2 rows");
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(
    within(await dialog()).getByRole("button", { name: "Delete" }),
  );
  const told = await screen.findByRole("region", { name: "EDM-1" });
  expect(told).toHaveTextContent("P1/20P2/10and 2 more");
  expect(screen.queryByRole("region", { name: "EDM-2" })).toBeNull();
});

// BASE-TEAM-01: who belongs to a record is named, not only counted.
test("who refers to a record is named, as far as the server names them", async () => {
  const { user } = await show("/ems/machine/m1");
  await user.click(await screen.findByRole("tab", { name: "Used by" }));
  const named = (await screen.findByText("P1/20")).closest(".uses > li");
  expect(named).toHaveTextContent("Operation4P1/20P2/10and 2 more");
});

// BASE-ALL-02, BASE-SHIFT-02.
test("a flag says yes and no in its own words", async () => {
  const valid = field("valid", "flag", {
    options: [
      { value: 1, label: { zh: "有效", en: "valid" } },
      { value: 0, label: { zh: "无效", en: "invalid" } },
    ],
  });
  const own = {
    ...meta,
    fields: [...meta.fields, valid],
    groups: [{ label: meta.groups[0]!.label, fields: ["name", "valid"] }],
  };
  const retired = { ...machine, valid: false };
  const { user, sent } = await show("/ems/machine/m1", {
    "GET meta/machine": () => ({ data: own }),
    "GET bms/machine": () => ({
      data: { rows: [retired], total: 1, page: 1, size: 200, names },
    }),
    "GET bms/machine/m1": () => ({ data: { row: retired, names } }),
    "PATCH bms/machine/m1": () => ({ data: { row: machine, names } }),
  });
  expect(
    await screen.findByRole("gridcell", { name: "Invalid" }),
  ).toBeVisible();
  await user.click(await screen.findByRole("switch", { name: "Valid" }));
  await user.click(screen.getByRole("button", { name: /Save$/ }));
  await waitFor(() => expect(posted(sent, "PATCH")).toHaveLength(1));
  expect(posted(sent, "PATCH")[0]!.body).toEqual({ version: 3, valid: true });
});

test("an entity without a key to import by offers no import", async () => {
  await show("/ems/machine", {
    "GET meta/machine": () => ({ data: { ...meta, imports: false } }),
  });
  expect(screen.getByRole("button", { name: "Export" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
});

test("without the right to change, the form only shows and says which right", async () => {
  await show("/ems/machine/m1", {}, ["check", "detail"]);
  expect(await screen.findByText(/permission “Machine: change”/)).toBeVisible();
  expect(await box(/^Alias/)).toBeDisabled();
  for (const name of ["Save", "Delete", "New", "Import", "Export"]) {
    expect(isGrey(screen.getByRole("button", { name })), name).toBe(true);
  }
});

const isGrey = (button: HTMLElement) =>
  button.getAttribute("aria-disabled") === "true";

// A viewer sees what could be done, and learns who can give it.
test("a grey Add says what is missing, and opens nothing", async () => {
  const reason = {
    ...{ permission: "ems.machine.add", reason: "grant" as const },
    module: { zh: "设备", en: "Equipment" },
    page: { zh: "设备", en: "Machines" },
    operation: { zh: "新增", en: "add" },
    ...{ roles: [], people: ["Chen Jing"] },
  };
  const { user, router, sent } = await show(
    "/ems/machine",
    { "GET upms/permission/why": () => ({ data: reason }) },
    ["check", "detail"],
  );
  await user.click(screen.getByRole("button", { name: "New" }));
  expect(
    await screen.findByText("People who can grant it: Chen Jing."),
  ).toBeVisible();
  expect(
    sent
      .filter(({ path }) => path === "upms/permission/why")
      .map(({ query }) => query.get("permission")),
  ).toEqual(["ems.machine.add"]);
  expect(router.state.location.pathname).toBe("/ems/machine");
});

// Who sees a part of a list is told so, and why; so is who opens a record that may lie outside.
test("a list that is narrowed says so, and a record that is not found", async () => {
  const limits = [
    { limit: "section", hidden: 2, roles: [], people: ["Chen Jing"] },
  ];
  const { user } = await show("/ems/machine/m9", {
    "GET meta/machine": () => ({ data: { ...meta, narrowed: ["section"] } }),
    "GET bms/machine/m9": () => ({ status: 404, code: 404 }),
    "GET upms/permission/limits": () => ({ data: { limits } }),
  });
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent(/may have been deleted.*outside of what/);
  const [list, record] = screen.getAllByRole("button", {
    name: "You see a part of them. Why?",
  });
  expect(alert).toContainElement(record!);
  await user.click(list!);
  expect(
    await screen.findByText(/2 sections of this factory/),
  ).toBeInTheDocument();
  expect(
    screen.getByText("People who can change it: Chen Jing."),
  ).toBeInTheDocument();
});

test("a list that is whole says nothing of limits", async () => {
  await show("/ems/machine", {
    "GET meta/machine": () => ({ data: { ...meta, narrowed: [] } }),
  });
  expect(await screen.findByText("EDM-1")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Why/ })).toBeNull();
});

test("with the right to add, the button is the plain one", async () => {
  const { user, router } = await show("/ems/machine");
  const add = screen.getByRole("button", { name: "New" });
  expect(isGrey(add)).toBe(false);
  await user.click(add);
  expect(router.state.location.pathname).toBe("/ems/machine/new");
});

test("the chosen rows of a viewer have a grey Delete", async () => {
  const { user } = await show("/ems/machine", {}, ["check"]);
  await screen.findByText("1 of 1 row");
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  expect(isGrey(screen.getByRole("button", { name: "Delete" }))).toBe(true);
});

test.each([
  ["what nobody may add offers nothing grey", { without: ["add"] }, ""],
  ["a guest sees nothing grey", {}, "supplier"],
] as const)("%s", async (_name, change, guest) => {
  session.set({ userData: { ...userAt("t1", "f1"), guest } });
  await show(
    "/ems/machine",
    {
      "GET meta/machine": () => ({
        data: { ...meta, ...change, may: ["check", "detail"] },
      }),
    },
    [],
  );
  expect(screen.queryByRole("button", { name: "New" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
});

test("the first wrong field is the first of the form, not of the reply", () => {
  const errors = ["rate", "unknown", "alias"].map((one) => ({
    field: one,
    rule: "",
    texts: { zh: "", en: "" },
  }));
  expect(firstIn(meta, errors)).toBe("alias");
});

test("what was typed survives a lost session, but for secrets", async () => {
  const { user, router } = await show("/ems/machine/m1");
  await user.type(await box(/^Alias/), "new name");
  expect(sessionStorage.length).toBe(1);
  // Signed out: the page goes, nobody has been asked.
  session.clear();
  cleanup();
  session.set({ token: "t" });
  await show("/ems/machine/m1");
  expect(await box(/^Alias/)).toHaveValue("new name");
  await user.click(
    await screen.findByRole("button", { name: "Drop these changes" }),
  );
  expect(await box(/^Alias/)).toHaveValue("");
  expect(router.state.location.pathname).toBe("/ems/machine/m1");
});

test("the search box follows a menu entry, and the same words find again", async () => {
  const { user, router } = await show("/ems/machine?q=EDM");
  const search = screen.getByRole("searchbox");
  await act(() => router.navigate("/ems/machine"));
  await waitFor(() => expect(search).toHaveValue(""));
  await user.type(search, "ED");
  await waitFor(() => expect(router.state.location.search).toBe("?q=ED"));
  await user.type(search, "M");
  await waitFor(() => expect(router.state.location.search).toBe("?q=EDM"));
  expect(search).toHaveValue("EDM");
});

test("who refers to a record is not nobody while the server cannot say", async () => {
  const { user } = await show("/ems/machine/m1", {
    "GET bms/machine/m1/used-by": () => ({
      status: 500,
      code: 500,
      message: "",
    }),
  });
  await user.click(await screen.findByRole("tab", { name: "Used by" }));
  const words = await screen.findByText(/^Something went wrong on the server/);
  expect(words).toBeVisible();
  expect(
    within(words.parentElement!).getByRole("button", { name: "Try again" }),
  ).toBeVisible();
  expect(screen.queryByText(/it can be deleted/)).toBeNull();
});

/** The server's memory of saved views; another tab may have been there before. */
function views(...names: string[]) {
  const path = "upms/preference/views.resource.machine";
  const kept = { views: names.map((name) => ({ name })) as unknown };
  return {
    kept,
    handlers: {
      [`GET ${path}`]: () => ({ data: { value: kept.views } }),
      [`PUT ${path}`]: ({ body }: Sent) => {
        kept.views = body.value;
        return {};
      },
    },
  };
}

test("a view keeps columns and search, on the server", async () => {
  const { kept, handlers } = views();
  const { user, sent } = await show("/ems/machine?q=EDM", handlers);
  await user.click(screen.getByText("Views"));
  await user.type(
    await screen.findByRole("textbox", { name: "View name" }),
    "Sparks",
  );
  await user.click(screen.getByRole("button", { name: "Save this view" }));
  await waitFor(() => expect(posted(sent, "PUT")).toHaveLength(1));
  expect(kept.views).toMatchObject([{ name: "Sparks", search: "EDM" }]);
  await user.click(await screen.findByRole("button", { name: "Sparks" }));
});

test("views that could not be read are not written over", async () => {
  const { user, sent } = await show("/ems/machine", {
    "GET upms/preference/views.resource.machine": () => ({
      status: 500,
      code: 500,
      message: "",
    }),
  });
  await user.click(screen.getByText("Views"));
  await user.type(
    await screen.findByRole("textbox", { name: "View name" }),
    "Sparks",
  );
  // A word about an earlier failure may still stand elsewhere.
  const menu = screen.getByText("Views").closest("details")!;
  expect(
    await within(menu).findByText(/^Something went wrong on the server/),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Save this view" })).toBeDisabled();
  const kept = sent.filter(
    ({ method, path }) => method === "PUT" && path.includes("/views."),
  );
  expect(kept).toHaveLength(0);
});

test("two views removed in one breath are both gone, and one that another tab saved stays", async () => {
  const { kept, handlers } = views("A", "B");
  const { user } = await show("/ems/machine", handlers);
  await user.click(screen.getByText("Views"));
  const gone = (name: string) =>
    screen.findByRole("button", { name: `Delete the view “${name}”` });
  const [a, b] = [await gone("A"), await gone("B")];
  kept.views = ["A", "B", "C"].map((name) => ({ name }));
  fireEvent.click(a);
  fireEvent.click(b);
  await waitFor(() => expect(kept.views).toEqual([{ name: "C" }]));
});

test("the default columns keep the title at the left, and each person has their own", async () => {
  session.set({ userData: userAt("a", "a1") });
  localStorage.setItem(
    "mw.layout.somebody.resource.machine",
    JSON.stringify({ hidden: ["alias"] }),
  );
  const { user } = await show("/ems/machine");
  const alias = () => screen.queryByRole("columnheader", { name: /Alias/ });
  expect(alias()).toBeInTheDocument();
  await user.click(screen.getByText("Columns"));
  await user.click(
    screen.getByRole("checkbox", { name: "Show column “Alias”" }),
  );
  expect(alias()).toBeNull();
  await user.click(screen.getByRole("button", { name: "Default columns" }));
  expect(alias()).toBeInTheDocument();
  expect(
    screen.getByRole("button", { name: "Pin column “Name”" }),
  ).toHaveAttribute("aria-pressed", "true");
});

// product.md: out of the table's first view is not out of reach.
test("a column that is hidden at first can be shown, by the layout of before too", async () => {
  session.set({ userData: userAt("a", "a1") });
  localStorage.setItem(
    "mw.layout.a1.resource.machine",
    JSON.stringify({ hidden: [] }),
  );
  const { user } = await show("/ems/machine");
  const header = () => screen.queryByRole("columnheader", { name: /Ips/ });
  expect(header()).toBeNull();
  await user.click(screen.getByText("Columns"));
  await user.click(screen.getByRole("checkbox", { name: "Show column “Ips”" }));
  expect(header()).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Default columns" }));
  expect(header()).toBeNull();
});

// BASE-ALL-02
test("choices are valid rows; an invalid one that was chosen before stays, marked", async () => {
  const section = { ...machine, id: "s2", name: "Milling" };
  const { user, sent } = await show("/ems/machine/m1", {
    "GET bms/machine/m1": () => ({
      data: { row: machine, names, invalid: ["s1"] },
    }),
    "GET meta/section": () => ({
      data: { ...meta, entity: "section", path: "bms/section" },
    }),
    "GET bms/section": () => ({ data: { rows: [section], total: 1, names } }),
  });
  await screen.findByText("Sparks (invalid)");
  await user.click(document.getElementById("field-section")!);
  await screen.findByTitle("Milling");
  const asked = sent.find(({ path }) => path === "bms/section")!;
  expect(asked.query.get("valid")).toBe("true");
});

// A draft that outlived the session meets what somebody else has saved since: both are told, nothing is overwritten.
test("a restored draft is merged with a colleague's change", async () => {
  const first = await show("/ems/machine/m1");
  const alias = await box(/^Alias/);
  await first.user.type(alias, "mine");
  const rate = screen.getByRole("spinbutton", { name: /^Rate/ });
  await first.user.clear(rate);
  await first.user.type(rate, "90");
  act(() => session.clear()); // The session ends, nobody is asked.
  cleanup();
  session.set({ token: "t" });
  const theirs = { ...machine, version: 4, alias: "theirs", name: "EDM-9" };
  const { user, sent } = await show("/ems/machine/m1", {
    "GET bms/machine/m1": () => ({ data: { row: theirs, names } }),
    "PATCH bms/machine/m1": () => ({ data: { row: theirs, names } }),
  });
  expect(await box(/^Name/)).toHaveValue("EDM-9");
  expect(await box(/^Alias/)).toHaveValue("mine");
  await user.click(screen.getByRole("radio", { name: /Theirs: theirs/ }));
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() =>
    expect(posted(sent, "PATCH")[0]?.body).toEqual({ version: 4, rate: 90 }),
  );
});

test("what is odd about a saved row is said, and kept it from nothing", async () => {
  const warnings = ["The delivery is past"];
  const { user } = await show("/ems/machine/m1", {
    "PATCH bms/machine/m1": () => ({ data: { row: machine, names, warnings } }),
  });
  await user.type(await box(/^Alias/), "x");
  await user.keyboard("{Control>}s{/Control}");
  await screen.findByText("Saved “EDM-1”. Please note: The delivery is past");
});

test("a number is filtered from one value to another, and the address says so", async () => {
  const { user, router, sent } = await show("/ems/machine?f.rate=5..");
  expect(sent.at(-1)!.query.get("f.rate")).toBe("5..");
  await user.click(screen.getByText("Filter (1)"));
  expect(await screen.findByLabelText("Rate From")).toHaveValue("5");
  await user.type(screen.getByLabelText("Rate To"), "9");
  await waitFor(() =>
    expect(
      new URLSearchParams(router.state.location.search).get("f.rate"),
    ).toBe("5..9"),
  );
});

test("a field of one kind alone stands at rows of that kind: in the list, and in the form as soon as the kind is chosen", async () => {
  const kinds = ["Workpiece", "Electrode"].map((en, i) => ({
    value: i + 1,
    label: { zh: en, en },
  }));
  const states = [{ value: 1, label: { zh: "已设计", en: "Designed" } }];
  const parts: Meta = {
    ...meta,
    groups: [
      { label: { zh: "基本信息", en: "General" }, fields: ["name", "kind"] },
      { label: { zh: "电极", en: "Electrode" }, fields: ["state"] },
    ],
    fields: [
      meta.fields[0]!,
      field("kind", "choice", { options: kinds }),
      field("state", "choice", {
        options: states,
        when: { key: "kind", value: 2 },
      }),
    ],
  };
  const row = { ...machine, name: "P1", kind: 1, state: 1 };
  const { user } = await show("/ems/machine/m1", {
    "GET meta/machine": () => ({ data: parts }),
    "GET bms/machine": () => ({
      data: {
        rows: [row, { ...row, id: "m2", name: "E1", kind: 2 }],
        ...{ total: 2, page: 1, size: 200, names },
      },
    }),
    "GET bms/machine/m1": () => ({ data: { row, names } }),
  });
  const grid = screen.getByRole("grid");
  await screen.findByText("2 of 2 rows");
  expect(within(grid).getAllByText("Designed")).toHaveLength(1);

  const group = { name: "Electrode" };
  const kind = await screen.findByRole("combobox", { name: /^Kind/ });
  expect(screen.queryByRole("group", group)).toBeNull();
  await user.click(kind);
  await user.click(await screen.findByTitle("Electrode"));
  expect(await screen.findByRole("group", group)).toHaveTextContent("Designed");
});

test("another kind says what a save takes away before it is gone, and keeps it until then", async () => {
  const kinds = ["Workpiece", "Electrode"].map((en, i) => ({
    value: i + 1,
    label: { zh: en, en },
  }));
  const when = { key: "kind", value: 2 };
  const parts: Meta = {
    ...meta,
    groups: [
      {
        label: { zh: "基本信息", en: "General" },
        fields: ["name", "kind", "gap", "pieces", "place"],
      },
    ],
    fields: [
      meta.fields[0]!,
      field("kind", "choice", { options: kinds }),
      field("gap", "decimal", { when }),
      field("pieces", "integer", { when, initial: 1 }),
      field("place", "text", { when }),
    ],
  };
  const row = { ...machine, name: "E1", kind: 2, gap: 0.15, pieces: 1 };
  const { user } = await show("/ems/machine/m1", {
    "GET meta/machine": () => ({ data: parts }),
    "GET bms/machine": () => ({
      data: { rows: [row], total: 1, page: 1, size: 200, names },
    }),
    "GET bms/machine/m1": () => ({ data: { row, names } }),
  });
  const kind = await screen.findByRole("combobox", { name: /^Kind/ });
  await user.type(screen.getByRole("textbox", { name: "Place" }), "R1");
  await user.click(kind);
  await user.click(await screen.findByTitle("Workpiece"));
  expect(
    await screen.findByText(
      "Saving clears Gap 0.15, Place R1: for “Electrode” only.",
    ),
  ).toBeVisible();
  await user.click(kind);
  await user.click(await screen.findByTitle("Electrode"));
  expect(screen.queryByText(/^Saving clears/)).toBeNull();
  expect(screen.getByRole("textbox", { name: "Place" })).toHaveValue("R1");
});

test("CALL-19: a list that is exported says so", async () => {
  const { user } = await show("/ems/machine");
  answerExport();
  await user.click(await screen.findByRole("button", { name: "Export" }));
  expect(await screen.findByText("Export success")).toBeVisible();
});

test("counts nothing while the list has no answer", async () => {
  let isWell = false;
  const { user } = await show("/ems/machine", {
    "GET bms/machine": () =>
      isWell
        ? { data: { rows: [machine], total: 1, page: 1, size: 200, names } }
        : { status: 500, code: 500, message: "" },
  });
  const words = await screen.findByText(/The list could not be read/);
  expect(screen.queryByText(/of 0 rows/)).toBeNull();
  isWell = true;
  await user.click(
    within(words.parentElement!).getByRole("button", { name: "Try again" }),
  );
  expect(await screen.findByText("1 of 1 row")).toBeVisible();
});
