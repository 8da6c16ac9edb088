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

test("the country stays where no mobile number of it follows", () => {
  expect(readPhone("+8601012345678")).toBe("+8601012345678");
  expect(readPhone("+86 138 0000 00021")).toBe("+86138000000021");
  expect(readPhone("86 13800000002")).toBe("8613800000002");
  expect(readPhone("100 86 138 0000 0002")).toBe("1008613800000002");
});

test("a number has 6 to 15 digits", () => {
  for (const [digits, is] of [
    ["12345", false],
    ["123456", true],
    ["123456789012345", true],
    ["1234567890123456", false],
    ["12345a", false],
  ] as const) {
    expect(isPhone(digits)).toBe(is);
  }
});

test("what is no number is not made one", () => {
  expect(isPhone(readPhone("+1 555 0100"))).toBe(false);
  expect(isPhone(readPhone("phone"))).toBe(false);
});
