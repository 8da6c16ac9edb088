import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";

/** Builds one page of this folder as the product is built, and serves it until it is stopped. */
export async function serve(page: "gantt" | "grid") {
  const folder = mkdtempSync(join(tmpdir(), `${page}-bench-`));
  const common = {
    configFile: false as const,
    root: import.meta.dirname,
    logLevel: "warn" as const,
    plugins: [react()],
    resolve: { alias: { "@": join(import.meta.dirname, "../src") } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: join(import.meta.dirname, `${page}.html`) },
    },
  };
  await build(common);
  const server = await preview({
    ...common,
    preview: { port: 0, host: "localhost" },
  });
  return {
    url: `${server.resolvedUrls!.local[0]!}${page}.html`,
    async stop() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Site = Awaited<ReturnType<typeof serve>>;
