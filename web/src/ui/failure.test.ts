import { expect, test } from "vitest";
import { ApiFailure, unreachable } from "@/api/reply";
import { switchLanguage } from "@/i18n/language";
import { wordsOf } from "./failure";

const failed = (change: object) =>
  new ApiFailure({
    status: 400,
    code: 400,
    message: "",
    data: null,
    ...change,
  });

test.each([
  ["a network that is down", new ApiFailure(unreachable), /cannot be reached/],
  ["a proxy alone", failed({ status: 502, code: 502 }), /cannot be reached/],
  ["a page of nobody", failed({ status: 500, code: 500 }), /went wrong/],
  ["a fault of ours", new TypeError("x is undefined"), /went wrong/],
  ["the server's sentence", failed({ message: "Locked" }), /^Locked$/],
  [
    "its wrong fields",
    failed({ code: 422, message: "no", data: [{ message: "Too long" }] }),
    /^Too long$/,
  ],
])("%s is said in words that a person can use", async (_, failure, words) => {
  await switchLanguage("en");
  expect(wordsOf(failure)).toMatch(words);
});

test("and in their language", async () => {
  await switchLanguage("zh");
  expect(wordsOf(new ApiFailure(unreachable))).toContain("无法连接服务器");
});
