import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { engines, languagesOn, start, type Server } from "./server";
import { signIn, type Language } from "./visit";

const words = {
  zh: {
    hours: "工序 2 工时",
    fault: "必须是小时数，例如 1.5 或 1:30",
    recheck: "重新检查（1 处修改）",
    clean: "检查通过，没有问题。",
    rows: /逐行预览/,
    write: "写入 4 行",
    done: "已导入",
    search: "零件、工艺、设备",
    expand: "全部展开",
    part: "零件 P1",
    save: "保存",
    name: "名称",
    machine: "请选择设备",
    worked: "本次加工",
    positive: "请填写大于 0 的整数",
    start: /▶ 开工/,
    started: "已开工",
    pause: /暂停/,
    paused: "已暂停",
    finish: /完工/,
    finished: "已完工",
    busy: /设备 CNR01 正在加工/,
    anyway: "仍然发送",
    soon: /开工 \d+ 秒就完工/,
    goOn: "继续",
    waits: /^1 条报工等待网络/,
    reason: "缺料",
    mould: "模具",
  },
  en: {
    hours: "Operations 2 Hours",
    fault: "Must be hours such as 1.5 or 1:30",
    recheck: "Check again (1 change)",
    clean: "The check found no problem.",
    rows: /Row by row/,
    write: "Import: 4 rows",
    done: "Imported",
    search: "Part, process, machine",
    expand: "Expand all",
    part: "Part P1",
    save: "Save",
    name: "Name",
    machine: "Choose the machine",
    worked: "Worked now",
    positive: "Enter a whole number above 0",
    start: /Start/,
    started: "Started",
    pause: /Pause/,
    paused: "Paused",
    finish: /Finish/,
    finished: "Finished",
    busy: /Machine CNR01 is working on/,
    anyway: "Send anyway",
    soon: /Finished \d+ s after the start/,
    goOn: "Continue",
    waits: /^1 report waits for the network/,
    reason: "No material",
    mould: "Mould",
  },
};

/** A workbook as JSON: one mould, whose second operation cannot be read. */
const workbook = {
  moulds: [{ mouldNo: "E2E-1", name: "Lid", delivery: "2030-03-20" }],
  parts: [{ mouldNo: "E2E-1", partNo: "P1", name: "Core", qty: 2 }],
  operations: [
    { mouldNo: "E2E-1", partNo: "P1", opNo: 10, process: "CNCR", hours: 4 },
    { mouldNo: "E2E-1", partNo: "P1", opNo: 20, process: "EDM", hours: "two" },
  ],
};

for (const engine of engines) {
  for (const language of languagesOn(engine)) {
    test(`${engine}: a faulty file is mended and imported, shown as a tree and reported on, in ${language}`, async ({
      page,
    }) => {
      const server = await start(engine);
      try {
        await signIn(page, server, language);
        await importMended(page, server, language);
        await walkTree(page, server, language);
        await reportOnPhone(page, server, language);
      } finally {
        server.stop();
      }
    });
  }
}

async function importMended(page: Page, server: Server, language: Language) {
  const say = words[language];
  await page.goto(`${server.url}/pm/import`);
  await page.locator("input[type=file]").setInputFiles({
    name: "e2e.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(workbook)),
  });
  await expect(page.getByText(say.fault)).toBeVisible();
  await page.screenshot({
    path: `test-results/production-fault-${language}.png`,
  });

  // Mended where it stands, checked again by Enter, without a second upload.
  await page.getByLabel(say.hours).fill("2.5");
  await expect(page.getByRole("button", { name: say.recheck })).toBeEnabled();
  await page.getByLabel(say.hours).press("Enter");
  await expect(page.getByText(say.clean).first()).toBeVisible();
  await page.getByRole("tab", { name: say.rows }).click();
  await expect(page.getByText("E2E-1 · P1 · 20")).toBeVisible();
  await page.screenshot({
    path: `test-results/production-preview-${language}.png`,
  });
  await page.getByRole("button", { name: say.write }).click();
  await expect(
    page.getByText(say.done, { exact: false }).first(),
  ).toBeVisible();
}

async function walkTree(page: Page, server: Server, language: Language) {
  const say = words[language];
  await page.goto(`${server.url}/pm/mould?q=E2E-1`);
  await page.getByRole("link", { name: "E2E-1" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("E2E-1 Lid");
  const tree = page.getByRole("treegrid");
  await expect(tree.getByRole("row")).toHaveCount(2);

  // By the keyboard alone: open the part, walk to its route, close it again.
  await tree.focus();
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("row")).toHaveCount(4);
  await expect(tree.getByRole("row", { name: /P1 Core/ })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await page.keyboard.press("ArrowLeft");
  await expect(tree.getByRole("row")).toHaveCount(2);
  await page
    .getByLabel(language === "zh" ? "搜索" : "Search", { exact: true })
    .fill("20");
  await expect(tree.getByText("20", { exact: true })).toBeVisible();
  await page
    .getByLabel(language === "zh" ? "搜索" : "Search", { exact: true })
    .fill("");
  await page.getByRole("button", { name: say.expand }).click();
  await page.screenshot({
    path: `test-results/production-tree-${language}.png`,
  });

  // A part is changed beside the tree, which then shows it.
  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: say.part });
  await panel.getByLabel(say.name, { exact: true }).fill("Cavity");
  await page.keyboard.press("Control+s");
  await expect(tree.getByText("Cavity")).toBeVisible();

  // The lists of parts and routes take the mould from the address.
  const mould = new URL(page.url()).pathname.split("/").at(-1)!;
  for (const [path, rows] of [
    ["bom/part", 1],
    ["capp/operation", 2],
  ] as const) {
    await page.goto(`${server.url}/${path}?f.mouldId=${mould}`);
    await expect(page.getByRole("grid").getByRole("row")).toHaveCount(rows + 1);
  }
  await page.goto(`${server.url}/mf/progress?mould=${mould}`);
}

async function reportOnPhone(page: Page, server: Server, language: Language) {
  const say = words[language];
  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.locator(".floor-card");
  await expect(cards).toHaveCount(2);
  await expect(cards.nth(1)).toContainText("P1/10");
  await page.screenshot({
    path: `test-results/production-phone-${language}.png`,
  });
  await cards.first().click();

  const begin = page.getByRole("button", { name: say.start });
  const box = await begin.boundingBox();
  expect(box!.height).toBeGreaterThanOrEqual(44);

  // A report that does not get through is kept, over a reload too, and sent once somebody answers.
  await page.getByLabel(say.worked).fill("0");
  await expect(page.getByText(say.positive)).toBeVisible();
  await page.getByLabel(say.worked).fill("45");
  await page.getByRole("combobox").last().click();
  await page.getByRole("option").first().waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  const reports = /\/front\/api\/v1\/mf\/progress/;
  await page.route(reports, (route) => route.abort());
  await begin.click();
  await expect(page.getByText(say.waits)).toBeVisible();
  await expect(page.getByRole("button", { name: say.pause })).toBeVisible();
  await page.screenshot({
    path: `test-results/production-report-${language}.png`,
  });
  await page.reload();
  await expect(page.getByText(say.waits)).toBeVisible();
  await page.unroute(reports);
  await page.reload();
  await expect(page.getByText(say.waits)).toBeHidden();
  await cards.first().click();
  // The machine works on another task: its person could not be asked before.
  await expect(page.getByText(say.busy).last()).toBeVisible();
  await page.getByRole("button", { name: say.anyway }).last().click();
  await expect(page.locator(".floor-history li")).toHaveCount(1);
  await expect(page.locator(".floor-history li")).toContainText(say.started);
  await page.getByRole("button", { name: say.pause }).click();
  await page.screenshot({
    path: `test-results/production-pause-${language}.png`,
  });
  await page.getByRole("button", { name: say.reason }).click();
  await expect(toast(page, say.paused)).toBeVisible();
  await page.getByRole("button", { name: say.finish }).click();
  await expect(page.getByText(say.soon)).toBeVisible();
  await page.getByRole("button", { name: say.goOn, exact: true }).click();
  await expect(toast(page, say.finished)).toBeVisible();
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).not.toContainText("P1/10");
}

const toast = (page: Page, text: string) =>
  page.locator(".ant-message").getByText(text, { exact: true });
