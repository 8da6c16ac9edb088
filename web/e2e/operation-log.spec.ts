import { expect, test } from "./test";
import { ask } from "./calls";
import { engines, languagesOn, start } from "./server";
import { signIn } from "./visit";

const words = {
  zh: {
    person: "人员",
    action: "操作",
    deleted: "删除",
    close: "关闭",
    history: "该记录的全部历史",
  },
  en: {
    person: "Person",
    action: "Action",
    deleted: "Deleted",
    close: "Close",
    history: "Whole history of this record",
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // A deleted record is found by who deleted it; what was chosen outlives a reload, the way back and a second tab.
    test(`${engine}: the operation log, in ${language}`, async ({ page }) => {
      const server = await start(engine);
      const say = words[language];
      try {
        await signIn(page, server, language);
        const { row } = await ask<{ row: { id: string; version: number } }>(
          page,
          server,
          "POST",
          "bms/customer",
          {
            ...{ number: "C-GONE", name: "GONE-7", valid: true },
            ...{ area: "A".repeat(50), sapOrderNumber: "S".repeat(50) },
          },
        );
        await ask(page, server, "DELETE", `bms/customer/${row.id}`);

        await page.goto(`${server.url}/comm/operation-log`);
        await expect(page.getByText("GONE-7").first()).toBeVisible();
        const choose = async (field: string, value: string) => {
          await page
            .getByRole("combobox", { name: field, exact: true })
            .press("Enter");
          // The table has cells of the same title.
          await page
            .locator(`.ant-select-item-option[title="${value}"]`)
            .click();
        };
        await choose(say.action, say.deleted);
        await choose(say.person, "陈静");
        await page.getByRole("searchbox").fill("gone-7");
        await expect(page).toHaveURL(/action=delete/);
        await expect(page).toHaveURL(/person=/);
        await expect(page).toHaveURL(/q=gone-7/);
        const lines = page.getByRole("row").filter({ hasText: "GONE-7" });
        await expect(lines).toHaveCount(1);
        await lines.dblclick();
        const panel = page.getByRole("dialog", { name: /GONE-7/ });
        await expect(panel.getByText(say.history)).toBeVisible();
        await expect(
          panel.getByRole("cell", { name: "C-GONE" }).first(),
        ).toBeVisible();
        const address = page.url();

        // On a telephone, long values wrap: nothing lies beyond the page.
        await page.setViewportSize({ width: 390, height: 844 });
        for (const table of await panel.getByRole("table").all()) {
          expect(
            await table.evaluate(
              ({ scrollWidth, parentElement }) =>
                scrollWidth - parentElement!.clientWidth,
            ),
          ).toBeLessThanOrEqual(0);
        }
        await page.setViewportSize({ width: 1440, height: 900 });

        await page.reload();
        await expect(panel).toBeVisible();
        await expect(page).toHaveURL(address);
        await expect(page.getByRole("searchbox")).toHaveValue("gone-7");
        const other = await page.context().newPage();
        await other.goto(address);
        await expect(
          other.getByRole("dialog", { name: /GONE-7/ }),
        ).toBeVisible();
        await other.close();

        await panel.getByRole("button", { name: say.close }).click();
        await expect(panel).toHaveCount(0);
        await page.goto(`${server.url}/home`);
        await page.goBack();
        await expect(page.getByRole("searchbox")).toHaveValue("gone-7");
        await expect(lines).toHaveCount(1);
      } finally {
        server.stop();
      }
    });
  }
}
