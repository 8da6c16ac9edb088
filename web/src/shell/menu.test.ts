import { expect, test } from "vitest";
import type { MenuItem, Module } from "@/session/session";
import { closedModule, menuGroups } from "./menu";

function item(menuName: string, menuUrl: string, display = 1): MenuItem {
  return {
    menuName,
    menuUrl,
    display,
    menuKey: menuUrl,
    moduleKey: "",
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
    item("Schedules", "/aps/schedule"),
    item("Hidden", "/aps/hidden", 0),
    { ...item("More", ""), children: [item("Deep", "/aps/deep")] },
  ]),
  module("crm", false, [item("Offers", "/crm/offer")]),
  module("empty", true, []),
];

test("only opened modules with pages that display are in the menu", () => {
  expect(menuGroups(modules)).toEqual([
    {
      key: "aps",
      name: "APS",
      items: [
        { name: "Schedules", path: "/aps/schedule" },
        { name: "Deep", path: "/aps/deep" },
      ],
    },
  ]);
});

test("a path of a module that is not opened names the module", () => {
  expect(closedModule(modules, "/crm/offer")?.moduleName).toBe("CRM");
  expect(closedModule(modules, "/aps/schedule")).toBeUndefined();
  expect(closedModule(modules, "/unknown")).toBeUndefined();
});
