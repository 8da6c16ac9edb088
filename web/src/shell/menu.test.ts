import { beforeEach, expect, test } from "vitest";
import { switchLanguage } from "@/i18n/language";
import {
  session,
  type MenuItem,
  type Module,
  type UserData,
} from "@/session/session";
import { menuItemOf, moduleOf } from "../../testing/places";
import {
  besideOf,
  closedModule,
  closedModules,
  landingOf,
  menuGroups,
  panelModules,
  prefixOf,
  targetOf,
} from "./menu";

beforeEach(() => switchLanguage("en"));

function item(menuName: string, menuUrl: string, display = 1): MenuItem {
  return menuItemOf({
    menuName,
    menuUrl,
    display,
    menuKey: `key ${menuName}`,
    moduleKey: "system",
  });
}

function module(moduleKey: string, opened: boolean, items: MenuItem[]): Module {
  return moduleOf({
    moduleKey,
    moduleName: moduleKey.toUpperCase(),
    opened,
    menuChildren: items,
  });
}

const modules = [
  module("aps", true, [
    item("Hidden", "/aps/hidden", 0),
    {
      ...item("More", ""),
      children: [
        {
          ...item("Deep", "/aps/deep"),
          children: [item("Deeper", "/aps/deeper")],
        },
      ],
    },
    item("Schedules", "/aps/schedule"),
    {
      ...item("Closed heading", "", 0),
      children: [item("Below", "/aps/below")],
    },
  ]),
  module("crm", false, [item("Offers", "/crm/offer")]),
  module("empty", true, []),
  module("system", false, []),
];

test("MENU-30, MENU-32, PANEL-06: only opened modules, pages that display and addresses, two levels deep", () => {
  const groups = menuGroups(modules);
  expect(
    groups.map(({ key, items }) => [key, items.map((i) => i.path)]),
  ).toEqual([["aps", ["/aps/deep", "/aps/schedule"]]]);
});

test("ROUTE-24, SCOPE-07: a path of a module that is not opened names the module, by its prefix", () => {
  expect(closedModule(modules, "/crm/offer")?.moduleName).toBe("CRM");
  expect(closedModule(modules, "/settings/section")?.moduleName).toBe("SYSTEM");
  expect(closedModule(modules, "/aps/schedule")).toBeUndefined();
  expect(closedModule(modules, "/unknown")).toBeUndefined();
  expect(
    ["tooling", "tools", "common", "system", "aps", "tool"].map(prefixOf),
  ).toEqual(["mf", "tool", "comm", "settings", "aps", "tool"]);
});

test("MENU-33: a module lands on its first leaf within two levels", () => {
  expect(landingOf(modules[0]!)).toBe("/aps/deep");
  expect(landingOf(modules[2]!)).toBeUndefined();
  const outside = { ...item("Docs", "/docs"), externalUrlFlag: 1 };
  expect(
    landingOf(module("common", true, [outside, item("In", "/comm/in")])),
  ).toBe("/comm/in");
  const third = { ...item("Third", "/bom/third") };
  const second = { ...item("Second", ""), children: [third] };
  const first = { ...item("First", ""), children: [second] };
  expect(landingOf(module("bom", true, [first]))).toBeUndefined();
  expect(landingOf(module("bom", true, [second]))).toBe("/bom/third");
});

test("PANEL-10, PANEL-11, ROUTE-14, ROUTE-22: what an entry opens, and where", () => {
  const open = (menuUrl: string, flags: Partial<MenuItem> = {}) =>
    targetOf({ ...item("A", menuUrl), ...flags });
  expect(open("/aps/schedule")).toEqual({
    href: "/aps/schedule?hideHead=0",
    path: "/aps/schedule",
    isNewWindow: false,
    isRoute: true,
  });
  expect(open("/aps/schedule?q=1")).toMatchObject({
    href: "/aps/schedule?q=1&hideHead=0",
  });
  expect(open("/aps/schedule?q=1#late").href).toBe(
    "/aps/schedule?q=1&hideHead=0#late",
  );
  expect(open("https://a.example/x", { externalUrlFlag: 1 })).toEqual({
    href: "https://a.example/x",
    path: "https://a.example/x",
    isNewWindow: false,
    isRoute: false,
  });
  expect(open("https://a.example/x?y=1").href).toBe(
    "/settings/iframePage/key%20A?iframeSrc=https%3A%2F%2Fa.example%2Fx%3Fy%3D1&hideHead=0",
  );
  expect(open("/aps/x?target=_blank")).toEqual({
    href: "/aps/x?hideHead=0",
    path: "/aps/x",
    isNewWindow: true,
    isRoute: true,
  });
  expect(open("/aps/x", { newWindowFlag: 1 }).isNewWindow).toBe(true);
});

// PANEL-11: the marker goes, whatever stands around it; what only looks like it stays.
test.each<[string, string, boolean, Partial<MenuItem>?]>([
  ["/x?target=_blank&y=1", "/x?y=1", true],
  ["/x?y=1&target=_blank&z=2#a", "/x?y=1&z=2#a", true],
  ["/x?y=1&target=_blank", "/x?y=1", true],
  ["/x?mytarget=_blank", "/x?mytarget=_blank", false],
  ["/x?target=_blanket", "/x?target=_blanket", false],
  ["/x?y=a b%20c&target=_top#t", "/x?y=a b%20c&target=_top#t", false],
  [
    "https://a.example/x?target=_blank&y=1",
    "https://a.example/x?y=1",
    true,
    { externalUrlFlag: 1 },
  ],
  [
    "https://a.example/x?target=_blanket",
    "https://a.example/x?target=_blanket",
    false,
    { externalUrlFlag: 1 },
  ],
])("PANEL-11: the marker of %s", (menuUrl, path, isNewWindow, flags = {}) => {
  expect(targetOf({ ...item("A", menuUrl), ...flags })).toMatchObject({
    path,
    isNewWindow,
  });
});

test("HEADER-12, HEADER-14, R15: the entry of somebody else's module is filled as its tile is", () => {
  session.set({ userData: { userId: "7", tenantId: "t1" } as UserData });
  const entry = {
    ...item("A", "https://oms.example/{userId}?target=_blank"),
    moduleKey: "oms",
  };
  expect(targetOf({ ...entry, externalUrlFlag: 1 })).toMatchObject({
    href: "https://oms.example/7?tenantId=t1&lang=en",
    isNewWindow: true,
  });
  expect(targetOf(entry).path).toBe(
    `/oms/iframePage/key%20A?iframeSrc=${encodeURIComponent("https://oms.example/7?tenantId=t1&lang=en")}`,
  );
  const beside = module("oms", true, [{ ...entry, externalUrlFlag: 1 }]);
  expect(landingOf(beside)).toBeUndefined();
  expect(besideOf(beside)).toBe("https://oms.example/7?tenantId=t1&lang=en");
  session.clear();
});

test("I18N-06: modules that are not opened are found by both names too", () => {
  const found = (search: string, names?: Record<string, string>) =>
    closedModules(modules, search, names).map((one) => one.moduleKey);
  expect(found("")).toEqual(["crm", "system"]);
  expect(found(" crm")).toEqual(["crm"]);
  expect(found("商务")).toEqual([]);
  expect(found("商务", { crm: "商务订单" })).toEqual(["crm"]);
});

test("PANEL-03, PANEL-04: the search is trimmed and finds names in either language, headings and modules", () => {
  const found = (search: string, names?: Record<string, string>) =>
    panelModules(modules, search, names).flatMap(({ parts }) =>
      parts.flatMap((part) => part.leaves.map((leaf) => leaf.menuName)),
    );
  expect(found("")).toEqual(["Schedules", "Deep"]);
  expect(found("  sched ")).toEqual(["Schedules"]);
  expect(found("more")).toEqual(["Deep"]);
  expect(found("aps")).toEqual(["Schedules", "Deep"]);
  expect(found("排程")).toEqual([]);
  expect(found("排程", { "key Schedules": "排程任务" })).toEqual(["Schedules"]);
  expect(found("offers")).toEqual([]);
});
