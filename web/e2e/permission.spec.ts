import { expect, test } from "./test";
import { ask } from "./calls";
import { engines, languagesOn, start } from "./server";
import { faults, signIn } from "./visit";

const words = {
  zh: {
    new: /^新\s?建$/,
    barred: "没有权限，点击查看原因",
    missing: /缺少“模具”的“.*”权限/,
    people: /可以授予的人：陈静/,
    ask: "向其请求此权限",
    sent: /已发送请求/,
    find: "查找和操作",
    page: "用户列表",
    why: "没有权限，为什么？",
    pageMissing: /缺少“.*”的“.*”权限/,
    part: "只显示部分数据，为什么？",
    hidden: /有 1 个工段需要单独授权/,
    more: /可以调整的人：陈静/,
    askMore: "向其提出请求",
    wish: "李伟 请求查看更多工段",
  },
  en: {
    new: /^New$/,
    barred: "No permission. Press to see why",
    missing: /The permission to .* on Moulds is missing/,
    people: /People who can grant it: 陈静/,
    ask: "Ask them for it",
    sent: /Your request has been sent/,
    find: "Find and do",
    page: "User list",
    why: "No permission – why?",
    pageMissing: /The permission to .* is missing/,
    part: "You see a part of them. Why?",
    hidden: /One section of this factory/,
    more: /People who can change it: 陈静/,
    askMore: "Ask them for more",
    wish: "李伟 asks to see more sections",
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // What somebody may not do is in sight, says why, and can be asked for.
    test(`${engine}: who may not add a mould learns why and asks for it, in ${language}`, async ({
      browser,
    }) => {
      const server = await start(engine);
      const say = words[language];
      try {
        const admin = await (await browser.newContext()).newPage();
        const page = await (await browser.newContext()).newPage();
        await signIn(admin, server, language);
        await signIn(page, server, language, { phone: "13800000003" });

        await admin.goto(`${server.url}/pm/mould`);
        const plain = admin.getByRole("button", { name: say.new });
        await expect(plain).toBeVisible();
        await expect(plain).not.toHaveAttribute("aria-disabled");

        await page.goto(`${server.url}/pm/mould`);
        const add = page.getByRole("button", { name: say.new });
        await expect(add).toHaveAttribute("aria-disabled", "true");
        await expect(add).toHaveAccessibleDescription(say.barred);
        await add.focus();
        await page.keyboard.press("Enter");
        await expect(page.getByText(say.missing)).toBeInViewport();
        await expect(page.getByText(say.people)).toBeVisible();
        expect(await faults(page)).toEqual([]);
        await page.screenshot({ path: `test-results/barred-${language}.png` });
        await page.keyboard.press("Escape");
        await expect(page.getByText(say.missing)).toBeHidden();
        await expect(add).toBeFocused();

        await add.press("Enter");
        await page.getByRole("button", { name: say.ask }).click();
        await expect(page.getByText(say.sent)).toBeVisible();
        await expect(page).toHaveURL(/\/pm\/mould$/);

        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: say.find }).fill(say.page);
        const found = page.getByRole("option", { name: say.page });
        await expect(found).toContainText(say.why);
        await page.keyboard.press("Enter");
        await expect(
          page.getByRole("dialog").getByText(say.pageMissing),
        ).toBeVisible();
        await expect(page).toHaveURL(/\/pm\/mould$/);
      } finally {
        server.stop();
      }
    });

    // Who sees a part of a list is told so, learns why, and asks for more.
    test(`${engine}: a list that sections narrow says why, in ${language}`, async ({
      browser,
    }) => {
      const server = await start(engine);
      const say = words[language];
      try {
        const admin = await (await browser.newContext()).newPage();
        const page = await (await browser.newContext()).newPage();
        await signIn(admin, server, language);
        await signIn(page, server, language, { phone: "13800000002" });
        await page.goto(`${server.url}/settings/section`);
        const rows = page.getByRole("grid").getByRole("row");
        await expect(rows.nth(1)).toBeVisible();
        const part = page.getByRole("button", { name: say.part });
        await expect(part).toHaveCount(0);

        const { rows: sections } = await ask<{
          rows: { id: string; version: number }[];
        }>(admin, server, "GET", "bms/section?size=1&sort=sortOrder");
        const { id, version } = sections[0]!;
        await ask(admin, server, "PATCH", `bms/section/${id}`, {
          version,
          permission: true,
        });
        await page.reload();
        await part.click();
        await expect(page.getByText(say.hidden)).toBeInViewport();
        await expect(page.getByText(say.more)).toBeVisible();
        expect(await faults(page)).toEqual([]);
        await page.screenshot({ path: `test-results/limits-${language}.png` });
        await page.getByRole("button", { name: say.askMore }).click();
        await expect(page.getByText(say.sent)).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(page.getByText(say.hidden)).toBeHidden();

        // A record that is hidden is found no more than one that is gone, and that may be why.
        await page.goto(`${server.url}/settings/section/${id}`);
        await expect(
          page.getByRole("alert").getByRole("button", { name: say.part }),
        ).toBeVisible();
        await admin.goto(`${server.url}/comm/messageNotice/messageManagement`);
        await expect(admin.getByText(say.wish).first()).toBeVisible();
      } finally {
        server.stop();
      }
    });
  }
}
