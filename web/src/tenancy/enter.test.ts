import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { NoMenus } from "@/session/module-tree";
import { session } from "@/session/session";
import { stored } from "@/session/stored";
import { fakeServer } from "../../testing/fake-server";
import { tenantOf, treeAt } from "../../testing/places";
import { connectCompanyPath, enter } from "./enter";
import { tenancy, type TenantInfo } from "./tenancy";

beforeEach(() => session.set({ token: "t" }));

afterEach(() => {
  vi.unstubAllGlobals();
  session.exit();
  tenancy.clear();
});

function serverWith(tenants: TenantInfo[], tree: unknown = treeAt("a", "a1")) {
  return fakeServer({
    "POST upms/user/getGlobalUserOfTenantInfo.do": () => ({ data: tenants }),
    "POST upms/user/getGatewayServerList.do": () => ({
      data: tenants.flatMap(({ gatewayList }) => gatewayList),
    }),
    "POST upms/user/getModuleTree.do": () => ({ data: tree }),
    "POST upms/user/changeGateway.do": () => ({ data: {} }),
  });
}

test("LOGIN-08, LOGIN-21: the servers and the modules are fetched, then somebody is in", async () => {
  const sent = serverWith([tenantOf("a", ["a1"])]);
  expect(await enter("/home")).toBeNull();
  expect(sent.map(({ path }) => path).sort()).toEqual([
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

test("TENANT-08, TENANT-19: without a place the dialog opens, and the way back is kept for it", async () => {
  stored.keepText("preLoginPath", "/pm/mould");
  serverWith([tenantOf("a", ["a1", "a2"])], treeAt("a", ""));
  await enter("/home");
  expect(tenancy.get()).toMatchObject({ isChoosing: true, info: null });
  expect(stored.text("preLoginPath")).toBe("/pm/mould");
});

test("I18N-02, TENANT-05: a licence that is over leads to the account centre, and not around in circles", async () => {
  const over = { allowLoginFlag: 0, overdueFlag: 1 };
  serverWith([tenantOf("a", ["a1"], over)]);
  await switchLanguage("zh");
  expect(await enter("/home")).toBe("/account/?lang=cn");
  await switchLanguage("en");
  expect(await enter("/home")).toBe("/account/?lang=en");
  expect(await enter("/account/")).toBeNull();
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
