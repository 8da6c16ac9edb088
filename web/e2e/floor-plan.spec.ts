import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test";
import { engines, languagesOn, start } from "./server";
import { faults, signIn } from "./visit";

const words = {
  zh: {
    tray: "未放置的设备",
    save: /^保\s?存$/,
    saved: "设备布局已保存",
    counted: /已放置 1\/\d+ 台/,
    none: /已放置 0\/\d+ 台/,
    right: /第 11 列/,
  },
  en: {
    tray: "Machines without a place",
    save: /^Save$/,
    saved: "The layout is saved",
    counted: /1 of \d+ placed/,
    none: /0 of \d+ placed/,
    right: /column 11/,
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // A machine is dragged onto the plan of its section, moved by a key, kept, and dragged back.
    test(`${engine}: a machine gets its place on the floor, in ${language}`, async ({
      page,
    }) => {
      const server = await start(engine);
      const say = words[language];
      try {
        await signIn(page, server, language);
        await page.goto(`${server.url}/ems/machine-layout`);
        const grid = page.getByRole("application");
        const tray = page.getByRole("region", { name: say.tray });
        const tile = grid.getByRole("button");
        const waiting = tray.getByRole("button").first();
        const code = await waiting.locator("strong").innerText();

        const box = (await grid.boundingBox())!;
        const cell = box.width / 24;
        // The middle of the tenth column, fifth row.
        await drag(page, waiting, box.x + cell * 9.5, box.y + cell * 4.5);
        await expect(tile).toHaveCount(1);
        await expect(tile).toContainText(code);
        await tile.press("ArrowRight");
        await expect(tile).toHaveAccessibleName(say.right);
        expect(await faults(page)).toEqual([]);
        await page.screenshot({
          path: `test-results/floor-plan-${language}.png`,
        });
        await page.getByRole("button", { name: say.save }).click();
        await expect(page.getByText(say.saved)).toBeVisible();

        await page.reload();
        await expect(page.getByText(say.counted)).toBeVisible();
        await expect(tile).toHaveAccessibleName(say.right);

        const back = (await tray.boundingBox())!;
        await drag(page, tile, back.x + back.width / 2, back.y + 20);
        await expect(tile).toHaveCount(0);
        await expect(page.getByText(say.none)).toBeVisible();
      } finally {
        server.stop();
      }
    });
  }
}

/** Drags something by its middle to a point of the page. */
async function drag(page: Page, what: Locator, x: number, y: number) {
  await what.hover();
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 5 });
  await page.mouse.up();
}
