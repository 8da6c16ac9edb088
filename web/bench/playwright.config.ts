import { defineConfig } from "@playwright/test";
import main from "../playwright.config.ts";

// One page, one worker: what is measured shares the machine with nothing of ours.
export default defineConfig({
  ...main,
  testDir: ".",
  testMatch: "*.bench.ts",
  workers: 1,
  outputDir: "../test-results",
});
