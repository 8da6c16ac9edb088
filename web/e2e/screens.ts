import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ids } from "./calls";
import { start, type Server } from "./server";
import { smallPng } from "./small-png";
import { settled, signIn, visit, type Language, type Look } from "./visit";

// The pictures of the guide and of docs/screens, taken of the real product: `make build`, then `npm run screens`.
// Chinese at every width, English at those that the guide shows.

const folder = join(import.meta.dirname, "../../docs/screens");
mkdirSync(folder, { recursive: true });

const widths = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

const words = {
  zh: {
    byMould: "按模具",
    company: "示范模具",
    factory: "一厂",
    boss: "王工",
    fields: [
      "企业名称",
      "工厂名称",
      "工厂所在时区",
      "管理员姓名",
      "管理员手机号",
    ],
    password: "密码",
    create: "创建并登录",
    calendar: "采用模板：六天工作制",
    shift: "采用模板：白班",
    save: /^保\s?存$/,
  },
  en: {
    byMould: "By mould",
    company: "Sample Moulds",
    factory: "Plant 1",
    boss: "Wang",
    fields: [
      "Company name",
      "Factory name",
      "Time zone of the factory",
      "Administrator's name",
      "Administrator's phone number",
    ],
    password: "Password",
    create: "Create and sign in",
    calendar: "Take the template: Six-day week",
    shift: "Take the template: Day shift",
    save: "Save",
  },
};

for (const language of ["zh", "en"] as const) {
  for (const look of ["light", "dark"] as const) {
    test(`screens of the demo, ${language}, ${look}`, async ({ page }) => {
      test.setTimeout(600_000);
      const server = await start("sqlite");
      try {
        await demo(page, server, language, look);
      } finally {
        server.stop();
      }
    });
  }

  test(`screens of a new company, ${language}`, async ({ page }) => {
    test.setTimeout(300_000);
    const server = await start("sqlite", false);
    try {
      await newCompany(page, server, language);
    } finally {
      server.stop();
    }
  });
}

async function demo(
  page: Page,
  server: Server,
  language: Language,
  look: Look,
) {
  const shoot = shooter(page, language, look === "dark" ? "-dark" : "");
  if (look === "light") {
    await page.goto(`${server.url}/login?lang=${language}`);
    await shoot("sign-in");
    await page.goto(`${server.url}/register?lang=${language}`);
    await shoot("register");
  }
  await signIn(page, server, language, { look });
  const at = await ids(page, server);
  const run = `/aps/schedule/${at.schedule}`;
  const show = async (name: string, path: string) => {
    await visit(page, server, path);
    await shoot(name);
  };
  await show("list", "/ems/machine");
  await show("gantt-resources", `${run}/gantt`);
  await page
    .getByText(words[language].byMould, { exact: true })
    .first()
    .click();
  await shoot("gantt-moulds");
  await show("evaluation", `${run}/result`);
  await show("why-late", `${run}/result?tab=why`);
  await show("mould-tree", `/pm/mould/${at.mould}`);
  await show("calendar", `/settings/calendar/${at.calendar}`);
  if (look === "dark") {
    return;
  }
  await show("home", "/home");
  await show("form", `/ems/machine/${at.machine}`);
  await show("schedules", "/aps/schedule");
  await show("tasks", `${run}/tasks`);
  await show("settings", "/aps/setting");
  await show("workshop-plan", "/aps/workshop");
  await show("progress", "/mf/progress");
  await show("moulds", "/pm/mould");
  await show("account", "/account");
  await show("wording", "/settings/wording");
  await visit(page, server, "/pm/import");
  await page
    .locator("input[type=file]")
    .setInputFiles(server.workbook(language === "zh" ? 20 : 21));
  await expect(page.locator(".import-checked")).toBeVisible();
  await shoot("import-preview");

  // What a form says about wrong input, and a list that the server does not answer for.
  await visit(page, server, "/ems/machine/new");
  await page.getByRole("button", { name: words[language].save }).last().click();
  await shoot("form-faults");
  await page.route(/bms\/machine\?/, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 500, message: "", data: null },
    }),
  );
  await show("error", "/ems/machine");
  await show("not-found", "/no/such/page");
}

async function newCompany(page: Page, server: Server, language: Language) {
  const say = words[language];
  const shoot = shooter(page, language);
  const link = /(http\S+\/setup\?code=\S+)/.exec(server.printed)![1]!;
  await page.addInitScript(() => localStorage.setItem("mw.look", "light"));
  await page.goto(`${link}&lang=${language}`);
  const values = [say.company, say.factory, "Asia/Shanghai", say.boss];
  for (const [i, value] of [...values, "13700000001"].entries()) {
    await page.getByLabel(say.fields[i]!).fill(value);
  }
  await page.getByLabel(say.password, { exact: true }).fill("Guss&form9");
  await shoot("setup");
  await page.getByRole("button", { name: say.create }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole("button", { name: say.calendar }).click();
  await page.getByRole("button", { name: say.calendar }).waitFor({
    state: "detached",
  });
  await shoot("first-hour");
  await visit(page, server, "/ems/machine");
  await shoot("empty");
  await visit(page, server, "/pm/import");
  await page.locator("input[type=file]").setInputFiles(server.workbook(5));
  await expect(page.locator(".import-checked")).toBeVisible();
  await shoot("import-faults");
}

/** Takes a screen at every width of the language, small enough to be kept with the source. */
function shooter(page: Page, language: Language, suffix = "") {
  return async (name: string) => {
    for (const size of widths) {
      const isShown =
        language === "zh" ||
        size.width === 1440 ||
        (size.width === 390 && name === "progress");
      if (!isShown) {
        continue;
      }
      await page.setViewportSize(size);
      await settled(page); // canvases are painted by then
      const file = join(
        folder,
        `${name}${suffix}-${language}-${size.width}.png`,
      );
      writeFileSync(
        file,
        smallPng(await page.screenshot({ animations: "disabled" })),
      );
    }
    await page.setViewportSize(widths[0]!);
  };
}
