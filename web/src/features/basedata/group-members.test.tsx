import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Suspense } from "react";
import { useParams } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Field, Meta } from "@/resource/metadata";
import { ResourcePage } from "@/resource/resource-page";
import { looseServer, type Sent } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import { recordExtras } from "./record-extras";

const text = (key: string, more?: Partial<Field>): Field => ({
  key,
  kind: "text",
  label: { zh: key, en: key },
  required: false,
  unique: false,
  readOnly: false,
  hideInList: false,
  ...more,
});

const meta: Meta = {
  entity: "group",
  path: "bms/group",
  label: { zh: "资源组", en: "Resource group" },
  permission: "system.group",
  may: ["check", "detail", "modify"],
  sort: "name",
  title: "name",
  groups: [
    {
      label: { zh: "基本", en: "General" },
      fields: ["name", "remark", "count"],
    },
  ],
  fields: [
    text("name"),
    text("remark"),
    text("count", { kind: "integer", readOnly: true, derived: true }),
  ],
};

const times = {
  createdAt: "2026-03-01T00:00:00Z",
  updatedAt: "2026-03-01T00:00:00Z",
};
const group = {
  ...times,
  ...{ id: "cnc", version: 3, name: "CNC", remark: "", count: 2 },
  userIds: ["ann", "bob"],
};
const machine = (id: string, groupId: string, version = 5) => ({
  ...{ id, name: id.toUpperCase(), groupId, version },
});
const people = [
  { id: "ann", name: "Ann" },
  { id: "eva", name: "Eva" },
];
const names = { ann: "Ann", bob: "Bob", cnc: "CNC", edm: "EDM" };
const all = ["system.group.modify", "ems.machine.check", "ems.machine.modify"];

type Handlers = Parameters<typeof looseServer>[0];

async function show(handlers: Handlers = {}, may = all) {
  const sent = looseServer({
    "GET meta/group": () => ({ data: meta }),
    "GET bms/group": () => ({
      data: {
        rows: [group, { ...group, id: "edm", name: "EDM" }],
        total: 2,
        names,
      },
    }),
    "GET bms/group/cnc": () => ({ data: { row: group, names } }),
    "GET upms/preference/views.resource.group": () => ({ data: null }),
    "GET bms/member": () => ({ data: { rows: people, total: 2 } }),
    "GET bms/machine": ({ query }) => {
      const rows = query.get("f.groupId")
        ? [machine("m1", "cnc")]
        : [machine("m1", "cnc"), machine("m2", "edm")];
      return { data: { rows, total: rows.length, names } };
    },
    "PATCH bms/group/cnc": ({ body }) => ({
      data: { row: { ...group, ...body, version: 4 }, names },
    }),
    "PATCH bms/machine/m1": () => ({ data: {} }),
    "PATCH bms/machine/m2": () => ({ data: {} }),
    ...handlers,
  });
  const Page = () => (
    <Suspense>
      <ResourcePage
        entity="group"
        home="/settings/group"
        openId={useParams<{ id: string }>().id}
        record={recordExtras.group}
      />
    </Suspense>
  );
  const shown = await showPage(<Page />, {
    ...{ at: "/settings/group/cnc", path: "/settings/group/:id?", may },
  });
  return { ...shown, sent };
}

const open = async (user: { click: (on: Element) => Promise<void> }) => {
  await user.click(
    await screen.findByRole("tab", { name: "Members and machines" }),
  );
  await screen.findByRole("heading", { name: "People" });
};
const column = (name: RegExp | string) => screen.findByRole("region", { name });
const shownIn = async (name: RegExp | string) =>
  within(await column(name))
    .getAllByRole("listitem")
    .map((item) => item.textContent.replace(/[←→]/g, ""));
const patches = (sent: Sent[]) =>
  sent
    .filter(({ method }) => method === "PATCH")
    .map(({ path, body }) => ({ path, body }));
const press = (name: string) => screen.getByRole("button", { name });

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

// BASE-TEAM-01.
test("people and machines go in and out by their arrows, and are saved with the version of each", async () => {
  const { user, sent } = await show();
  await open(user);
  await screen.findByText("Eva");
  await screen.findByText("M2");
  expect(await shownIn("Machines that may come")).toEqual(["M2in EDM"]);
  await user.click(press("Take Eva into the group"));
  await user.click(press("Take Ann out of the group"));
  await user.click(press("Take M2 into the group"));
  expect(await shownIn("People in the group (2)")).toEqual([
    "Bob",
    "EvaNot saved",
  ]);
  expect(await shownIn("People who may join")).toEqual(["AnnNot saved"]);
  expect(screen.getByText("3 changes are not saved")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Members and machines saved");
  expect(patches(sent)).toEqual([
    { path: "bms/machine/m2", body: { version: 5, groupId: "cnc" } },
    { path: "bms/group/cnc", body: { version: 3, userIds: ["bob", "eva"] } },
  ]);
  // The tab stays, with what is stored now.
  expect(
    await screen.findByRole("tab", { name: "Members and machines" }),
  ).toHaveAttribute("aria-selected", "true");
  expect(screen.queryByText("Not saved")).toBeNull();
});

test("a machine that leaves is asked for its next group", async () => {
  const { user, sent } = await show();
  await open(user);
  await screen.findByText("M1");
  await user.click(press("Take M1 out of the group"));
  await user.click(
    screen.getByLabelText("Which resource group does M1 go to?"),
  );
  await user.click(await screen.findByTitle("EDM"));
  expect(await shownIn("Machines that may come")).toEqual([
    "M1goes to EDMNot saved",
    "M2in EDM",
  ]);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Members and machines saved");
  expect(patches(sent)).toEqual([
    { path: "bms/machine/m1", body: { version: 5, groupId: "edm" } },
  ]);
});

test("a drag takes a name across", async () => {
  const { user } = await show();
  await open(user);
  const box = (x: number, width: number) => new DOMRect(x, 0, width, 400);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
    function (this: Element) {
      const side = this.closest("[data-side]")?.getAttribute("data-side");
      return side === "in" ? box(0, 200) : box(300, 200);
    },
  );
  const eva = await screen.findByText("Eva");
  const pointer = { isPrimary: true, button: 0, pointerId: 1, clientY: 20 };
  fireEvent.pointerDown(eva, { ...pointer, clientX: 350 });
  fireEvent.pointerMove(document, { ...pointer, clientX: 320 });
  fireEvent.pointerMove(document, { ...pointer, clientX: 100 });
  await waitFor(() =>
    expect(document.querySelector(".group-over")).not.toBeNull(),
  );
  fireEvent.pointerUp(document, { ...pointer, clientX: 100 });
  await waitFor(async () =>
    expect(await shownIn("People in the group (3)")).toContain("EvaNot saved"),
  );
});

test("who was faster is told, theirs stays, and mine is saved after a look", async () => {
  const current = { ...group, version: 8, userIds: ["ann", "bob", "zoe"] };
  let tries = 0;
  const { user, sent } = await show({
    "PATCH bms/group/cnc": ({ body }) =>
      tries++ > 0
        ? { data: { row: { ...current, ...body, version: 9 }, names } }
        : {
            code: 20009,
            data: {
              ...{ name: "CNC", current, changedBy: "Max", changedAt: "" },
              names: { zoe: "Zoe" },
            },
          },
  });
  await open(user);
  await user.click(await screen.findByRole("button", { name: /Take Eva in/ }));
  await user.click(press("Save"));
  expect(
    await screen.findByText(/CNC was changed by Max just now and is not saved/),
  ).toBeVisible();
  expect(await shownIn("People in the group (4)")).toEqual([
    "Ann",
    "Bob",
    "Zoe",
    "EvaNot saved",
  ]);
  await user.click(press("Save"));
  await screen.findByText("Members and machines saved");
  expect(patches(sent)[1]!.body).toEqual({
    version: 8,
    userIds: ["ann", "bob", "zoe", "eva"],
  });
});

test("what is refused stays to be saved, and the others are saved", async () => {
  const fault = (zh: string, en: string) => ({
    status: 422,
    code: 422,
    data: [{ field: "status", rule: "x", texts: { zh, en }, message: en }],
  });
  const { user } = await show({
    "PATCH bms/machine/m2": () => fault("不行", "it is in use"),
  });
  await open(user);
  await user.click(await screen.findByRole("button", { name: /Take M2 in/ }));
  await user.click(await screen.findByRole("button", { name: /Take Eva in/ }));
  await user.click(press("Save"));
  expect(
    await screen.findByText(/M2 is not saved: it is in use/),
  ).toBeVisible();
  expect(screen.getByText("1 change is not saved")).toBeVisible();
  expect(await shownIn("People in the group (3)")).toEqual([
    "Ann",
    "Bob",
    "Eva",
  ]);
});

test("leaving with moves that are not saved takes a second thought", async () => {
  const { user, router } = await show();
  await open(user);
  await user.click(await screen.findByRole("button", { name: /Take Eva in/ }));
  await user.click(screen.getByRole("tab", { name: "Details" }));
  await user.click(screen.getByRole("tab", { name: "Members and machines" }));
  expect(screen.getByText("1 change is not saved")).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Close" })[0]!);
  await screen.findByRole("dialog", { name: "Discard the changes?" });
  expect(router.state.location.pathname).toBe("/settings/group/cnc");
});

test("what is typed in the form survives a save of its members", async () => {
  const { user } = await show();
  await user.type(
    await screen.findByRole("textbox", { name: "remark" }),
    "heavy",
  );
  expect(document.getElementById("field-count")).toBeNull();
  await open(user);
  await user.click(await screen.findByRole("button", { name: /Take Eva in/ }));
  await user.click(press("Save"));
  await screen.findByText("Members and machines saved");
  await user.click(await screen.findByRole("tab", { name: "Details" }));
  expect(screen.getByRole("textbox", { name: "remark" })).toHaveValue("heavy");
});

test("a save of the form leaves the moves to be saved, on the new version", async () => {
  const { user, sent } = await show();
  await open(user);
  await user.click(await screen.findByRole("button", { name: /Take Eva in/ }));
  await user.click(screen.getByRole("tab", { name: "Details" }));
  await user.type(screen.getByRole("textbox", { name: "remark" }), "x");
  await user.click(press("Save"));
  await waitFor(() => expect(patches(sent)).toHaveLength(1));
  await user.click(screen.getByRole("tab", { name: "Members and machines" }));
  expect(await screen.findByText("1 change is not saved")).toBeVisible();
  await user.click(press("Save"));
  await waitFor(() => expect(patches(sent)).toHaveLength(2));
  expect(patches(sent)[1]!.body).toMatchObject({ version: 4 });
});

test("who may not change them sees them and why", async () => {
  const { user } = await show({}, ["ems.machine.check"]);
  await open(user);
  expect(
    await screen.findByText(/You may not change resource groups/),
  ).toBeVisible();
  expect(screen.getByText(/You may not change machines/)).toBeVisible();
  expect(await shownIn("People in the group (2)")).toEqual(["Ann", "Bob"]);
  expect(screen.queryByRole("button", { name: /^Take/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Discard changes" })).toBeNull();
});

test("the weeks are drawn with what holidays take away, and what is missing is said", async () => {
  const week = (from: string, hours: number, unattended = 0) => ({
    ...{ from, hours, unattended, usual: 80 },
  });
  const { user } = await show({
    "GET bms/group/cnc/capacity": () => ({
      data: {
        ...{ perDay: 20, shift: 8, units: 2, notes: ["shift"] },
        weeks: [week("2026-03-02", 80), week("2026-03-09", 64, 8)],
      },
    }),
  });
  await user.click(await screen.findByRole("tab", { name: "Weekly capacity" }));
  const panel = within(await screen.findByRole("tabpanel"));
  const rows = await panel.findAllByRole("row");
  expect(screen.getByText(/The shift has no periods/)).toBeVisible();
  expect(screen.getByText("20 h a day")).toBeVisible();
  expect(screen.getByText("8 h × 2 = 16 h a working day")).toBeVisible();
  const drawn = rows.filter((row) => row.querySelector(".capacity-bar"));
  expect(drawn.map((row) => row.textContent)).toEqual([
    "2026-03-0280 h",
    "2026-03-0964 hand 8 h unattended8 h less than usual (holidays or exceptions)",
  ]);
  expect(drawn[1]!.querySelector(".capacity-staffed")).toHaveStyle({
    width: "80%",
  });
});
