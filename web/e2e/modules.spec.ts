import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { createOperator } from "./operator";
import { start, type Server } from "./server";
import { faults, signIn, visit } from "./visit";

const words = {
  zh: {
    page: "模块设置",
    products: "全部产品",
    modules: "产品模块",
    framed: "商务订单",
    beside: "订单协同",
    create: "新建",
    find: "查找和操作",
    open: "在新窗口中打开“订单协同”",
  },
  en: {
    page: "Module settings",
    products: "All products",
    modules: "Modules",
    framed: "Business and orders",
    beside: "Order collaboration",
    create: "New",
    find: "Find and do",
    open: "Open Order collaboration in a new window",
  },
};

let server: Server;
let signInOperator: ReturnType<typeof createOperator>;

test.beforeAll(async () => {
  server = await start("sqlite");
  signInOperator = createOperator(server);
});
test.afterAll(() => server.stop());

/** The operator opens two modules of others for the demo's company. */
async function openModules(page: Page) {
  await signInOperator(page, "en");
  const { rows } = await ask<{
    rows: { id: string; code: string; version: number; modules: string[] }[];
  }>(page, server, "GET", "platform/tenant?size=100");
  const demo = rows.find(({ code }) => code === "demo")!;
  const modules = [...new Set([...demo.modules, "crm", "oms"])];
  await ask(page, server, "PATCH", `platform/tenant/${demo.id}`, {
    version: demo.version,
    modules,
  });
}

for (const language of ["zh", "en"] as const) {
  test(`HEADER-10, HEADER-11, HEADER-12, ROUTE-14, R15, PANEL-11: a module of somebody else opens in a frame or beside, as it is set (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    await openModules(await (await browser.newContext()).newPage());

    const context = await browser.newContext();
    for (const host of ["crm", "oms"]) {
      await context.route(`https://${host}.example/**`, (route) =>
        route.fulfill({
          contentType: "text/html",
          body: `<h1>${host} for ${new URL(route.request().url()).search}</h1>`,
        }),
      );
    }
    const page = await context.newPage();
    await signIn(page, server, language);
    await visit(page, server, "/settings/module");
    await expect(page.getByRole("heading", { name: say.page })).toBeVisible();
    const set = await ask<{ rows: unknown[] }>(
      page,
      server,
      "GET",
      "bms/module-setting",
    );
    if (set.rows.length === 0) {
      // The other pages of this browser follow what is saved, without being loaded anew.
      await ask(page, server, "POST", "bms/module-setting", {
        module: "crm",
        address: "https://crm.example/start?who={userName}",
        opens: 1,
      });
      await ask(page, server, "POST", "bms/module-setting", {
        module: "oms",
        address: "https://oms.example/orders",
        opens: 2,
      });
    }
    await expect(page.getByText("https://oms.example/orders")).toBeVisible();
    await page.screenshot({
      path: `test-results/modules/settings-${language}.png`,
    });
    expect(await faults(page)).toEqual([]);

    // In the place of this page, whose policy is older than the module.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: say.find }).fill(say.framed);
    await expect(
      page.getByRole("option", { name: say.framed }).first(),
    ).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/crm\/iframePage\/crm\.entrance/);
    const inside = page.frameLocator("iframe");
    await expect(inside.getByText("crm for ?who=admin")).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(say.framed));
    await page.screenshot({
      path: `test-results/modules/framed-${language}.png`,
    });

    // From the panel, in a tab of its own with its header.
    await page.getByRole("button", { name: say.products }).click();
    const tab = page.waitForEvent("popup");
    await page
      .getByRole("dialog", { name: say.products })
      .getByRole("link", { name: say.framed, exact: true })
      .click();
    const framed = await tab;
    await expect(
      framed.frameLocator("iframe").getByText("crm for ?who=admin"),
    ).toBeVisible();
    await expect(framed.locator(".shell-header")).toBeVisible();
    await framed.close();

    // The other lets nobody frame it: it opens beside, and is told who comes and in which language.
    await visit(page, server, "/home");
    await page.getByLabel(say.modules, { exact: true }).click();
    const window = page.waitForEvent("popup");
    await page
      .locator(".shell-tiles")
      .getByRole("link", { name: say.beside })
      .click();
    const beside = await window;
    await expect(beside).toHaveURL(
      new RegExp(
        `^https://oms\\.example/orders\\?tenantId=[\\w-]+&lang=${language}$`,
      ),
    );
    await beside.close();
    await visit(page, server, "/oms/medium");
    await expect(page.getByRole("link", { name: say.open })).toHaveAttribute(
      "target",
      "_blank",
    );
  });
}
