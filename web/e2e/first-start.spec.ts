import { expect, test } from "./test";
import { ask } from "./calls";
import { firstLink, setUp, setUpWords } from "./first-company";
import { engines, languagesOn, start, type Server } from "./server";
import { signIn } from "./visit";

const words = {
  zh: {
    ...setUpWords.zh,
    wrongName: "请输入 1 到 50 个字符",
    waiting: /这台服务器还没有企业/,
    register: "注册企业",
    wrong: /链接无效或已过期/,
    none: /这台服务器还没有企业，暂时无人可以登录/,
    done: /首次启动已经完成，请直接登录/,
    signIn: "登录",
    signInPhone: "手机号",
  },
  en: {
    ...setUpWords.en,
    wrongName: "Please enter 1 to 50 characters",
    waiting: /This server has no company yet/,
    register: "Register a company",
    wrong: /The link is invalid or has expired/,
    none: /This server has no company yet and nobody can sign in/,
    done: /The first company is there already; please sign in/,
    signIn: "Sign in",
    signInPhone: "Phone number",
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    test(`${engine}: the link of the first start makes a company, once, in ${language}`, async ({
      page,
    }) => {
      const say = words[language];
      const server: Server = await start(engine, false);
      try {
        const link = firstLink(server);
        await page.goto(`${server.url}/?lang=${language}`);
        await expect(page.getByText(say.waiting)).toBeVisible();
        await expect(
          page.getByRole("link", { name: say.register }),
        ).toBeHidden();
        await page.screenshot({ path: `test-results/new-${language}.png` });
        await page.goto(`${server.url}/login`);
        await page.getByLabel(say.signInPhone).fill("13700000001");
        await page.getByLabel(say.password, { exact: true }).fill("Guss&form9");
        await page
          .getByRole("button", { name: say.signIn, exact: true })
          .click();
        await expect(
          page.getByRole("alert").filter({ hasText: say.none }),
        ).toBeVisible();
        await page.goto(`${server.url}/setup?code=wrong`);
        await expect(
          page.getByRole("alert").filter({ hasText: say.wrong }),
        ).toBeVisible();
        await expect(page.getByLabel(say.company)).toHaveCount(0);
        await page.goto(`${link}&lang=${language}`);
        await page.getByRole("button", { name: say.create }).click();
        await expect(page.getByText(say.wrongName)).toHaveCount(3);
        await expect(page.getByLabel(say.company)).toBeFocused();
        await page.screenshot({
          path: `test-results/setup-${language}.png`,
        });

        await setUp(page, language, "Präzision 模具", "Guss&form9");
        await expect(page.getByText("一厂").first()).toBeVisible();

        await page.goto(link);
        await expect(
          page.getByRole("alert").filter({ hasText: say.done }),
        ).toBeVisible();
        await expect(page.getByLabel(say.company)).toHaveCount(0);
      } finally {
        server.stop();
      }
    });
  }

  test(`${engine}: a list shows what somebody else has just saved`, async ({
    page,
  }) => {
    const server = await start(engine);
    try {
      // Each page binds a line of its own: the one of the home page must not pass for that of the list.
      let lines = 0;
      page.on("websocket", (socket) => {
        socket.on("framereceived", ({ payload }) => {
          if (String(payload).includes('"bound"')) lines++;
        });
      });
      await signIn(page, server, "en");
      await expect.poll(() => lines).toBe(1);
      await page.goto(`${server.url}/settings/section`);
      await expect.poll(() => lines).toBe(2);
      await expect(page.getByText("LIVE_1")).toHaveCount(0);
      await ask(page, server, "POST", "bms/section", {
        name: "LIVE_1",
        chineseName: "实时",
      });
      await expect(page.getByText("LIVE_1")).toBeVisible();
    } finally {
      server.stop();
    }
  });
}
