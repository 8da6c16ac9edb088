import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { createOperator } from "./operator";
import { start, type Server } from "./server";
import { signIn } from "./visit";

let server: Server;
// The code for the phone stands beside the rest in a company whose licence is watched.
test.beforeAll(async ({ browser }) => {
  server = await start("sqlite");
  const page = await browser.newPage();
  await createOperator(server)(page, "en");
  const { rows } = await ask<{
    rows: { id: string; version: number }[];
  }>(page, server, "GET", "platform/tenant?size=50");
  const companies = rows.filter(({ id }) => id !== "000000");
  expect(companies.length).toBeGreaterThan(0);
  for (const { id, version } of companies) {
    await ask(page, server, "PATCH", `platform/tenant/${id}`, {
      version,
      haspExpireSwitch: 0,
      expireDate: "2099-12-31",
    });
  }
  await page.close();

  // More messages than the badge counts: nobody of the company but the sender has read them.
  const office = await (await browser.newContext()).newPage();
  await signIn(office, server, "en");
  for (let i = 1; i <= 100; i++) {
    await ask(office, server, "POST", "bms/sys/news/publish", {
      title: `Notice ${i}`,
      content: "Friday",
    });
  }
  await office.context().close();
});
test.afterAll(() => server.stop());

const words = {
  zh: { mobile: "手机版" },
  en: { mobile: "Mobile app" },
};

/** What the header shows that overlaps something else of it, leaves the window or is cut, one line each. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const header = document.querySelector(".shell-header")!;
    const shown = [
      ...header.querySelectorAll<HTMLElement>("a, button, summary, input, kbd"),
    ].filter((one) => one.checkVisibility() && one.offsetWidth > 0);
    const nameOf = (one: HTMLElement) =>
      `${one.className || one.tagName} “${one.getAttribute("aria-label") ?? one.textContent}”`;
    const faults: string[] = [];
    for (const [at, one] of shown.entries()) {
      const box = one.getBoundingClientRect();
      if (box.left < 0 || box.right > innerWidth + 0.5) {
        faults.push(
          `${nameOf(one)} leaves the window: ${box.left} to ${box.right}`,
        );
      }
      // A name that is too long ends in an ellipsis; nothing else may be cut.
      const style = getComputedStyle(one);
      const isCut = one.scrollWidth > one.clientWidth + 1;
      if (
        isCut &&
        style.overflowX !== "visible" &&
        style.textOverflow !== "ellipsis"
      ) {
        faults.push(`${nameOf(one)} is cut`);
      }
      for (const other of shown.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) {
          continue;
        }
        const beside = other.getBoundingClientRect();
        const wide =
          Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
        const high =
          Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
        if (wide > 0.5 && high > 0.5) {
          faults.push(`${nameOf(one)} lies on ${nameOf(other)}`);
        }
      }
    }
    return shown.length > 3 ? faults : ["the header shows hardly anything"];
  });

for (const language of ["zh", "en"] as const) {
  test(`HEADER-06: nothing of the header covers another or is cut at any width (${language})`, async ({
    page,
  }) => {
    await signIn(page, server, language, { phone: "13800000003" });
    await page.goto(`${server.url}/home`);
    // As wide as it ever is.
    const badge = page.locator(".shell-badge");
    await expect(badge).toHaveText("99+");
    for (const width of [
      360, 390, 600, 640, 641, 700, 768, 820, 876, 877, 1024, 1280, 1440, 1920,
    ]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await faultsOf(page), `${width} px`).toEqual([]);
      await expect(badge, `${width} px`).toBeInViewport({ ratio: 1 });
    }

    // The code for the phone opens below its button, whole; on a phone there is none.
    const button = page
      .locator("summary")
      .and(page.getByTitle(words[language].mobile, { exact: true }));
    const card = page.locator(".shell-qr");
    for (const width of [901, 1024, 1440]) {
      await page.setViewportSize({ width, height: 640 });
      await button.click();
      await expect(card.locator("svg").first()).toBeVisible();
      await expect(card, `${width} px`).toBeInViewport({ ratio: 1 });
      const [above, below] = [
        (await button.boundingBox())!,
        (await card.boundingBox())!,
      ];
      expect(below.y).toBeGreaterThanOrEqual(above.y + above.height - 1);
      await page.screenshot({
        path: `test-results/header-${language}-${width}.png`,
      });
      await button.click();
      await expect(card).toBeHidden();
    }
    for (const width of [641, 768, 876, 900]) {
      await page.setViewportSize({ width, height: 640 });
      await expect(button, `${width} px`).toBeHidden();
      // Messages open below their bell at every width, whole.
      await page.locator(".shell-messages").hover();
      await expect(page.locator("section.shell-pop-card li")).not.toHaveCount(
        0,
      );
      await expect(
        page.locator("section.shell-pop-card"),
        `${width} px`,
      ).toBeInViewport({ ratio: 1 });
      await page.mouse.move(1, 600);
    }
  });
}
