// Stands for vitest where tests are registered: keeps them, so that near.test.ts can run each as often as it needs.

type Body = (...row: never[]) => unknown;

export interface Kept {
  file: string;
  name: string;
  run: () => Promise<void>;
}

interface Registry {
  file: string;
  tests: Kept[];
  before: Map<string, Body[]>;
  after: Map<string, Body[]>;
}

// Modules are loaded anew between mutants; what they register must not be.
export const registry = ((globalThis as { kept?: Registry }).kept ??= {
  file: "",
  tests: [],
  before: new Map(),
  after: new Map(),
});

const hook = (of: Map<string, Body[]>) => (body: Body) => {
  of.set(registry.file, [...(of.get(registry.file) ?? []), body]);
};
export const beforeEach = hook(registry.before);
export const afterEach = hook(registry.after);
/** Once for each time that a file is loaded. */
export const beforeAll = (body: () => unknown) => {
  let begun: unknown;
  beforeEach(() => (begun ??= Promise.resolve(body())));
};
export const describe = (_: string, body: () => void) => body();

function keep(name: string, body: Body, row: unknown[] = []) {
  const { file } = registry;
  const run = async () => {
    for (const one of registry.before.get(file) ?? []) {
      await one();
    }
    try {
      await body(...(row as never[]));
    } finally {
      for (const one of registry.after.get(file) ?? []) {
        await one();
      }
    }
  };
  registry.tests.push({ file, name: `${name} ${JSON.stringify(row)}`, run });
}

const each = (rows: readonly unknown[]) => (name: string, body: Body) => {
  for (const row of rows) {
    keep(name, body, Array.isArray(row) ? row : [row]);
  }
};
const test = Object.assign((name: string, body: Body) => keep(name, body), {
  each,
  runIf: (wanted: boolean) => (wanted ? test : () => undefined),
});
export { test };
