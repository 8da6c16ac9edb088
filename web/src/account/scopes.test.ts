import { expect, test } from "vitest";
import type { MenuItem, Module } from "@/session/session";
import { levelsOf, scopePages, scopesOf } from "./scopes";

const item = (treeKey: string, menuName: string, children: MenuItem[] = []) =>
  ({ treeKey, menuName, children }) as MenuItem;

const modules = [
  {
    moduleName: "排程",
    opened: true,
    menuChildren: [
      item("aps.schedule", "排程任务"),
      item("aps.group", "其他", [item("aps.import", "导入")]),
      item("aps.schedule", "又一个入口"),
    ],
  },
  {
    moduleName: "未开通",
    opened: false,
    menuChildren: [item("pm.mould", "模具")],
  },
] as Module[];

const permitted = {
  "aps.schedule.check": true,
  "aps.schedule.run": true,
  "aps.schedule.release": false,
  "aps.import.add": true,
  "pm.mould.check": true,
};

const pages = scopePages(modules, permitted);

test("each opened page with a permission of mine appears once", () => {
  expect(pages.map(({ tree }) => tree)).toEqual(["aps.schedule", "aps.import"]);
  expect(pages.map(levelsOf)).toEqual([
    ["none", "readOnly", "full"],
    ["none", "full"],
  ]);
});

test("levels become permissions of mine, and no other", () => {
  expect(scopesOf(pages, {})).toEqual([]);
  expect(scopesOf(pages, { "aps.schedule": "readOnly" })).toEqual([
    "aps.schedule.check",
  ]);
  expect(
    scopesOf(pages, { "aps.schedule": "full", "aps.import": "full" }),
  ).toEqual(["aps.schedule.check", "aps.schedule.run", "aps.import.add"]);
});
