import { defineConfig } from "vitest/config";

// Rules are held by the tests beside them. Tests of whole pages prove them too, but a page for each mutant takes days.
// TESTS names other tests: those of a folder alone, where everything comes by the mutants of a rule.
export default defineConfig({
  resolve: { alias: { "@": new URL("../src", import.meta.url).pathname } },
  test: {
    root: new URL("..", import.meta.url).pathname,
    environment: "happy-dom",
    environmentOptions: { happyDOM: { url: "http://localhost/" } },
    include: (process.env.TESTS ?? "src/**/*.test.ts").split(" "),
    // What a file of tests leaves behind is cleared by the setup; a new page for each file takes most of the time.
    isolate: false,
    setupFiles: ["./testing/setup.ts"],
    testTimeout: 60_000,
  },
});
