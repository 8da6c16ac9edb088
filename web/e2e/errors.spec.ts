import { expect, test, type Page } from "@playwright/test";
import { start, type Server } from "./server";
import { settled, signIn, type Language } from "./visit";

/** One row of the catalogue: what the server answers to a list, and what people see of it. */
interface Row {
  rows: string;
  code: number;
  status: number;
  data?: unknown;
  /** Where the person is then. */
  lands?: RegExp;
  /** What stands on the screen. */
  shows?: string[];
  /** What comes and goes: the one toast. */
  toast?: string | Record<Language, string>;
  /** The page that is come back to is remembered, and user and menus are forgotten. */
  isAway?: boolean;
  /** So it is, and nobody is signed in any more. */
  isOut?: boolean;
}

const said = "Said by the server 服务器说";
const saidOfTwo = { zh: `${said} "S1、S2"`, en: `${said} "S1, S2"` };
const list = "/settings/section";

const catalogue: Row[] = [
  {
    ...{ rows: "ERR-01", code: 11015, status: 403 },
    ...{ lands: /\/error$/, shows: [said] },
  },
  {
    ...{ rows: "ERR-02", code: 11050, status: 401 },
    ...{ toast: said, lands: /\/login\?/, isOut: true },
  },
  {
    ...{ rows: "ERR-03", code: 11009, status: 401 },
    lands: /\/login\?/,
    isOut: true,
  },
  {
    ...{ rows: "ERR-05", code: 20000, status: 409 },
    data: { title: "Group 1", items: ["CNC", "EDM"] },
    shows: [said, "Group 1"],
  },
  { rows: "ERR-05", code: 20000, status: 409, data: null, toast: said },
  {
    ...{ rows: "ERR-06", code: 307, status: 409, data: "/newpassword" },
    ...{ lands: /\/newpassword/, isAway: true },
  },
  {
    ...{ rows: "ERR-06", code: 11020, status: 409, data: "/agreement" },
    ...{ lands: /\/agreement/, isAway: true },
  },
  {
    ...{ rows: "ERR-07", code: 207, status: 200, data: ["S1", "S2"] },
    toast: saidOfTwo,
  },
  {
    ...{ rows: "ERR-07", code: 20001, status: 409, data: ["S1", "S2"] },
    toast: saidOfTwo,
  },
  {
    ...{ rows: "ERR-08", code: 800024, status: 403 },
    data: { param: ["138******01"] },
    shows: ["138******01"],
  },
  { rows: "ERR-12", code: 4711, status: 400, data: null, toast: said },
];

let server: Server;
test.beforeAll(async () => {
  server = await start("sqlite");
});
test.afterAll(() => server.stop());

/** The next answers to a call are of one code. */
const answerWith = (page: Page, path: string, { code, status, data }: Row) =>
  page.route(new RegExp(`/front/api/v1/${path}(\\?|$)`), (route) =>
    route.fulfill({
      status,
      json: { code, message: said, data: data ?? null },
    }),
  );

for (const language of ["zh", "en"] as const) {
  test(`ERR-01 to ERR-08, ERR-12, ERR-13, ERR-20: what people see of each code (${language})`, async ({
    browser,
  }) => {
    const first = await browser.newContext();
    await signIn(await first.newPage(), server, language);
    // Without its cookies nobody is signed in again behind our back.
    const signedIn = { ...(await first.storageState()), cookies: [] };
    await first.close();

    for (const row of catalogue) {
      await test.step(`${row.rows}: ${row.code}`, async () => {
        const context = await browser.newContext({ storageState: signedIn });
        const page = await context.newPage();
        await page.goto(`${server.url}/home`);
        await settled(page);
        await answerWith(page, "bms/section", row);
        await page.evaluate((path) => {
          history.pushState(null, "", path);
          dispatchEvent(new PopStateEvent("popstate", { state: null }));
        }, list);
        const words =
          typeof row.toast === "object" ? row.toast[language] : row.toast;
        if (words) {
          const toast = page.locator(".ant-message-notice");
          await expect(toast).toHaveText(words);
          await expect(toast).toHaveCount(1);
        }
        if (row.lands) {
          await expect(page).toHaveURL(row.lands);
        } else {
          await expect(page).toHaveURL(new RegExp(`${list}$`));
        }
        for (const words of row.shows ?? []) {
          await expect(page.getByText(words).first()).toBeVisible();
        }
        if (row.isAway || row.isOut) {
          const kept = await page.evaluate(() =>
            ["preLoginPath", "menuJson", "token"].map((key) =>
              localStorage.getItem(`mw.${key}`),
            ),
          );
          expect(kept.slice(0, 2)).toEqual([list, null]);
          expect(kept[2] === null).toBe(row.isOut === true);
        }
        await page.screenshot({
          path: `test-results/errors/${row.code}-${language}.png`,
        });
        await context.close();
      });
    }

    await test.step("ERR-01, ERR-04: on the login", async () => {
      const context = await browser.newContext();
      await context.route("https://north.example/**", (route) =>
        route.fulfill({ contentType: "text/html", body: "<p>North</p>" }),
      );
      const page = await context.newPage();
      await page.goto(`${server.url}/login?lang=${language}`);
      await answerWith(page, "upms/user/login", {
        ...{ rows: "ERR-01", code: 11015, status: 403 },
      });
      const fields = page.locator("form input");
      await fields.first().fill("13800000001");
      await page.locator("input[type=password]").fill(server.password);
      const submit = page.locator("form button[type=submit]");
      await submit.click();
      await expect(page.getByText(said)).toBeVisible();
      await expect(page).toHaveURL(/\/login/);
      await expect(submit).toBeEnabled();
      await page.unrouteAll();
      await answerWith(page, "upms/user/login", {
        ...{ rows: "ERR-04", code: 141011, status: 403 },
        data: "https://north.example/login",
      });
      await submit.click();
      await expect(page).toHaveURL("https://north.example/login");
      await context.close();
    });
  });
}
