import { expect, test } from "vitest";
import type { MenuItem, Module } from "@/session/session";
import {
  closedModule,
  landingOf,
  menuGroups,
  panelModules,
  targetOf,
} from "./menu";

function item(menuName: string, menuUrl: string, display = 1): MenuItem {
  return {
    menuName,
    menuUrl,
    display,
    menuKey: `key ${menuName}`,
    moduleKey: "system",
    treeKey: "",
    iconName: "",
  };
}

function module(moduleKey: string, opened: boolean, items: MenuItem[]): Module {
  return {
    moduleId: moduleKey,
    moduleKey,
    moduleName: moduleKey.toUpperCase(),
    moduleUrl: "",
    iconName: "",
    kind: "internal",
    opened,
    menuChildren: items,
  };
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
});

test("MENU-33: a module lands on its first leaf within two levels", () => {
  expect(landingOf(modules[0]!)).toBe("/aps/deep");
  expect(landingOf(modules[2]!)).toBeUndefined();
  const outside = { ...item("Docs", "/docs"), externalUrlFlag: 1 };
  expect(
    landingOf(module("common", true, [outside, item("In", "/comm/in")])),
  ).toBe("/comm/in");
});

test("PANEL-10, PANEL-11, ROUTE-14, ROUTE-22: what an entry opens, and where", () => {
  const open = (menuUrl: string, flags: Partial<MenuItem> = {}) =>
    targetOf({ ...item("A", menuUrl), ...flags });
  expect(open("/aps/schedule")).toEqual({
    href: "/aps/schedule?hideHead=0",
    isNewWindow: false,
  });
  expect(open("/aps/schedule?q=1")).toMatchObject({
    href: "/aps/schedule?q=1&hideHead=0",
  });
  expect(open("https://a.example/x", { externalUrlFlag: 1 })).toEqual({
    href: "https://a.example/x",
    isNewWindow: false,
  });
  expect(open("https://a.example/x?y=1").href).toBe(
    "/settings/iframePage/key%20A?iframeSrc=https%3A%2F%2Fa.example%2Fx%3Fy%3D1&hideHead=0",
  );
  expect(open("/aps/x?target=_blank")).toEqual({
    href: "/aps/x?hideHead=0",
    isNewWindow: true,
  });
  expect(open("/aps/x", { newWindowFlag: 1 }).isNewWindow).toBe(true);
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
