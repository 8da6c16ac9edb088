import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask } from "./calls";
import { start, type Server } from "./server";

// The way of the guide: from an empty company to a published plan. What the planner would import list by list
// (sections, processes, customers, suppliers) is sent as the forms send it.
const sections = ["PREP", "CNC", "EDM", "GRIND", "QC", "FIT", "OUTSIDE"];
/** Code, class and default group. */
const processes = [
  ["SAW", 3, "SAW"],
  ["CNCR", 3, "CNC-R"],
  ["CNCF", 3, "CNC-F"],
  ["AX5", 3, "CNC-5"],
  ["DEEP", 3, "DEEP"],
  ["ELEC", 3, "ELEC"],
  ["EINS", 5, "CMM"],
  ["EDM", 4, "EDM"],
  ["WEDM", 3, "WEDM"],
  ["SG", 3, "GRIND-S"],
  ["PG", 3, "GRIND-P"],
  ["CMM", 5, "CMM"],
  ["POL", 6, "POL"],
  ["FIT", 6, "FIT"],
  ["TRY", 7, "TRY"],
  ["HT", 8, "OUT"],
  ["TEX", 8, "OUT"],
  ["COAT", 8, "OUT"],
] as const;

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite", false);
});
test.afterAll(() => server.stop());

test("an empty company comes to a published plan by the steps of its home page", async ({
  page,
}) => {
  await makeCompany(page);
  await expect(page.getByText("1 of 10 steps done")).toBeVisible();
  for (const name of ["Six-day week", "Two shifts"]) {
    await page
      .getByRole("button", { name: `Take the template: ${name}` })
      .click();
  }
  await expect(page.getByText("2 of 10 steps done")).toBeVisible();

  for (const [at, name] of sections.entries()) {
    await ask(page, server, "POST", "bms/section", {
      name,
      chineseName: `${name} ${at}`,
    });
  }
  for (const [code, kind, defaultGroup] of processes) {
    await ask(page, server, "POST", "bms/process", {
      ...{ code, name: `${code} step`, class: kind, defaultGroup, valid: true },
    });
  }
  for (let at = 1; at <= 12; at++) {
    const code = String(at).padStart(2, "0");
    await ask(page, server, "POST", "bms/customer", {
      ...{ number: `C${code}`, name: `Customer ${code}`, valid: true },
    });
    await ask(page, server, "POST", "bms/supplier", {
      ...{ code: `S${code}`, name: `Supplier ${code}`, valid: true },
    });
  }
  await page.goto(`${server.url}/home`);
  await expect(page.getByText("4 of 10 steps done")).toBeVisible();

  await page
    .getByRole("link", { name: "Import production data" })
    .last()
    .click();
  await page
    .locator("input[type=file]")
    .setInputFiles(server.workbook(5, true));
  const write = page.getByRole("button", { name: /^Import:/ }).last();
  await expect(write).toBeEnabled({ timeout: 30_000 });
  const reply = page.waitForResponse(
    (response) =>
      response.url().includes("production/import") &&
      response.request().method() === "POST",
  );
  await write.click();
  const { data } = (await (await reply).json()) as {
    data: { faults: { texts: { en: string }; value: string }[] };
  };
  expect([
    ...new Set(data.faults.map((f) => `${f.texts.en}: ${f.value}`)),
  ]).toEqual([
    // The template was there first.
    "“Six-day week” stays the default calendar: make this one the default in the list of work calendars: true",
  ]);
  await page.goto(`${server.url}/home`);
  await expect(page.getByText("7 of 10 steps done")).toBeVisible();

  await page.goto(`${server.url}/aps/schedule`);
  await page.getByRole("button", { name: "New schedule" }).click();
  await page.getByRole("textbox", { name: "Schedule name" }).fill("First");
  await page.getByText("Settings of this schedule").click();
  await page.getByLabel("Time limit").fill("1");
  await page.keyboard.press("Control+s");
  const row = page.getByRole("row").filter({ hasText: "First" });
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(row).toContainText("Completed", { timeout: 40_000 });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Publish" }).click();
  // A second question would name what has changed meanwhile.
  await expect(question).toHaveCount(0);
  await expect(row).toContainText("Published");

  await page.goto(`${server.url}/home`);
  await expect(
    page.getByRole("heading", { name: "Latest schedules" }),
  ).toBeVisible();
  await expect(page.getByText(/of 10/)).toHaveCount(0);
});

async function makeCompany(page: Page) {
  const link = /(http\S+\/setup\?code=\S+)/.exec(server.printed)![1]!;
  await page.goto(`${link}&lang=en`);
  for (const [label, value] of [
    ["Company name", "New Moulds"],
    ["Factory name", "Plant 1"],
    ["Time zone of the factory", "Asia/Shanghai"],
    ["Administrator's name", "Wang"],
    ["Administrator's phone number", "13700000001"],
  ] as const) {
    await page.getByLabel(label).fill(value);
  }
  await page.getByLabel("Password", { exact: true }).fill("Guss&form9");
  await page.getByRole("button", { name: "Create and sign in" }).click();
  await expect(page).toHaveURL(/\/home$/);
}
