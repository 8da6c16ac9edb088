import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer } from "../../../testing/fake-server";
import { showPage } from "../../../testing/show-page";
import { RolePage } from "./role-page";
import { RightsPage } from "./rights-page";
import { RoleBindings } from "./role-bindings";
import { RoleMenu } from "./role-menu";
import { RoleUsers } from "./role-users";
import { CompareRoles } from "./compare-roles";
import type { Role } from "./role-queries";

const text = (en: string) => ({ zh: en, en });

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const meta = {
  entity: "role",
  path: "upms/role",
  label: text("Role"),
  permission: "system.role",
  may: ["check", "detail", "add", "modify", "delete"],
  sort: "sortOrder",
  title: "nameZh",
  groups: [{ label: text("General"), fields: ["code", "nameZh"] }],
  fields: [
    {
      key: "code",
      kind: "text",
      label: text("Code"),
      required: true,
      unique: true,
      readOnly: false,
      hideInList: false,
    },
    {
      key: "nameZh",
      kind: "text",
      label: text("Name"),
      required: true,
      unique: false,
      readOnly: false,
      hideInList: false,
    },
  ],
};

const role = (id: string, nameEn: string, more = {}): Role => ({
  id,
  version: 1,
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
  code: id,
  nameZh: nameEn,
  nameEn,
  groupId: "",
  type: 3,
  valid: true,
  ...more,
});

const roles = [
  role("boss", "Administrator", { type: 2 }),
  role("lead", "Lead", { groupId: "g1", valid: false }),
];

const operation = (key: string, granted: boolean, mine = true) => ({
  key,
  operation: key.split(".")[2],
  name: text(key.split(".")[2]!),
  granted,
  mine,
});

/** A module with pages below no heading. */
const assets = (...pages: object[]) => ({
  key: "ems",
  name: text("Assets"),
  areas: [{ key: "", name: text(""), pages }],
});

const tree = (...granted: string[]) => ({
  role: { id: "lead", code: "lead", name: text("Lead") },
  version: 4,
  fixed: false,
  modules: [
    assets({
      key: "ems.machine",
      name: text("Machines"),
      operations: [
        operation("ems.machine.check", granted.includes("check")),
        operation("ems.machine.modify", false, false),
        operation("ems.machine.calibrate", granted.includes("extra")),
      ],
    }),
  ],
  others: [],
});

const may = ["system.role.modify", "system.role.remove"];

// ROLE-01, ROLE-04: the list by groups, and the four pages of a role.
test("the roles stand by their groups; a role opens at its address", async () => {
  looseServer({
    "GET meta/role": () => ({ data: meta }),
    "GET upms/role": () => ({ data: { rows: roles, total: 2 } }),
    "GET upms/role-group": () => ({
      data: { rows: [{ ...role("g1", ""), name: "Workshop" }], total: 1 },
    }),
    "GET upms/role/lead": () => ({ data: { row: roles[1] } }),
  });
  const { user } = await showPage(<RolePage />, {
    at: "/settings/role?id=lead",
    path: "/settings/role",
    may,
  });
  const list = await screen.findByRole("navigation");
  expect(
    await within(list).findByRole("heading", { name: "Workshop" }),
  ).toBeVisible();
  expect(
    within(list).getByRole("button", { name: /Lead.*invalid/ }),
  ).toHaveAttribute("aria-current", "true");
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "Detail",
    "Menu permission",
    "App menu and more",
    "Users",
  ]);
  expect(await screen.findByLabelText(/Name/)).toHaveValue("Lead");
  expect(screen.getByLabelText(/Code/)).toBeDisabled();
  expect(screen.getByRole("button", { name: "Delete" })).toBeVisible();
  await user.type(within(list).getByRole("searchbox"), "admin");
  expect(within(list).queryByText("Lead")).toBeNull();
});

test("ROLE-01: another role opens on the page that one is on", async () => {
  looseServer({
    "GET meta/role": () => ({ data: meta }),
    "GET upms/role": () => ({ data: { rows: roles, total: 2 } }),
    "GET upms/role-group": () => ({ data: { rows: [], total: 0 } }),
    "GET upms/role/lead/permission": () => ({ data: tree("check") }),
    "GET upms/role/boss/permission": () => ({ data: tree("check") }),
  });
  const { router, user } = await showPage(<RolePage />, {
    at: "/settings/role-menu?id=lead",
    path: "/settings/role-menu",
    handle: { tab: "role-menu" },
    may,
  });
  await user.click(
    await screen.findByRole("button", { name: /Administrator/ }),
  );
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe("/settings/role-menu?id=boss");
});

test("ROLE-04: a role whose group is gone stands among those without one", async () => {
  const left = role("left", "Left over", { groupId: "gone" });
  looseServer({
    "GET meta/role": () => ({ data: meta }),
    "GET upms/role": () => ({ data: { rows: [...roles, left], total: 3 } }),
    "GET upms/role-group": () => ({
      data: { rows: [{ ...role("g1", ""), name: "Workshop" }], total: 1 },
    }),
    "GET upms/role/boss": () => ({ data: { row: roles[0] } }),
  });
  await showPage(<RolePage />, { may });
  const list = await screen.findByRole("navigation");
  const heading = await within(list).findByRole("heading", {
    name: "Without a group",
  });
  expect(
    within(heading.parentElement!)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Administratorboss", "Left overleft"]);
});

test("a system-defined role is not offered for deletion", async () => {
  looseServer({
    "GET meta/role": () => ({ data: meta }),
    "GET upms/role": () => ({ data: { rows: roles, total: 2 } }),
    "GET upms/role-group": () => ({ data: { rows: [], total: 0 } }),
    "GET upms/role/boss": () => ({ data: { row: roles[0] } }),
  });
  await showPage(<RolePage />, { may });
  expect(await screen.findByRole("button", { name: "Copy" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
});

// ROLE-05: menu permission, ticked by cell and by row, saved by Ctrl+S with the version that was shown.
test("ticks are saved whole, and only those that one may grant", async () => {
  let granted = ["check"];
  const sent = looseServer({
    "GET upms/role/lead/permission": () => ({ data: tree(...granted) }),
    "POST upms/role/lead/permission": () => {
      granted = ["check", "extra"];
      return { data: { ...tree(...granted), version: 5 } };
    },
  });
  const { user } = await showPage(<RoleMenu id="lead" />, { may });
  const check = await screen.findByRole("checkbox", {
    name: "Machines: check",
  });
  expect(check).toBeChecked();
  expect(
    screen.getByRole("checkbox", { name: "Machines: modify" }),
  ).toBeDisabled();
  expect(screen.getByText("1 granted")).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: "Machines: all" }));
  expect(screen.getByText("There are unsaved changes")).toBeVisible();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() =>
    expect(sent.at(-1)!.body).toEqual({
      grants: ["ems.machine.check", "ems.machine.calibrate"],
      version: 4,
    }),
  );
  expect(await screen.findByText("2 granted")).toBeVisible();
});

test("who may not change roles reads them", async () => {
  looseServer({
    "GET upms/role/lead/permission": () => ({ data: tree("check") }),
  });
  await showPage(<RoleMenu id="lead" />);
  expect(
    await screen.findByRole("checkbox", { name: "Machines: check" }),
  ).toBeDisabled();
  expect(screen.getByRole("button", { name: "Save" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

// ROLE-05: the other bindings; only what was changed is sent, one version after the other.
test("app menu, sections, files and quality steps are bound in clear groups", async () => {
  const binding = (keys: string[], version = 7) => ({
    version,
    choices: keys.map((key) => ({
      key,
      name: text(key),
      of: text(""),
      held: false,
    })),
  });
  const sent = looseServer({
    "GET upms/role/lead/app-menu": () => ({ data: binding(["progress"]) }),
    "GET upms/role/lead/section": () => ({ data: binding(["CNC", "EDM"]) }),
    "GET upms/role/lead/file": () => ({ data: binding(["drawing.see"]) }),
    "GET upms/role/lead/qa": () => ({ data: binding(["first"]) }),
    "POST upms/role/lead/section": () => ({ data: binding(["CNC"], 8) }),
    "POST upms/role/lead/qa": () => ({ data: binding(["first"], 9) }),
  });
  const { user } = await showPage(<RoleBindings id="lead" />, { may });
  const sections = await screen.findByRole("group", {
    name: "Section permission",
  });
  expect(
    screen
      .getAllByRole("group")
      .map((group) => group.querySelector("legend")!.textContent),
  ).toEqual([
    "App menu",
    "Section permission",
    "File permission",
    "QA permission",
  ]);
  await user.click(within(sections).getByRole("checkbox", { name: "EDM" }));
  await user.click(screen.getByRole("checkbox", { name: "first" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(
      sent
        .filter(({ method }) => method === "POST")
        .map(({ path, body }) => [path, body]),
    ).toEqual([
      ["upms/role/lead/section", { held: ["EDM"], version: 7 }],
      ["upms/role/lead/qa", { held: ["first"], version: 8 }],
    ]),
  );
});

// ROLE-05: users, found by name, added and removed.
test("users are found, added and removed", async () => {
  const flo = {
    id: "m1",
    userName: "flo",
    realName: "Flo",
    status: "disabled" as const,
  };
  let users = [flo];
  const sent = looseServer({
    "GET upms/role/lead/users": () => ({
      data: { rows: users, total: users.length },
    }),
    "GET upms/role/lead/candidate": () => ({
      data: { rows: [{ ...flo, id: "m2", realName: "Ada" }], total: 3 },
    }),
    "POST upms/role/lead/users": ({ body }) => {
      users = body.add ? [flo, { ...flo, id: "m2", realName: "Ada" }] : [];
      return { data: { rows: users, total: users.length } };
    },
  });
  const { user } = await showPage(<RoleUsers role={roles[1]!} />, { may });
  expect(await screen.findByText("1 user")).toBeVisible();
  expect(screen.getByRole("cell", { name: "Disabled" })).toBeVisible();
  await user.type(screen.getByRole("searchbox"), "a");
  await user.click(await screen.findByRole("button", { name: "Add Ada" }));
  expect(await screen.findByText("2 users")).toBeVisible();
  expect(screen.getByText("2 more: type more of the name")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Remove Flo" }));
  expect(await screen.findByText(/Nobody has this role yet/)).toBeVisible();
  expect(
    sent.filter(({ method }) => method === "POST").map(({ body }) => body),
  ).toEqual([{ add: ["m2"] }, { remove: ["m1"] }]);
});

const rightOf = (key: string, by: string[]) => ({
  ...operation(key, by.length > 0),
  ...(by.length > 0 && { by }),
});

test("each operation names the roles that give it; what is missing is shown when asked for", async () => {
  looseServer({
    "GET upms/member/flo/permission": () => ({
      data: {
        member: { id: "flo", userName: "flo", realName: "Flo", status: 1 },
        roles: [
          { id: "r1", code: "one", name: text("Eye"), valid: true },
          { id: "r2", code: "two", name: text("Hand"), valid: true },
          { id: "r3", code: "old", name: text("Old"), valid: false },
        ],
        modules: [
          assets(
            {
              key: "ems.machine",
              name: text("Machines"),
              operations: [
                rightOf("ems.machine.check", ["r1", "r2"]),
                rightOf("ems.machine.modify", ["r2"]),
                rightOf("ems.machine.delete", []),
              ],
            },
            {
              key: "ems.group",
              name: text("Groups"),
              operations: [rightOf("ems.group.check", [])],
            },
          ),
        ],
        others: [],
        bound: [
          {
            kind: "section",
            name: text("Sections"),
            things: [
              {
                key: "s1",
                name: text("EDM"),
                of: text(""),
                held: true,
                by: ["r2"],
              },
            ],
          },
          { kind: "qa", name: text("QA permission"), things: [] },
        ],
      },
    }),
  });
  const { user } = await showPage(<RightsPage />, {
    at: "/settings/user/flo/rights",
    path: "/settings/user/:id/rights",
  });
  expect(
    await screen.findByRole("heading", { name: "Permissions of Flo" }),
  ).toBeVisible();
  const list = screen.getByRole("list", { name: "List of roles" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["1Eye", "2Hand", "3Oldinvalid"]);
  const rights = () =>
    within(screen.getByRole("table"))
      .getAllByRole("img")
      .map((img) => `${img.getAttribute("aria-label")}|${img.textContent}`);
  expect(rights()).toEqual([
    "Machines: check: given by Eye, Hand|12",
    "Machines: modify: given by Hand|2",
    "Machines: delete: not permitted|·",
  ]);
  expect(screen.getByText("2 granted")).toBeVisible();
  expect(screen.getByTitle("EDM: given by Hand")).toHaveTextContent("EDM 2");
  expect(screen.queryByText("QA permission")).toBeNull();
  await user.click(
    screen.getByRole("checkbox", { name: "Show what is missing, too" }),
  );
  expect(rights()).toContain("Groups: check: not permitted|·");
});

// ROLE-05
test("discarding brings back what is bound, and nothing less", async () => {
  const held = (held: boolean) => ({
    data: {
      version: 7,
      choices: [{ key: "CNC", name: text("CNC"), of: text(""), held }],
    },
  });
  looseServer({
    "GET upms/role/lead/app-menu": () => held(false),
    "GET upms/role/lead/section": () => held(true),
    "GET upms/role/lead/file": () => held(false),
    "GET upms/role/lead/qa": () => held(false),
  });
  const { user } = await showPage(<RoleBindings id="lead" />, { may });
  const box = () => screen.getAllByRole("checkbox", { name: "CNC" })[1]!;
  await screen.findByRole("group", { name: "Section permission" });
  await user.click(box());
  expect(box()).not.toBeChecked();
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(box()).toBeChecked();
});

test("a comparison shows what is bound to one of two roles alone, by kind", async () => {
  looseServer({
    "GET upms/role/compare": () => ({
      data: {
        a: { id: "boss", code: "boss", name: text("Administrator") },
        b: { id: "lead", code: "lead", name: text("Lead") },
        scopeA: text("All"),
        scopeB: text("Own"),
        onlyA: [],
        onlyB: [],
        both: 3,
        bound: [
          {
            kind: text("Sections"),
            onlyA: [text("Tool room")],
            onlyB: [text("Moulding")],
          },
          { kind: text("Files"), onlyA: [], onlyB: [text("Drawings: See")] },
        ],
      },
    }),
  });
  await showPage(
    <CompareRoles role={roles[0]!} roles={roles} onClose={() => {}} />,
  );
  const side = (name: RegExp) =>
    screen.findByRole("heading", { level: 3, name }).then((heading) =>
      within(heading.closest("section")!)
        .getAllByRole("heading", { level: 4 })
        .map((kind) => kind.parentElement!.textContent),
    );
  expect(await side(/Administrator/)).toEqual(["SectionsTool room"]);
  expect(await side(/Lead/)).toEqual([
    "SectionsMoulding",
    "FilesDrawings: See",
  ]);
});
