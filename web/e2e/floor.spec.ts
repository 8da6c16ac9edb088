import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { engines, languagesOn, start, type Server } from "./server";
import { faults, settled, signIn } from "./visit";

const words = {
  zh: {
    start: /▶ 开工/,
    pause: /❚❚ 暂停/,
    resume: /▶ 继续/,
    finish: /✓ 完工/,
    break: "下班或休息",
    waiting: /^3 条报工等待网络/,
    asked: /开工 \d+ 秒就完工/,
    none: /已完成，但已做 0 小时/,
    anyway: "仍然发送",
    reports: "报工记录",
    kept: ["已完工", "已暂停", "已开工"],
    withdraw: "撤回",
    withdrawn: /撤回，恢复为已暂停/,
    cannot: /⚠ 无法开工/,
    noElectrode: "没有电极",
    remark: "备注（可不填）",
    tell: "通知计划员",
    because: "无法开工：没有电极",
    home: "无法开工，待答复",
    answer: "答复",
    answered: /无法开工的原因已有答复/,
  },
  en: {
    start: /▶ Start/,
    pause: /❚❚ Pause/,
    resume: /▶ Resume/,
    finish: /✓ Finish/,
    break: "End of shift or break",
    waiting: /^3 reports wait for the network/,
    asked: /Finished \d+ s after the start/,
    none: /Finished with 0 h worked/,
    anyway: "Send anyway",
    reports: "Reports",
    kept: ["Finished", "Paused", "Started"],
    withdraw: "Withdraw",
    withdrawn: /Withdrawn, now: Paused/,
    cannot: /⚠ Can't start/,
    noElectrode: "No electrode",
    remark: "Remark (optional)",
    tell: "Tell the planners",
    because: "Can't start: No electrode",
    home: "Can't start: waiting for an answer",
    answer: "Answer",
    answered: /Answer on why/,
  },
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    test(`${engine}: a day on the floor without a network and without an electrode, in ${language}`, async ({
      browser,
    }) => {
      const server = await start(engine);
      try {
        const phone = await (
          await browser.newContext({ viewport: { width: 390, height: 844 } })
        ).newPage();
        const office = await (await browser.newContext()).newPage();
        await signIn(phone, server, language, { phone: "13800000004" });
        await signIn(office, server, language, { phone: "13800000002" });
        await reportOffline(phone, server, words[language]);
        await tellAndAnswer(phone, office, server, words[language], language);
      } finally {
        server.stop();
      }
    });
  }
}

type Words = (typeof words)["zh"];

interface Turn {
  operationId: string;
  mouldId: string;
}

/** Opens an operation of the list that has not begun, the first is 0, by its address. */
async function openTurn(phone: Page, server: Server, at: number) {
  const path = "mf/dispatch?status=0";
  const list = await ask<{ rows: Turn[] }>(phone, server, "GET", path);
  const { operationId, mouldId } = list.rows[at]!;
  await phone.goto(
    `${server.url}/mf/progress?by=mould&mould=${mouldId}&status=all&open=${operationId}`,
  );
  await expect(phone.locator(".floor-report")).toBeVisible();
}

async function reportOffline(phone: Page, server: Server, say: Words) {
  await openTurn(phone, server, 0);
  await phone.context().setOffline(true);
  await phone.getByRole("button", { name: say.start }).click();
  await phone.getByRole("button", { name: say.pause }).click();
  await phone.getByRole("button", { name: say.break }).click();
  await expect(phone.getByRole("button", { name: say.resume })).toBeVisible();
  await phone.getByRole("button", { name: say.finish }).click();
  await expect(phone.getByText(say.waiting)).toBeVisible();
  await phone.screenshot({ path: "test-results/floor-offline.png" });

  await phone.context().setOffline(false);
  await expect(phone.getByText(say.waiting)).toBeHidden();
  // The last one is hard to believe: its question stands beside the task, inside of its box.
  const panel = phone.locator(".side-panel");
  await expect(panel.getByText(say.asked)).toBeVisible();
  await expect(panel.getByText(say.none)).toBeVisible();
  await expect(panel.locator("ul.floor-kept")).toHaveCSS(
    "list-style-type",
    "none",
  );
  await phone.screenshot({ path: "test-results/floor-asked.png" });
  await panel.getByRole("button", { name: say.anyway }).click();
  const lines = phone.locator(".floor-history li");
  await expect(lines).toHaveCount(3);
  for (const [at, text] of say.kept.entries()) {
    await expect(lines.nth(at)).toContainText(text);
  }

  // The last one was a mistake: the pause stands again.
  await lines.first().getByRole("button", { name: say.withdraw }).click();
  await phone
    .getByRole("dialog")
    .getByRole("button", { name: say.withdraw })
    .last()
    .click();
  await expect(lines).toHaveCount(4);
  await expect(lines.first()).toContainText(say.withdrawn);
  await phone.screenshot({ path: "test-results/floor-history.png" });
}

async function tellAndAnswer(
  phone: Page,
  office: Page,
  server: Server,
  say: Words,
  language: string,
) {
  await office.goto(`${server.url}/home`);
  const waiting = office.getByRole("region", { name: say.home });
  await expect(waiting).toBeVisible();
  await expect(waiting.getByRole("listitem")).toHaveCount(0);

  await openTurn(phone, server, 0);
  await phone.getByRole("button", { name: say.cannot }).click();
  await phone.getByRole("button", { name: say.noElectrode }).click();
  await phone.getByLabel(say.remark).fill("E7");
  await phone.screenshot({
    path: `test-results/floor-reasons-${language}.png`,
  });
  await phone.getByRole("button", { name: say.tell }).click();
  await expect(phone.getByText(say.because, { exact: true })).toBeVisible();
  expect(await faults(phone)).toEqual([]);

  // It stands on the planner's home page, which nobody has touched meanwhile.
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  await expect(waiting).toContainText("E7");
  await settled(office);
  await office.screenshot({ path: `test-results/floor-home-${language}.png` });
  await waiting.getByRole("listitem").getByRole("link").click();
  await expect(office.getByText(say.because, { exact: true })).toBeVisible();
  await office.getByLabel(say.answer, { exact: true }).first().fill("14:00");
  await office.screenshot({
    path: `test-results/floor-answer-${language}.png`,
  });
  await office.getByRole("button", { name: say.answer, exact: true }).click();
  await expect(office.getByText(say.because, { exact: true })).toBeHidden();

  // Whoever told it reads the answer, and the operation waits no more.
  await expect(phone.getByText(say.answered).first()).toBeVisible();
  await expect(phone.getByText(say.because, { exact: true })).toBeHidden();
}
