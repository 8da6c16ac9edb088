import { defineConfig } from "vitest/config";

// Rules are held by the tests beside them. Tests of whole pages prove them too, but a page for each mutant takes days.
export default defineConfig({
  resolve: { alias: { "@": new URL("../src", import.meta.url).pathname } },
  test: {
    root: new URL("..", import.meta.url).pathname,
    environment: "happy-dom",
    environmentOptions: { happyDOM: { url: "http://localhost/" } },
    include: ["src/**/*.test.ts"],
    setupFiles: ["./testing/setup.ts"],
    testTimeout: 60_000,
  },
});
