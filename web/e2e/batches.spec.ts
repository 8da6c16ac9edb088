import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { engines, languagesOn, start } from "./server";
import { signIn } from "./visit";

const words = {
  zh: {
    title: "批次操作",
    search: "搜索",
    dispatch: "派工",
    pause: "暂停",
    finish: "完工",
    apply: "申请外协",
    cancel: "取消外协",
    reset: "重置",
    goOn: "继续",
    dispatched: "已派工",
    paused: "已暂停",
    done: "已完工",
    applied: "已申请",
    unbatched: "未分批",
    chooseFirst: "请先选择批次",
    noneToApply: "没有可申请外协的工序",
    noneToCancel: "没有可取消的外协",
    kind: "类别",
    electrode: "电极",
    refused: /电极类物料不能分批/,
    possible: "可申请外协",
    mayApply: /可申请 \d+ 道工序/,
    outsourcing: "外协",
    openSteps: /未完成的工序/,
    said: "已申请外协，重新排程后生效",
  },
  en: {
    title: "Batch operation",
    search: "Search",
    dispatch: "Dispatch",
    pause: "Pause",
    finish: "Finish",
    apply: "Apply for outsourcing",
    cancel: "Cancel outsourcing",
    reset: "Reset",
    goOn: "Continue",
    dispatched: "Dispatched",
    paused: "Paused",
    done: "Finished",
    applied: "applied",
    unbatched: "In no batch",
    chooseFirst: "Choose a batch first",
    noneToApply: "No process available to apply outsourcing",
    noneToCancel: "None to cancel",
    kind: "Kind",
    electrode: "Electrode",
    refused: /Electrode-type items cannot be batched/,
    possible: "Can be applied for",
    mayApply: /can go outside/,
    outsourcing: "Outsource",
    openSteps: /Operations that are not finished/,
    said: "Outsourcing applied for. Run the schedule to plan it",
  },
};

const rowsOf = (page: Page) => page.locator(".grid-row");

async function narrow(page: Page, filter: string, choice: string) {
  await page.getByRole("combobox", { name: filter, exact: true }).click();
  await page
    .locator(".ant-select-item-option-content", { hasText: choice })
    .first()
    .click();
}

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    // APS-BATCH-01, APS-BATCH-04, APS-BATCH-05
    test(`${engine}: batches are dispatched, paused and sent outside, in ${language}`, async ({
      page,
    }) => {
      const say = words[language];
      const server = await start(engine);
      const verb = (name: string) =>
        page.getByRole("button", { name, exact: true });
      try {
        await signIn(page, server, language);
        await page.goto(`${server.url}/aps/batch-operation`);
        await expect(
          page.getByRole("heading", { name: say.title }),
        ).toBeVisible();
        await expect(rowsOf(page).first()).toBeVisible();
        await verb(say.pause).click();
        await expect(page.getByText(say.chooseFirst)).toBeVisible();

        // One part that can go outside, alone on the page from now on.
        await narrow(page, say.outsourcing, say.possible);
        const first = rowsOf(page).filter({ hasText: say.mayApply }).first();
        await expect(first).toContainText(say.unbatched);
        const cells = await first.locator(".grid-cell").allInnerTexts();
        const [mould, part, , pieces] = cells.filter(Boolean);
        await page.goto(
          `${server.url}/aps/batch-operation?q=${mould}+${part!.split(" ")[0]}`,
        );
        const row = rowsOf(page).filter({ hasText: part! });
        await expect(row).toBeVisible();

        await row.getByRole("checkbox").check();
        await verb(say.dispatch).click();
        if (Number(pieces) > 1) {
          await page
            .getByRole("dialog")
            .getByRole("button", { name: say.dispatch })
            .click();
        }
        await expect(row).toContainText("B1");
        await expect(row).toContainText(say.dispatched);

        await row.getByRole("checkbox").check();
        await verb(say.pause).click();
        await expect(row).toContainText(say.paused);

        await row.getByRole("checkbox").check();
        await verb(say.apply).click();
        await page
          .getByRole("dialog")
          .getByRole("button", { name: say.apply })
          .click();
        await expect(page.getByText(say.said)).toBeVisible();
        await expect(row).toContainText(say.applied);

        await row.getByRole("checkbox").check();
        await verb(say.apply).click();
        await expect(page.getByText(say.noneToApply)).toBeVisible();
        await verb(say.cancel).click();
        await expect(row).not.toContainText(say.applied);
        await row.getByRole("checkbox").check();
        await verb(say.cancel).click();
        await expect(page.getByText(say.noneToCancel)).toBeVisible();

        await verb(say.finish).click();
        await expect(
          page.locator(".ant-modal-confirm-title", { hasText: say.openSteps }),
        ).toBeVisible();
        await page.getByRole("button", { name: say.goOn }).click();
        await expect(row).toContainText(say.done);
        await row.getByRole("checkbox").check();
        await verb(say.reset).click();
        await page
          .getByRole("dialog")
          .getByRole("button", { name: say.reset })
          .click();
        await expect(row).toContainText(say.dispatched);

        await page.getByRole("searchbox", { name: say.search }).fill("");
        // The list without the search, and then that of electrodes: a row of the one before would be chosen for nothing.
        await expect(
          rowsOf(page).filter({ hasNotText: part! }).first(),
        ).toBeVisible();
        await narrow(page, say.kind, say.electrode);
        const electrode = rowsOf(page)
          .filter({ hasText: /P\d+-E\d+/ })
          .first();
        await electrode.getByRole("checkbox").check();
        await verb(say.dispatch).click();
        await expect(page.getByText(say.refused)).toBeVisible();
      } finally {
        server.stop();
      }
    });
  }
}
