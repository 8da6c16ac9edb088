import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { antdRules } from "./scripts/antd-rules.ts";
import { noCycles } from "./scripts/no-cycles.ts";
import { screenTexts } from "./scripts/screen-texts.ts";

const server = process.env.MOULDWORKS_SERVER ?? "http://localhost:8080";

// What the server answers by itself; everything else is the page. cmd/mouldworks holds the list against the server's routes.
const served = [
  "/front",
  "/sso",
  "/account",
  "/mcfront",
  "/docs",
  "/openapi",
  "/healthz",
  "/readyz",
];

// With all that they need, so that no other file is needed in return (scripts/no-cycles.ts).
const first =
  /src\/(i18n\/(counted|define-texts|language|use-live-text)|session\/(ended|stored)|public\/(entrance|login-state|mark|secret-input|texts)|ui\/look|app\/resource-paths)\.tsx?$|node_modules\/zustand\//;

export default defineConfig({
  plugins: [react(), antdRules(), noCycles(), screenTexts()],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  // Written on every tag; the Go server puts the nonce of the request here.
  html: { cspNonce: "__CSP_NONCE__" },
  // One level below dist, so that a build never touches the committed file there.
  build: {
    outDir: "dist/app",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the sign-in page always loads: in files of its own each small part costs more than it holds.
          groups: [
            { name: "first", test: first },
            {
              name: "react",
              test: /node_modules\/(react|react-dom|scheduler)\//,
            },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
    modulePreload: {
      polyfill: false, // a browser that does not know it loads the same files a moment later
      // The list of every page's scripts would weigh more on the sign-in page than the round trip that it saves later:
      // a page's imports follow its own script. Style sheets have to be named.
      resolveDependencies: (_page, files, { hostType }) =>
        hostType === "html"
          ? files
          : files.filter((file) => file.endsWith(".css")),
    },
  },
  server: {
    proxy: Object.fromEntries(
      served.map((path) => [path, { target: server, ws: path === "/front" }]),
    ),
  },
  test: {
    environment: "happy-dom",
    environmentOptions: { happyDOM: { url: "http://localhost/" } },
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    setupFiles: ["./testing/setup.ts"],
    maxWorkers: 2, // without a word, vitest leaves one of two cores idle
    // Long: a busy machine is no fault of the product. A test that hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
