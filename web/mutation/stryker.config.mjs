import { existsSync, readdirSync } from "node:fs";

// Rules are what has a test of its own beside it, and what is named here: it is tested through its neighbours.
const through = [
  "src/api/address.ts",
  "src/api/reply.ts",
  "src/features/aps/why/explain.ts",
  "src/features/aps/draft/preview.ts",
  "src/features/aps/result/result.ts",
  "src/features/aps/tasks/task.ts",
  "src/gantt/clock.ts",
  "src/gantt/layout.ts",
  "src/gantt/plan.ts",
  "src/gantt/walk.ts",
  "src/session/module-tree.ts",
  "src/session/stored.ts",
];

const own = readdirSync("src", { recursive: true })
  .map((path) => `src/${path}`)
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => path.replace(/\.test\.ts$/, ".ts"))
  .filter((path) => existsSync(path));

/** Mutation testing of the front end's rules; started by scripts/mutate-web.sh in the folder web. */
export default {
  mutate: [...new Set([...own, ...through])].sort(),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "mutation/vitest.config.ts" },
  coverageAnalysis: "perTest",
  // Mutants of constants at a module's top need a fresh load of every test; they say little about rules.
  ignoreStatic: true,
  concurrency: Number(process.env.WORKERS ?? 1),
  timeoutMS: 20_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 20,
  tempDirName: "mutation/.copy",
  ignorePatterns: ["/e2e", "/bench", "/dist", "/mutation/node_modules"],
  reporters: ["clear-text"],
  clearTextReporter: { allowColor: false, logTests: false },
  thresholds: { high: 90, low: 75, break: Number(process.env.MINIMUM ?? 0) },
  warnings: { slow: false },
};
