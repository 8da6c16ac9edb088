import type { Plugin } from "vite";

/**
 * Fails a build in which scripts import each other in a circle. Which of them runs first then hangs on the page that is
 * opened, and the other may call what is not there yet: the page stays empty, and only on some ways to it.
 */
export function noCycles(): Plugin {
  return {
    name: "no-cycles",
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle)
          .filter((file) => file.type === "chunk")
          .map((chunk) => [chunk.fileName, chunk.imports]),
      );
      const cycle = findCycle(imports);
      if (cycle) {
        this.error(`scripts import each other: ${cycle.join(" -> ")}`);
      }
    },
  };
}

/** One circle among files that import others, its first file repeated at the end; null where there is none. */
export function findCycle(imports: ReadonlyMap<string, readonly string[]>) {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) {
      return [...way.slice(way.indexOf(file)), file];
    }
    if (done.has(file)) {
      return null;
    }
    for (const imported of imports.get(file) ?? []) {
      const cycle = visit(imported, [...way, file]);
      if (cycle) {
        return cycle;
      }
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle) {
      return cycle;
    }
  }
  return null;
}
