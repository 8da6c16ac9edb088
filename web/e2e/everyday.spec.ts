import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test";
import { engines, languagesOn, start, type Server } from "./server";
import { faults, signIn, visit, type Language } from "./visit";

const words = {
  zh: {
    save: /^保\s?存$/,
    remove: /^删\s?除$/,
    code: "编码",
    name: "名称",
    rate: "汇率",
    type: "类型",
    prefix: "前缀",
    digits: "流水号位数",
    expression: "表达式",
    addLine: "添加一行",
    variable: "名称，第 1 行",
    figure: "试算：L",
    divided: "算不出结果",
  },
  en: {
    save: "Save",
    remove: "Delete",
    code: "Code",
    name: "Name",
    rate: "Exchange rate",
    type: "Type",
    prefix: "Prefix",
    digits: "Digits of the figure",
    expression: "Expression",
    addLine: "Add a line",
    variable: "Name, line 1",
    figure: "Trial figure for L",
    divided: "It gives no result",
  },
};

for (const engine of engines) {
  test.describe(engine, () => {
    let server: Server;
    test.beforeAll(async () => {
      server = await start(engine);
    });
    test.afterAll(() => server.stop());

    // BASE-CURRENCY-01, BASE-CURRENCY-04, BASE-PARTNO-03, BASE-FORMULA-01.
    for (const language of languagesOn(engine)) {
      test(`basic data of everyday life, in ${language}`, async ({ page }) => {
        const broken: string[] = [];
        page.on("pageerror", (error) => broken.push(error.message));
        await signIn(page, server, language);
        await lists(page, server, language);
        await currency(page, server, language);
        await rule(page, server, language);
        await formula(page, server, language);
        expect(broken).toEqual([]);
      });
    }
  });
}

/** The demo has something in each of them. */
async function lists(page: Page, server: Server, language: Language) {
  for (const [path, zh, en] of [
    ["product-type", "前照灯", "Headlamp"],
    ["unit", "千克", "Kilogram"],
    ["tolerance", "M30", "M30"],
    ["surface-requirement", "金刚石抛光", "Diamond polish"],
    ["cost-centre", "海润项目", "Hairun project"],
    ["alarm-rule", "夜班断丝", "Wire break, night shift"],
    ["checkout-template", "试模工具", "Try-out tools"],
  ] as const) {
    await visit(page, server, `/settings/${path}`);
    const name = { zh, en }[language];
    const row = page.getByRole("row").filter({ hasText: name }).first();
    await expect(row).toBeVisible();
    await expect(marks(row)).toHaveCount(0);
  }
  expect(await faults(page)).toEqual([]);
}

/** What an English screen says of a name that nobody has given an English one. */
const marks = (row: Locator) =>
  row.getByRole("img", { name: "No English name yet" });

/** Opens the form of a new row and fills in its texts. */
async function begin(
  page: Page,
  server: Server,
  list: string,
  texts: [label: string, text: string][],
) {
  await page.goto(`${server.url}/settings/${list}/new`);
  const panel = page.getByRole("dialog");
  for (const [label, text] of texts) {
    await field(panel, label).fill(text);
  }
  return panel;
}

const field = (panel: ReturnType<Page["getByRole"]>, label: string) =>
  panel.getByLabel(new RegExp(`^${label}( \\*)?$`)).first();

async function save(page: Page, language: Language, list: string) {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: words[language].save })
    .click();
  await expect(page).toHaveURL(new RegExp(`/settings/${list}$`));
  // The address changes before the panel goes: what is typed next is typed into the next one.
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Opens the row that holds a text. */
async function open(page: Page, text: string) {
  await page
    .getByRole("row")
    .filter({ hasText: text })
    .getByRole("link")
    .first()
    .click();
  return page.getByRole("dialog");
}

async function remove(page: Page, language: Language, text: string) {
  const { remove } = words[language];
  const panel = await open(page, text);
  await panel.getByRole("button", { name: remove }).click();
  await page
    .locator(".ant-modal-confirm")
    .getByRole("button", { name: remove })
    .click();
  await expect(page.getByRole("row").filter({ hasText: text })).toHaveCount(0);
}

/** Adds a currency and changes its rate: both rates stand in the history, also when the currency is gone. */
async function currency(page: Page, server: Server, language: Language) {
  const say = words[language];
  const code = language === "zh" ? "HKD" : "CHF";
  await begin(page, server, "currency", [
    [say.code, code],
    [say.name, `${code} ${language}`],
    [say.rate, "9.01"],
  ]);
  await save(page, language, "currency");
  const panel = await open(page, code);
  await field(panel, say.rate).fill("9.12");
  await save(page, language, "currency");
  await remove(page, language, code);
  await visit(page, server, "/settings/exchange-rate");
  const kept = page.getByRole("row").filter({ hasText: code });
  await expect(kept).toHaveCount(2);
  await expect(kept.first()).toContainText("9.12");
  await expect(kept.last()).toContainText("9.01");
}

/** A rule shows the number that it makes while it is typed. */
async function rule(page: Page, server: Server, language: Language) {
  const say = words[language];
  const kind = `刀柄 ${language}`;
  await begin(page, server, "part-number-type", [
    [say.code, `H${language}`],
    [say.name, kind],
  ]);
  await save(page, language, "part-number-type");
  const made = page.getByRole("row").filter({ hasText: kind });
  await expect(made).toBeVisible();
  await expect(marks(made)).toHaveCount(language === "en" ? 1 : 0);
  const panel = await begin(page, server, "part-number-rule", [
    [say.name, `${kind} R`],
    [say.prefix, "HD"],
    [say.digits, "4"],
  ]);
  await expect(panel.getByRole("status").first()).toContainText("HD0001");
  await field(panel, say.prefix).fill("HE");
  await expect(panel.getByRole("status").first()).toContainText("HE0001");
  await field(panel, say.type).click();
  await page.keyboard.type(kind);
  await page
    .locator(`.ant-select-dropdown:visible .ant-select-item-option`)
    .filter({ hasText: kind })
    .click();
  expect(await faults(page)).toEqual([]);
  await save(page, language, "part-number-rule");
  const stored = await open(page, `${kind} R`);
  await field(stored, say.digits).fill("6");
  await expect(stored.getByRole("status").first()).toContainText("HE000001");
  await save(page, language, "part-number-rule");
  await remove(page, language, `${kind} R`);
}

/** A formula is tried out before it is saved. */
async function formula(page: Page, server: Server, language: Language) {
  const say = words[language];
  const code = `TRY${language.toUpperCase()}`;
  const panel = await begin(page, server, "formula", [
    [say.code, code],
    [say.name, `试算 ${language}`],
    [say.expression, "100 / L"],
  ]);
  await panel.getByRole("button", { name: say.addLine }).click();
  await panel.getByLabel(say.variable, { exact: true }).fill("L");
  const result = panel.getByRole("status").first();
  await panel.getByLabel(say.figure, { exact: true }).fill("8");
  await expect(result).toContainText("12.5");
  await panel.getByLabel(say.figure, { exact: true }).fill("0");
  await expect(result).toContainText(say.divided);
  expect(await faults(page)).toEqual([]);
  await save(page, language, "formula");
  const stored = await open(page, code);
  await field(stored, say.expression).fill("200 / L");
  await save(page, language, "formula");
  await expect(
    page.getByRole("row").filter({ hasText: "200 / L" }),
  ).toBeVisible();
  await remove(page, language, code);
}
