import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { ask, startRun } from "./calls";
import { start, type Server } from "./server";
import { faults, signIn, type Language } from "./visit";

const words = {
  zh: {
    second: "排队第 2 位",
    next: "排队中，下一个运行",
    runs: /排程中… \d+%/,
  },
  en: {
    second: "2nd in the queue",
    next: "Queued, next to run",
    runs: /Scheduling… \d+%/,
  },
};

let server: Server;

test.beforeAll(async () => {
  process.env.MOULDWORKS_WORKERS = "1"; // one run at a time, however many cores there are
  server = await start("sqlite");
  delete process.env.MOULDWORKS_WORKERS;
});
test.afterAll(() => server.stop());

/** A run that lasts until it is cancelled. */
const startLong = (page: Page, name: string) =>
  startRun(page, server, name, 600);

const cancelRun = (page: Page, id: string) =>
  ask(page, server, "POST", "aps/exe/job/cancelScheduling", {
    id,
    keepBest: false,
  });

for (const language of ["zh", "en"] as const satisfies Language[]) {
  test(`a run shows its place in the queue of two factories, which falls (${language})`, async ({
    browser,
  }) => {
    const say = words[language];
    const far = await (await browser.newContext()).newPage();
    await signIn(far, server, language);
    const { row } = await ask<{ row: { id: string } }>(
      far,
      server,
      "POST",
      "bms/factory",
      {
        code: `F-${language}`,
        name: `Hall ${language}`,
        zone: "Asia/Shanghai",
      },
    );

    const page = await (await browser.newContext()).newPage();
    await signIn(page, server, language, { phone: "13800000002" });
    await page.goto(`${server.url}/aps/schedule`);
    const running = await startLong(page, `Runs ${language}`);
    await expect(page.getByText(say.runs)).toBeVisible();

    // The other factory has had no turn yet: its run goes before the second one of this factory.
    await ask(far, server, "POST", "upms/user/changeGateway.do", {
      serverAppUuid: row.id,
    });
    const ahead = await startLong(far, `Ahead ${language}`);
    const waiting = await startLong(page, `Waits ${language}`);
    const line = page.getByRole("row", { name: `Waits ${language}` });
    await expect(line).toContainText(say.second);
    expect(await faults(page)).toEqual([]);

    await cancelRun(far, ahead);
    await expect(line).toContainText(say.next);
    await cancelRun(page, running);
    await expect(line).toContainText(say.runs);
    await cancelRun(page, waiting);
    await expect(line).not.toContainText(say.runs);
  });
}
