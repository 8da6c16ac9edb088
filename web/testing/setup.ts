import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { departure } from "@/session/departure";

afterEach(() => {
  cleanup();
  departure.end();
  // Drafts of forms would reach the next test.
  sessionStorage.clear();
});
configure({ asyncUtilTimeout: 15_000 });

// happy-dom has no layout; virtual rows need a window to fill.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { get: () => 600 },
  clientWidth: { get: () => 1000 },
});
