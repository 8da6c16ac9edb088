import { expect, test } from "vitest";
import { maskName, maskPhone } from "./mask";

// SMS-03, R20: the same figures as the server's (internal/verify).
test.each([
  ["13800000001", "138******01"],
  ["12345678", "12****78"],
  ["123456", "1****6"],
  ["1234", "1**4"],
  ["123", "***"],
  ["123456789012", "123*******12"],
  ["12345678901234567890", "123***************90"],
  ["1380000000", "13******00"],
  ["", ""],
  ["138******01", "138******01"],
])("the number %s is shown as %s", (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown);
});

test.each([
  ["陈静", "陈*"],
  ["欧阳小明", "欧**明"],
  ["planner", "p*****r"],
  ["李小明", "李*明"],
  [" 陈静 ", "陈*"],
  ["A", "A"],
  ["", ""],
  ["𠮷田太郎", "𠮷**郎"],
])("the name %s is shown as %s", (name, shown) => {
  expect(maskName(name)).toBe(shown);
});
