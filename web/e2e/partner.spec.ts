import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { start, type Server } from "./server";
import { faults, settled, signIn, visit, type Language } from "./visit";

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

const supplier = { phone: "13800000011" };
const customer = { phone: "13800000012" };
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const words = {
  zh: {
    orders: "我的待交批次",
    moulds: "我的模具",
    toConfirm: "待确认",
    confirmed: "已确认",
    delivered: "已交付",
    confirm: (order: string) => `确认外协单“${order}”的交期`,
    change: (order: string) => `修改外协单“${order}”的交期`,
    send: (day: string) => `确认 ${day} 交货`,
    remark: "备注",
    said: "分两批送",
    sent: (order: string) => `已确认外协单“${order}”的交期`,
    title: (order: string) =>
      `恒泰热处理厂（周强）确认了外协单“${order}”的交期`,
    day: "交货日期",
    refused: "模块“项目管理”未开通",
  },
  en: {
    orders: "My batches to deliver",
    moulds: "My moulds",
    toConfirm: "To confirm",
    confirmed: "Confirmed",
    delivered: "Delivered",
    confirm: (order: string) => `Confirm the date of order “${order}”`,
    change: (order: string) => `Change the date of order “${order}”`,
    send: (day: string) => `Confirm delivery on ${day}`,
    remark: "Remark",
    said: "In two lots",
    sent: (order: string) => `Date of order “${order}” confirmed`,
    title: (order: string) =>
      `恒泰热处理厂 (周强) confirmed the date of outsourcing order “${order}”`,
    day: "Delivery date",
    refused: "Module Project management is not opened",
  },
};

const shoot = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/partner/${name}.png` });

/** Nothing lies beyond the edge of the screen. */
async function fits(page: Page) {
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - innerWidth,
    ),
  ).toBeLessThanOrEqual(0);
}

interface Order {
  id: string;
  version: number;
  orderNo: string;
  confirmedBy: string;
}

for (const language of ["zh", "en"] as const) {
  const say = words[language];

  test(`SCOPE-04: a supplier's person confirms a date, the company sees it, and a change of it is to be confirmed anew (${language})`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize(wide);
    await signIn(page, server, language, supplier);
    await expect(page.getByRole("heading", { name: say.orders })).toBeVisible();
    const table = page.getByRole("table", { name: say.orders });
    const row = table
      .getByRole("row")
      .filter({ hasText: say.toConfirm })
      .last();
    const orderNo = (await row.getByRole("cell").first().textContent())!;
    const own = table.getByRole("row").filter({ hasText: orderNo });
    expect(await faults(page)).toEqual([]);
    await fits(page);
    await shoot(page, `orders-${language}-1440`);

    const planner = await (await browser.newContext()).newPage();
    await signIn(planner, server, language, { phone: "13800000002" });
    await visit(
      planner,
      server,
      `/capp/outsource-order?q=${encodeURIComponent(orderNo)}`,
    );
    await expect(planner.getByText(orderNo).first()).toBeVisible();

    await own.getByRole("button", { name: say.confirm(orderNo) }).click();
    const dialog = page.getByRole("dialog");
    const day = await dialog
      .getByRole("textbox", { name: say.day })
      .inputValue();
    await dialog.getByRole("textbox", { name: say.remark }).fill(say.said);
    await settled(page);
    await shoot(page, `dialog-${language}-1440`);
    await dialog.getByRole("button", { name: say.send(day) }).click();
    await expect(page.getByText(say.sent(orderNo))).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(own).toContainText(say.confirmed);
    await expect(own).toContainText(say.said);

    // The company's open list follows, and whoever looks after orders has a message.
    await expect(planner.getByText("周强").first()).toBeVisible();
    await expect(planner.getByText(say.title(orderNo)).first()).toBeVisible();
    const { rows } = await ask<{ rows: Order[] }>(
      planner,
      server,
      "GET",
      `capp/outsource-order?q=${encodeURIComponent(orderNo)}`,
    );
    const { id, version } = rows[0]!;
    await ask(planner, server, "PATCH", `capp/outsource-order/${id}`, {
      version,
      promised: "2099-03-20T00:00:00+08:00",
    });
    await expect(own).toContainText("2099-03-20");
    await expect(own).toContainText(say.toConfirm);
    await planner.context().close();

    await page.getByRole("tab", { name: say.delivered }).click();
    await expect(
      table.getByRole("row").filter({ hasText: say.delivered }).first(),
    ).toBeVisible();

    await page.setViewportSize(phone);
    await page.getByRole("tab").first().click();
    const card = page
      .getByRole("listitem")
      .filter({ has: page.getByText(orderNo, { exact: true }) });
    await expect(card).toContainText(say.toConfirm);
    expect(await faults(page)).toEqual([]);
    await fits(page);
    await shoot(page, `orders-${language}-390`);
    await card.getByRole("button", { name: say.confirm(orderNo) }).click();
    await settled(page);
    await fits(page);
    await shoot(page, `dialog-${language}-390`);
    await dialog.getByRole("button", { name: say.send("2099-03-20") }).click();
    await expect(card).toContainText(say.confirmed);
    await expect(
      card.getByRole("button", { name: say.change(orderNo) }),
    ).toBeVisible();
  });

  test(`SCOPE-04: a customer's person sees their moulds and nothing else (${language})`, async ({
    page,
  }) => {
    await page.setViewportSize(wide);
    await signIn(page, server, language, customer);
    await expect(page.getByRole("heading", { name: say.moulds })).toBeVisible();
    const table = page.getByRole("table", { name: say.moulds });
    await expect(table.getByRole("row").nth(1)).toContainText("%");
    expect(await faults(page)).toEqual([]);
    await fits(page);
    await shoot(page, `moulds-${language}-1440`);
    await page.setViewportSize(phone);
    await expect(
      page
        .getByRole("list", { name: say.moulds })
        .getByRole("listitem")
        .first(),
    ).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await fits(page);
    await shoot(page, `moulds-${language}-390`);
    await visit(page, server, "/pm/mould");
    await expect(page.getByText(say.refused).first()).toBeVisible();
  });
}

test("both looks are legible", async ({ browser }) => {
  for (const [language, who] of [
    ["zh", supplier],
    ["en", customer],
  ] as [Language, typeof supplier][]) {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, server, language, { ...who, look: "dark" });
    await settled(page);
    expect(await faults(page)).toEqual([]);
    await shoot(page, `dark-${who === supplier ? "orders" : "moulds"}`);
    await page.context().close();
  }
});
