import { ids } from "./calls";
import { start, type Server } from "./server";
import { expect, test } from "./test";
import { faults, signIn } from "./visit";

const words = {
  zh: {
    title: "补救方案",
    find: "查找补救方案",
    end: "完成",
    use: "采用",
    used: /^已加入草稿/,
    draft: "草稿",
    keep: "保存为新计划",
    kept: /^草稿已保存为版本 \d+/,
    mould: "查找模具编号",
  },
  en: {
    title: "Rescues",
    find: "Find rescues",
    end: "Ends",
    use: "Use",
    used: /^Added to your draft/,
    draft: "Draft",
    keep: "Keep as a new plan",
    kept: /^The draft is kept as version \d+/,
    mould: "Find a mould number",
  },
};

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

for (const language of ["zh", "en"] as const) {
  const say = words[language];

  // A late mould is rescued through a draft, and then ends to the minute as it was promised.
  test(`a late mould is rescued as promised, in ${language}`, async ({
    page,
  }) => {
    await signIn(page, server, language);
    const { schedule } = await ids(page, server);
    await page.goto(`${server.url}/aps/schedule/${schedule}/result?tab=why`);
    const worst = page.locator(".why-moulds button").first();
    await expect(worst.locator('[data-meaning="late"]')).toBeVisible();
    const mould = /M\d\d-\d{4}/.exec(await worst.innerText())![0];
    const rescues = page.getByRole("region", { name: say.title });
    await rescues.getByRole("button", { name: say.find }).click();
    const card = rescues.getByRole("listitem").filter({
      has: page.getByRole("button", { name: say.use }),
    });
    await expect(card.first()).toBeVisible({ timeout: 20_000 });
    expect(await faults(page)).toEqual([]);
    const promised = /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(
      await card
        .first()
        .locator("dt", { hasText: say.end })
        .locator("+ dd")
        .innerText(),
    )![0];
    await card.first().getByRole("button", { name: say.use }).click();
    await expect(rescues.getByText(say.used)).toBeVisible();
    const draft = page.getByRole("region", { name: say.draft });
    await draft.getByRole("button", { name: say.keep }).click();
    await expect(page.getByText(say.kept)).toBeVisible();
    await expect(draft).toBeHidden();
    await page.getByPlaceholder(say.mould).fill(mould);
    await expect(
      page.locator(".why-moulds button", { hasText: mould }),
    ).toContainText(promised);
  });
}
