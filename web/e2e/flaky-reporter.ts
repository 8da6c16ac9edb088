import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "@playwright/test/reporter";

/**
 * Names every journey that passed only at its second try, in the file FLAKY where one is given: `make test` lists them
 * last, so that each is mended and none forgotten.
 */
export default class FlakyReporter implements Reporter {
  private readonly tried = new Set<TestCase>();

  onTestEnd(test: TestCase) {
    this.tried.add(test);
  }

  onEnd() {
    for (const test of this.tried) {
      if (test.outcome() === "flaky") {
        const line = `FLAKY: ${test.titlePath().filter(Boolean).join(" > ")}\n`;
        process.stdout.write(line);
        if (process.env.FLAKY) {
          appendFileSync(process.env.FLAKY, line);
        }
      }
    }
  }
}
