import { defineConfig } from "@playwright/test";
import main from "../playwright.config.ts";

// Makes the pictures of docs/screens: `npm run screens`, after `make build`.
export default defineConfig({
  ...main,
  testDir: ".",
  testMatch: "screens.ts",
  outputDir: "../test-results/screens",
});
