import { test } from "@playwright/test";
import { start } from "./server";
import { faults, settled, signIn } from "./visit";

test("shots", async ({ browser }) => {
  const server = await start("sqlite");
  for (const [language, look, width, height] of [
    ["zh", "light", 1440, 900],
    ["en", "dark", 1440, 900],
    ["zh", "dark", 390, 800],
    ["en", "light", 390, 800],
  ] as const) {
    const page = await (await browser.newContext({ viewport: { width, height }, timezoneId: "Asia/Shanghai" })).newPage();
    await signIn(page, server, language, { look });
    await page.goto(`${server.url}/aps/schedule`);
    await page
      .getByRole("link", { name: language === "zh" ? "甘特图" : "Gantt" })
      .first()
      .click();
    await settled(page);
    const box = (await page.locator("canvas").last().boundingBox())!;
    console.log(language, look, width, JSON.stringify(box), page.url());
    await page.locator("canvas").last().click({ position: { x: box.width - 30, y: 200 } });
    for (const key of ["Home", "ArrowRight", "ArrowDown", "ArrowRight", "Enter"]) {
      await page.keyboard.press(key);
    }
    const panel = page.getByRole("dialog").last();
    await panel.getByRole("radiogroup").waitFor();
    await page.waitForTimeout(1500);
    for (const n of [2, 1, 4, 3]) {
      const radio = panel.getByRole("radio").nth(n);
      if (!(await radio.count())) continue;
      await radio.check({ force: true });
      await page.waitForTimeout(200);
      await panel.locator("form button[type=submit]").click();
      await page.waitForTimeout(1500);
      await panel.locator("form button[type=submit]").scrollIntoViewIfNeeded();
      await page.screenshot({ path: `/tmp/keep6-${language}-${look}-${width}-${n}.png` });
    }
    console.log(await faults(page));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.locator("canvas").last().click({ position: { x: 60, y: 190 } });
    await page.waitForTimeout(1200);
    await page.screenshot({ path: `/tmp/keep6-${language}-${look}-${width}-row.png` });
    await page.close();
  }
  server.stop();
});
