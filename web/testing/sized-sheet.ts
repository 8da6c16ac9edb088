import { vi } from "vitest";

/** happy-dom lays nothing out: an observed element says its size by itself. Until vi.unstubAllGlobals. */
export function sizeSheets() {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #tell: () => void;
      constructor(tell: () => void) {
        this.#tell = tell;
      }
      observe(element: Element) {
        Object.defineProperty(element, "clientWidth", { value: 1200 });
        Object.defineProperty(element, "clientHeight", { value: 600 });
        this.#tell();
      }
      disconnect() {}
    },
  );
}
