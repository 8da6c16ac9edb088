import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { defineConfig } from "vitest/config";
import stryker from "./stryker.config.mjs";

// Stryker's mutants of some folders, each held against the tests of these folders alone, all in one process: see near.test.ts.
// NEAR names the folders below src; started by scripts/mutate-web.sh in the folder web.
const folders = (process.env.NEAR ?? "").split(" ").filter(Boolean);
const isNear = (path) => folders.some((one) => path.startsWith(`src/${one}/`));
const root = join(import.meta.dirname, "..");

const logger = { debug() {}, info() {}, isDebugEnabled: () => false };
const { files, mutants } = await new Instrumenter(logger).instrument(
  stryker.mutate.filter(isNear).map((path) => ({
    name: join(root, path),
    mutate: true,
    content: readFileSync(join(root, path), "utf8"),
  })),
  { plugins: null, excludedMutations: [], ignorers: [] },
);
const instrumented = new Map(files.map(({ name, content }) => [name, content]));

// What registers tests keeps them; the rest of vitest is as it is.
const registers = ["afterEach", "beforeAll", "beforeEach", "describe", "test"];
const kept = (_, names) => {
  const all = names.split(",").map((name) => name.trim());
  const from = (wanted, module) =>
    `import { ${all.filter((name) => registers.includes(name) === wanted)} } from "${module}";`;
  return from(true, "/mutation/near-registry") + from(false, "vitest");
};

// Tests that read the product's own text say nothing of a mutant.
const tests = readdirSync(join(root, "src"), { recursive: true })
  .map((path) => `src/${path}`)
  .filter((path) => path.endsWith(".test.ts") && isNear(path))
  .filter(
    (path) => !readFileSync(join(root, path), "utf8").includes("/sources"),
  );

export default defineConfig({
  resolve: { alias: { "@": join(root, "src") } },
  plugins: [
    {
      name: "mutants",
      enforce: "pre",
      load: (id) => instrumented.get(id),
      transform: (code, id) =>
        /\/src\/.*\.test\.ts$/.test(id)
          ? code.replace(/import \{([^}]*)\} from "vitest";/, kept)
          : undefined,
    },
  ],
  test: {
    root,
    environment: "happy-dom",
    environmentOptions: { happyDOM: { url: "http://localhost/" } },
    include: ["mutation/near.test.ts"],
    setupFiles: ["./testing/setup.ts"],
    env: { STRYKER_MUTATOR_WORKER: "0" },
    testTimeout: 0,
    provide: { mutants, tests, root },
    maxWorkers: 1,
  },
});
