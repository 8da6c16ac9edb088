import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { start, type Server } from "./server";
import { faults, settled, signIn } from "./visit";

const words = {
  zh: {
    products: "全部产品",
    star: (name: string) => `收藏“${name}”`,
    menus: ["排程任务", "模具"],
    favourites: "我的收藏",
    settings: "收藏设置",
    newFolder: "新建收藏夹",
    folderName: "收藏夹名称",
    needed: "请填写收藏夹名称",
    save: "保存",
    choose: /选择程序或程序单/,
    upload: "上传",
    found: "发现的问题",
    cutShort: /short\.nc：没有程序结束指令/,
    uploaded: "上传成功，正在返回列表",
    shut: /设备传输服务已关闭，不能上传/,
  },
  en: {
    products: "All products",
    star: (name: string) => `Add ${name} to the favourites`,
    menus: ["Schedules", "Moulds"],
    favourites: "Favourites",
    settings: "Collection settings",
    newFolder: "New folder",
    folderName: "Folder name",
    needed: "A folder needs a name",
    save: "Save",
    choose: /Choose programs or program sheets/,
    upload: "Upload",
    found: "What was found",
    cutShort: /short\.nc: there is no end of the program/,
    uploaded: "Uploaded; going back to the list",
    shut: /The machine-transfer service is closed, so nothing can be uploaded/,
  },
};
type Words = (typeof words)["en"];

test.describe("filing", () => {
  let server: Server;
  test.beforeAll(async () => {
    server = await start("sqlite");
  });
  test.afterAll(() => server.stop());

  for (const language of ["zh", "en"] as const) {
    const say = words[language];
    // Favourites are a person's own, and both may upload.
    const phone = language === "zh" ? "13800000001" : "13800000002";

    // FAV-03, FAV-06: a favourite is dragged into a folder; what is saved stays.
    test(`favourites go into folders, in ${language}`, async ({ page }) => {
      await signIn(page, server, language, { phone });
      const bar = await openPanel(page, say);
      for (const name of say.menus) {
        await page
          .getByRole("button", { name: say.star(name), exact: true })
          .click();
        await expect(
          bar.getByRole("link", { name, exact: true }),
        ).toBeVisible();
      }
      await bar.getByRole("button", { name: say.settings }).click();
      await bar.getByRole("button", { name: say.newFolder }).click();
      await bar.getByRole("button", { name: say.save, exact: true }).click();
      await expect(bar.getByRole("alert")).toHaveText(say.needed);
      await bar.getByLabel(say.folderName).fill("Daily");
      await drag(page, ".favourite-grip >> nth=0", ".folder-box ul");
      await expect(bar.locator(".folder-box .favourite-grip")).toHaveText(
        say.menus[0]!,
      );
      expect(await faults(page)).toEqual([]);
      await shots(page, `folders-settings-${language}`);
      await bar.getByRole("button", { name: say.save, exact: true }).click();
      const inside = bar.getByRole("list", { name: "Daily" });
      await expect(inside.getByRole("link")).toHaveText(say.menus[0]!);

      await page.reload();
      await openPanel(page, say);
      await expect(inside.getByRole("link")).toHaveText(say.menus[0]!);
      expect(await faults(page)).toEqual([]);
      await shots(page, `folders-${language}`);
      await bar.getByRole("button", { name: /Daily/ }).click();
      await expect(inside).toHaveCount(0);
    });

    // ERR-16, ERR-17, ERR-18: what an upload says when it is done, faulty, or shut out.
    test(`programs are uploaded for an operation, in ${language}`, async ({
      page,
    }) => {
      await signIn(page, server, language, { phone });
      await page.goto(`${server.url}/mf/program?missing=true`);
      await settled(page);
      await shots(page, `programs-${language}`);
      await page.getByRole("row").nth(1).getByRole("link").click();
      await expect(page).toHaveURL(/\/mf\/program\/[0-9a-f-]{36}/);
      const operation = page.url();
      const bring = (name: string, content: string) =>
        page.getByLabel(say.choose).setInputFiles({
          name,
          mimeType: "application/octet-stream",
          buffer: Buffer.from(content),
        });
      const send = page.getByRole("button", { name: say.upload, exact: true });

      await bring("short.nc", "O1\nG0 X1");
      await send.click();
      await expect(page.getByText(say.found)).toBeVisible();
      await expect(page.getByText(say.cutShort)).toBeVisible();
      await shots(page, `upload-fault-${language}`);
      await page.reload();
      await bring("O1001.nc", "O1001\nG0 X1\nM30\n");
      expect(await faults(page)).toEqual([]);
      await shots(page, `upload-${language}`);
      await send.click();
      await expect(page.getByText(say.uploaded)).toBeVisible();
      await expect(page).toHaveURL(/\/mf\/program$/);

      // Closed by somebody between the page and the press: the server says it.
      await page.goto(operation);
      await expect(page.getByText("O1001.nc")).toBeVisible();
      await bring("O1002.nc", "O1002\nM30\n");
      await transfer(page, server, false);
      await send.click();
      await expect(page.getByText(say.shut).first()).toBeVisible();
      await shots(page, `upload-closed-${language}`);
      await transfer(page, server, true);
    });
  }
});

async function openPanel(page: Page, say: Words) {
  await page.getByRole("button", { name: say.products }).click();
  return page.getByRole("region", { name: say.favourites });
}

async function drag(page: Page, what: string, where: string) {
  const from = (await page.locator(what).boundingBox())!;
  const to = (await page.locator(where).boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + 4);
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, {
    steps: 8,
  });
  await page.mouse.up();
}

/** Opens or closes the machine-transfer service of the factory. */
async function transfer(page: Page, server: Server, open: boolean) {
  const { version } = await ask<{ version: number }>(
    page,
    server,
    "GET",
    "mf/machine-transfer",
  );
  await ask(page, server, "POST", "mf/machine-transfer", { open, version });
}

async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) {
    return;
  }
  for (const look of ["light", "dark"]) {
    await page.evaluate(
      (to) => (document.documentElement.dataset.theme = to),
      look,
    );
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: `${process.env.SHOTS}/${name}-${look}-${width}.png`,
      });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
}
