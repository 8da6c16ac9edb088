import { test as base } from "@playwright/test";

export { expect } from "@playwright/test";

/**
 * A journey. What it opens beside its own page goes with it: Playwright keeps such contexts for the life of its
 * browser, and their pages ask a server that is gone, again and again, while the next journeys wait for the processor.
 */
export const test = base.extend<{ leavesNothing: void }>({
  leavesNothing: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      const left = browser.contexts().filter((one) => !before.has(one));
      await Promise.all(left.map((one) => one.close()));
    },
    { auto: true },
  ],
});
