import { expect, test } from "vitest";
import { expectTaken, sources } from "../../testing/sources";
import * as times from "./times";

test("CONST-04: times are those of the specification", () => {
  expect(times).toMatchObject({
    leastDelaySeconds: 3,
    countdownMs: 1000,
    spentLoginMs: 1000,
    smsValidMinutes: 5,
    smsAgainSeconds: 60,
    verdictMs: 300,
    noticeSeconds: 5,
    watchMs: 1000,
    exportErrorSeconds: 15,
    uploadBackMs: 1000,
    debounceMs: 500,
  });
});

// Where each is used, and what would stand there without it.
test.each([
  ["leastDelaySeconds", "public/sign-in.ts", /max\(3/],
  ["countdownMs", "tenancy/licence-dialogs.tsx", /\b1_?000\b/],
  ["spentLoginMs", "api/errors.ts", /\b1_?000\b/],
  ["spentLoginMs", "public/landing-page.tsx", /\b1_?000\b/],
  ["smsValidMinutes", "verify/code-field.tsx", /\b5\b/],
  ["smsAgainSeconds", "verify/code-field.tsx", /\b60\b/],
  ["verdictMs", "verify/puzzle-dialog.tsx", /\b300\b/],
  ["noticeSeconds", "app/live.tsx", /duration: \d/],
  ["watchMs", "api/push.ts", /watchMs = /],
  ["exportErrorSeconds", "app/providers.tsx", /duration: \d/],
  ["uploadBackMs", "features/program/upload-page.tsx", /\b1_?000\b/],
  ["debounceMs", "ui/use-debounced.ts", /\b500\b/],
])("CONST-04: %s is used by %s", (name, path, figure) =>
  expectTaken(name, "times", path, figure),
);

test("VALID-06, R42: no search waits a time of its own", () => {
  const own = Object.entries(sources).filter(([, text]) =>
    /useDebounced\([^()]*,/.test(text),
  );
  expect(own.map(([path]) => path)).toEqual([]);
});
