import { expect, test } from "./test";
import { startProxy } from "./proxy";
import { engines, languagesOn, start } from "./server";
import { signIn } from "./visit";

const words = {
  zh: {
    name: /^名称/,
    chinese: /^中文名称/,
    save: /^保\s?存$/,
    lost: "服务器没有响应，正在重试…",
    undone: "刚才的操作可能未完成，请检查后再试。",
    taken: /已存在/,
    unreachable: /^无法连接服务器/,
  },
  en: {
    name: /^Name/,
    chinese: /^Chinese name/,
    save: "Save",
    lost: "The server does not answer, trying again…",
    undone: /may not have been carried out/,
    taken: /already/,
    unreachable: /^The server cannot be reached/,
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // ERR-10: while nobody answers, what was typed stays, reads repeat themselves, and nothing is written by itself.
    test(`${engine}: typing survives an outage, and a write is sent when somebody sends it, in ${language}`, async ({
      page,
    }) => {
      const say = words[language];
      const server = await start(engine);
      const proxy = await startProxy(server);
      try {
        await signIn(page, { ...server, url: proxy.url }, language);
        await page.goto(`${proxy.url}/settings/section/new`);
        const name = page.getByLabel(say.name);
        const chinese = page.getByLabel(say.chinese);
        await name.fill("OUT1");
        await chinese.fill("停机一号");
        const sections = () =>
          proxy.written.filter((path) => path.endsWith("/bms/section")).length;

        proxy.goAway();
        await page.getByRole("button", { name: say.save }).click();
        await expect(page.getByText(say.lost)).toBeVisible();
        await expect(page.getByText(say.undone)).toBeVisible();
        await expect(name).toHaveValue("OUT1");
        await expect(chinese).toHaveValue("停机一号");

        // What has to be fetched first does not come, and takes nothing along.
        await page.keyboard.press("Control+k");
        await expect(page.getByText(say.unreachable).first()).toBeVisible();
        await expect(name).toHaveValue("OUT1");

        proxy.comeBack();
        await expect(page.getByText(say.lost)).toBeHidden();
        expect(sections()).toBe(0);
        await expect(name).toHaveValue("OUT1");
        await page.getByRole("button", { name: say.save }).click();
        await expect(page).toHaveURL(/\/settings\/section$/);
        await expect(
          page.getByRole("row").filter({ hasText: "OUT1" }),
        ).toHaveCount(1);
        expect(sections()).toBe(1);

        // The write arrives, its answer does not. The browser sends it again by itself; it is done once all the same, and
        // nobody is told that it failed. Who sends it once more hears what is there.
        await page.goto(`${proxy.url}/settings/section/new`);
        await name.fill("OUT2");
        await chinese.fill("停机二号");
        proxy.loseNextAnswer();
        await page.getByRole("button", { name: say.save }).click();
        await expect(page.getByText(say.undone)).toBeVisible();
        await expect(name).toHaveValue("OUT2");
        await expect(page.getByText(say.taken)).toHaveCount(0);
        await page.getByRole("button", { name: say.save }).click();
        await expect(page.getByText(say.taken).first()).toBeVisible();
        await expect(name).toHaveValue("OUT2");
        await page.screenshot({
          path: `test-results/outage-${language}.png`,
        });
      } finally {
        proxy.stop();
        server.stop();
      }
    });
  }
}
