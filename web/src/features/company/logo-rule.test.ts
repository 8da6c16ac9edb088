import { expect, test } from "vitest";
import { logoFault } from "./logo-rule";

test("UPLOAD-03: a logo is a picture of at most 500 KB", () => {
  const size = 500 * 1024;
  expect(logoFault({ type: "image/png", size })).toBeNull();
  expect(logoFault({ type: "image/gif", size: size + 1 })).toBe("tooBig");
  expect(logoFault({ type: "image/svg+xml", size: 10 })).toBe("format");
});
