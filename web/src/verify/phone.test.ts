import { expect, test } from "vitest";
import { isPhone, readPhone } from "./phone";

test.each([
  ["１３８００００　０００２", "13800000002"],
  [" 138 0000-0002 ", "13800000002"],
  ["138‐0000–0002", "13800000002"],
  ["+86 138 0000 0002", "13800000002"],
  ["0086-13800000002", "13800000002"],
  ["(0755) 8123 4567", "075581234567"],
])("%s is a phone number", (typed, read) => {
  expect(readPhone(typed)).toBe(read);
  expect(isPhone(read)).toBe(true);
});

test("what is no number is not made one", () => {
  expect(isPhone(readPhone("+1 555 0100"))).toBe(false);
  expect(isPhone(readPhone("phone"))).toBe(false);
});
