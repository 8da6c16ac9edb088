import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { NoMenus } from "@/session/module-tree";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { stored } from "@/session/stored";
import { looseServer } from "../../testing/fake-server";
import { tenantOf, treeAt } from "../../testing/places";
import { connectCompanyPath, enter } from "./enter";
import { tenancy, type TenantInfo } from "./tenancy";

beforeEach(() => session.set({ token: "t" }));

afterEach(() => {
  vi.unstubAllGlobals();
  exit();
  tenancy.clear();
});

function serverWith(tenants: TenantInfo[], tree: unknown = treeAt("a", "a1")) {
  return looseServer({
    "POST upms/user/getGlobalUserOfTenantInfo.do": () => ({ data: tenants }),
    "POST upms/user/getGatewayServerList.do": () => ({
      data: tenants.flatMap(({ gatewayList }) => gatewayList),
    }),
    "POST upms/user/getModuleTree.do": () => ({ data: tree }),
    "POST upms/user/changeGateway.do": () => ({ data: {} }),
    "POST switchTenant": () => ({ data: { gateway: null } }),
    "POST sys/loginDomain/getLoginDomain": () => ({
      data: { loginDomain: "https://login.tai.example", tenantName: "Tai" },
    }),
  });
}

test("LOGIN-08, LOGIN-21: the servers and the modules are fetched, then somebody is in", async () => {
  const sent = serverWith([tenantOf("a", ["a1"])]);
  expect(await enter("/home")).toBeNull();
  expect(sent.map(({ path }) => path).sort()).toEqual([
    "sys/loginDomain/getLoginDomain",
    "upms/user/getGatewayServerList.do",
    "upms/user/getGlobalUserOfTenantInfo.do",
    "upms/user/getModuleTree.do",
  ]);
  expect(tenancy.get().servers).toHaveLength(1);
  expect(tenancy.get().info).toMatchObject({ factoryName: "Factory a1" });
  expect(session.get().modules).toHaveLength(1);
  expect(stored.text("serverAppUuid")).toBe("gw-a1");
  // STORE-02: what was loaded is kept under the names of the specification.
  expect(stored.value("moduleData")).toHaveLength(1);
  expect(stored.value("menuOptData")).toEqual({
    "aps.schedule": ["check", "run"],
  });
  expect(stored.value("menuJson")).toHaveProperty("aps");
  // STORE-01: so is who it is.
  expect(JSON.parse(localStorage.getItem("mw.userData")!)).toMatchObject({
    userId: "u1",
    userName: "chen",
    realName: "Chen Jing",
    tenantId: "a",
    factoryId: "a1",
    headImg: "",
  });
  for (const key of ["moduleData", "menuData", "menuJson", "menuOptData"]) {
    expect(localStorage.getItem(`mw.${key}`), key).not.toBeNull();
  }
});

test("STORE-03, HEADER-02, HEADER-24: the company's address and the way in are kept, until the person goes", async () => {
  const tree = treeAt("a", "a1");
  serverWith([tenantOf("a", ["a1"])], {
    ...tree,
    userData: { ...tree.userData, workplaceLogin: true },
  });
  await enter("/home");
  expect(stored.text("currentDomain")).toBe("https://login.tai.example");
  expect(stored.text("workplaceLogin")).toBe("1");
  exit();
  expect(stored.text("currentDomain")).toBe("");
  expect(stored.text("workplaceLogin")).toBe("");
  session.set({ token: "t" });
  serverWith([tenantOf("a", ["a1"])]);
  await enter("/home");
  expect(stored.text("workplaceLogin")).toBe("");
});

test("TENANT-06: a kept gateway elsewhere moves the session there", async () => {
  stored.keepText("serverAppUuid", "gw-b1");
  const sent = serverWith([tenantOf("a", ["a1"]), tenantOf("b", ["b1"])]);
  await enter("/home");
  const moved = sent.find(({ path }) => path.endsWith("changeGateway.do"));
  expect(moved!.body).toEqual({ serverAppUuid: "gw-b1" });
  expect(sent.at(-1)!.path).toBe("upms/user/getModuleTree.do");
  expect(tenancy.get().info).toMatchObject({ factoryId: "b1" });
});

test("TENANT-04, TENANT-09: a company without a factory is entered too, not only shown", async () => {
  const me = { ...tenantOf("me", []), tenantType: 1 };
  const sent = serverWith([me, tenantOf("a", [])], treeAt("me", ""));
  await enter("/home");
  expect(sent.map(({ path, body }) => [path, body])).toContainEqual([
    "switchTenant",
    { tenantId: "a" },
  ]);
  expect(sent.at(-1)!.path).toBe("upms/user/getModuleTree.do");
  expect(tenancy.get().info).toMatchObject({ tenantId: "a" });
});

test("SCOPE-05: who works in a company without a factory stays there", async () => {
  const sent = serverWith(
    [tenantOf("a", ["a1"]), tenantOf("000000", [])],
    treeAt("000000", ""),
  );
  await enter("/home");
  expect(tenancy.get()).toMatchObject({ isChoosing: false });
  expect(tenancy.get().info).toMatchObject({ tenantId: "000000" });
  expect(sent.map(({ path }) => path)).not.toContain("switchTenant");
});

test("LOGIN-11, EXPIRY-05, TENANT-03: an overdue company that is chosen by itself is entered after its delay", async () => {
  const late = tenantOf("a", ["a1"], {
    overdueFlag: 1,
    expireRemainDays: -5,
    loginDelaySeconds: 10,
  });
  const sent = serverWith([late], treeAt("me", ""));
  await enter("/home");
  expect(tenancy.get()).toMatchObject({
    info: null,
    delayed: {
      tenant: late,
      target: { tenantId: "a", factoryId: "a1", serverAppUuid: "gw-a1" },
    },
  });
  expect(sent.some(({ path }) => path.endsWith("changeGateway.do"))).toBe(
    false,
  );
  // Who works there already has waited at the sign-in.
  serverWith([late]);
  tenancy.clear();
  await enter("/home");
  expect(tenancy.get()).toMatchObject({ delayed: null });
  expect(tenancy.get().info).toMatchObject({ factoryId: "a1" });
  // One that is not overdue is entered at once.
  serverWith([tenantOf("a", ["a1"])], treeAt("me", ""));
  tenancy.clear();
  await enter("/home");
  expect(tenancy.get()).toMatchObject({ delayed: null });
  expect(tenancy.get().info).toMatchObject({ factoryId: "a1" });
});

test("TENANT-08, TENANT-19: without a place the dialog opens, and the way back is kept for it", async () => {
  stored.keepText("preLoginPath", "/pm/mould");
  serverWith([tenantOf("a", ["a1", "a2"])], treeAt("a", ""));
  await enter("/home");
  expect(tenancy.get()).toMatchObject({ isChoosing: true, info: null });
  expect(stored.text("preLoginPath")).toBe("/pm/mould");
});

test("I18N-02, TENANT-05: a licence that is over leads to the account centre, and not around in circles", async () => {
  const over = { allowLoginFlag: 0, overdueFlag: 1 } as const;
  serverWith([tenantOf("a", ["a1"], over)]);
  await switchLanguage("zh");
  expect(await enter("/home")).toBe("/account/?lang=cn");
  await switchLanguage("en");
  expect(await enter("/home")).toBe("/account/?lang=en");
  expect(tenancy.get()).toMatchObject({
    over: { tenantId: "a" },
    barred: { tenantId: "a" },
  });
  tenancy.set({ over: null });
  expect(await enter("/account/")).toBeNull();
  expect(tenancy.get().over).toBeNull(); // Whoever asks for the account centre is not told each time.
});

test.each([
  ["no menus", { ...treeAt("a", "a1"), moduleData: null }],
  [
    "a ticket in a module's place",
    {
      ...treeAt("a", "a1"),
      moduleData: [{ moduleKey: "sso_ticket=1", menuChildren: [] }],
    },
  ],
  [
    "a ticket before a module",
    {
      ...treeAt("a", "a1"),
      moduleData: [
        { moduleKey: "sso_ticket=1", menuChildren: [] },
        ...treeAt("a", "a1").moduleData,
      ],
    },
  ],
  [
    "a ticket behind a module",
    {
      ...treeAt("a", "a1"),
      moduleData: [
        ...treeAt("a", "a1").moduleData,
        { moduleKey: "sso_ticket=1", menuChildren: [] },
      ],
    },
  ],
])("LOGIN-20: %s means signing in", async (_, tree) => {
  serverWith([tenantOf("a", ["a1"])], tree);
  await expect(enter("/home")).rejects.toBeInstanceOf(NoMenus);
});

test("I18N-02, FACTORY-02, ROUTE-19: the way to associate an enterprise speaks cn or en", async () => {
  await switchLanguage("zh");
  expect(connectCompanyPath()).toBe("/account/?connectCompany=true&lang=cn");
  await switchLanguage("en");
  expect(connectCompanyPath()).toBe("/account/?connectCompany=true&lang=en");
});
