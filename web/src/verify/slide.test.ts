import { expect, test } from "vitest";
import { clampSlide, slideByKey } from "./slide";

// CAPTCHA-05: the slider runs from 0 to 280.
test.each([
  [-1, 0],
  [0, 0],
  [123.4, 123],
  [280, 280],
  [280.6, 280],
  [1000, 280],
])("the position %d becomes %d", (asked, at) => {
  expect(clampSlide(asked)).toBe(at);
});

test.each([
  [100, "ArrowRight", false, 104],
  [100, "ArrowLeft", true, 99],
  [100, "ArrowRight", true, 101],
  [100, "ArrowLeft", false, 96],
  [100, "ArrowUp", false, 104],
  [100, "ArrowDown", false, 96],
  [100, "PageUp", false, 140],
  [100, "PageDown", false, 60],
  [260, "PageUp", false, 280],
  [2, "ArrowDown", false, 0],
  [100, "Home", false, 0],
  [100, "End", false, 280],
  [278, "ArrowRight", false, 280],
  [1, "PageDown", false, 0],
  [100, "Tab", false, undefined],
])("from %d the key %s leads on", (from, key, isFine, to) => {
  expect(slideByKey(from, key, isFine)).toBe(to);
});
