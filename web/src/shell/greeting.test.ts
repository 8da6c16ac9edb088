import { expect, test } from "vitest";
import { greeting } from "./greeting";

test.each([
  [0, "night"],
  [4, "night"],
  [5, "morning"],
  [11, "morning"],
  [12, "afternoon"],
  [17, "afternoon"],
  [18, "evening"],
  [23, "evening"],
])("HOME-01: at %i o'clock people say good %s", (hour, says) => {
  expect(greeting(hour)).toBe(says);
});
