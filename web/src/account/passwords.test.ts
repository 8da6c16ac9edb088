import { expect, test } from "vitest";
import { passwordFault } from "./passwords";

// PWD-03, PWD-07, R01: the rule of format as the server holds it; a leading letter is not asked for.
test.each([
  ["ab-12", "passwordFormat"],
  ["abcdefghijklmnopq-123", "passwordFormat"],
  ["vbnmtyu", "passwordFormat"],
  ["94751862", "passwordFormat"],
  ["!?%&/()=", "passwordFormat"],
  ["vbnm 7519", "passwordFormat"],
  ["vbnm　7519", "passwordFormat"],
  ["", "passwordFormat"],
  ["vbnm75", undefined],
  ["7-vbnm", undefined],
  ["19-84-", undefined],
  ["abcdefghijklmnopq-12", undefined],
  ["模具-7519", undefined],
])("%s breaks %s", (password, rule) => {
  expect(passwordFault(password)).toBe(rule);
});

test("a company's minimum is told apart from the format", () => {
  expect(passwordFault("Nine-7519", 10)).toBe("passwordShort");
  expect(passwordFault("Ten-975319", 10)).toBeUndefined();
});
