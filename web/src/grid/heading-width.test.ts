import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

/** Measures as a browser does, in a font whose letters are all of one width. */
async function measuredBy(letter: number) {
  const canvas = {
    font: "",
    measureText: (text: string) => ({ width: text.length * letter }),
  };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(
    canvas as unknown as null,
  );
  return { canvas, ...(await import("./heading-width")) };
}

test("a heading is measured in the font in which it is drawn", async () => {
  document.body.style.font = "13px / 20px Wide";
  const { canvas, headingWidth } = await measuredBy(10);
  // The text, 8 pixels of padding on both sides, the arrow of its order.
  expect(headingWidth("Operation no")).toBe(120 + 34);
  expect(canvas.font).toBe("600 13px Wide");
});

test("a heading without end does not push all others away", async () => {
  const { headingWidth } = await measuredBy(10);
  expect(headingWidth("x".repeat(100))).toBe(360);
});

test("where nothing can be measured, Chinese counts as wider", async () => {
  const { headingWidth } = await import("./heading-width");
  expect(headingWidth("工序")).toBe(28 + 34);
  expect(headingWidth("Op")).toBe(15 + 34);
});
