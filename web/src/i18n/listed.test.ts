import { expect, test } from "vitest";
import { switchLanguage } from "./language";
import { listed } from "./listed";

test("sentences of one line are joined as the language does", async () => {
  await switchLanguage("zh");
  expect(listed(["缺材料", "等电极"])).toBe("缺材料；等电极");
  await switchLanguage("en");
  expect(listed(["no material", "no electrode"])).toBe(
    "no material; no electrode",
  );
});
