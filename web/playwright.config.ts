import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const flakyReporter = fileURLToPath(
  new URL("e2e/flaky-reporter.ts", import.meta.url),
);

// Against the real binary: every journey starts a server of its own (e2e/server.ts).
export default defineConfig({
  testDir: "e2e",
  workers: 2, // a journey waits half of its time for timers and the server
  retries: 1, // one that needs it is named by the reporter: it hides a race
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], [flakyReporter]],
  use: {
    // A page that does not come fails its journey in a minute, not in the five of the whole journey.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure", // a race leaves nothing else behind
    viewport: { width: 1440, height: 900 },
    timezoneId: "Asia/Shanghai",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
