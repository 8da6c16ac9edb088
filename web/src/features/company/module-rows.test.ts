import { expect, test } from "vitest";
import type { Row } from "@/resource/metadata";
import type { MenuItem, Module } from "@/session/session";
import { menuItemOf, moduleOf } from "../../../testing/places";
import { moduleRows } from "./module-rows";

const module = (moduleKey: string, change: Partial<Module>) =>
  moduleOf({ moduleKey, moduleName: moduleKey, ...change });

const menuItem = (key: string, menuUrl: string, children: MenuItem[] = []) =>
  menuItemOf({ menuName: key, httpMenuKey: key, menuUrl, children });

const setting = (id: string, module: string) =>
  ({ id, module, address: `https://${module}.example` }) as unknown as Row;

test("ADMIN-02: a module is opened, closed or planned, with its pages and those to come; an address is that of its module", () => {
  const rows = moduleRows(
    [
      module("aps", {
        opened: true,
        kind: "internal",
        moduleUrl: "/aps/medium",
        menuChildren: [
          menuItem("schedule", "/aps/schedule"),
          menuItem("order", ""),
          menuItem("below", "", [
            menuItem("task", "/aps/task"),
            menuItem("batch", ""),
          ]),
        ],
      }),
      module("pm", {
        opened: false,
        kind: "internal",
        moduleUrl: "/pm/medium",
      }),
      module("crm", {
        opened: true,
        kind: "external",
        moduleUrl: "https://crm.example",
        menuChildren: [
          menuItem("entrance", "https://crm.example"),
          menuItem("order", ""),
        ],
      }),
      module("dfm", { opened: false, kind: "planned" }),
      module("mas", { opened: true, kind: "planned" }),
    ],
    [
      { id: "crm", name: "crm" },
      { id: "dfm", name: "dfm" },
      { id: "chain", name: "Supply chain" },
    ],
    [setting("s1", "crm"), setting("s2", "chain")],
  );
  expect(
    rows.map(({ key, state, pages, planned, landing, setting, isForeign }) =>
      [
        key,
        state,
        pages.join(","),
        planned.join(","),
        landing,
        setting?.id ?? "",
        isForeign,
      ].join(" | "),
    ),
  ).toEqual([
    "aps | opened | schedule,task | order,batch | /aps/medium |  | false",
    "pm | closed |  |  |  |  | false",
    "crm | opened |  | order |  | s1 | true",
    "dfm | planned |  |  |  |  | true",
    "chain | planned |  |  |  | s2 | true",
  ]);
});
