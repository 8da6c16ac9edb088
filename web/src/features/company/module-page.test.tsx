import { screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/session/session";
import { looseServer } from "../../../testing/fake-server";
import { moduleOf } from "../../../testing/places";
import { showPage } from "../../../testing/show-page";
import { ModulePage } from "./module-page";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
});

const meta = (entity: string, may: string[]) => ({
  ...{ entity, path: `bms/${entity}`, title: "name", may },
  ...{ permission: `system.${entity}`, sort: "name", groups: [], fields: [] },
});

async function show(may: string[]) {
  looseServer({
    "GET meta/module-setting": () => ({ data: meta("module-setting", may) }),
    "GET meta/foreign-module": () => ({ data: meta("foreign-module", []) }),
    "GET bms/module-setting": () => ({ data: { rows: [], total: 0 } }),
    "GET bms/foreign-module": () => ({
      data: { rows: [{ id: "crm", version: 1, name: "CRM" }], total: 1 },
    }),
    "POST upms/user/getModuleTree.do": () => ({
      data: {
        moduleData: [
          moduleOf({ moduleKey: "crm", moduleName: "CRM", opened: false }),
        ],
      },
    }),
  });
  await showPage(
    <Suspense>
      <ModulePage />
    </Suspense>,
  );
  await screen.findByRole("rowheader", { name: "CRM" });
}

test("ADMIN-02: the address of another system's module is set by whoever may add one, and by nobody else", async () => {
  await show(["check", "add"]);
  expect(
    screen.getByRole("button", { name: "Set the address of CRM" }),
  ).toHaveTextContent("Set address");
});

test("ADMIN-02: without the right to add there is no “Set address”", async () => {
  await show(["check"]);
  expect(screen.queryByText("Set address")).toBeNull();
  expect(screen.queryByRole("button", { name: /Set the address/ })).toBeNull();
});
