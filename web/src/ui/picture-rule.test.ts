import { expect, test } from "vitest";
import { pictureFault } from "./picture-rule";

test("UPLOAD-04: a picture is a png or a jpg of at most 2 MB", () => {
  const size = 2 * 1024 * 1024;
  expect(pictureFault({ type: "image/png", size })).toBeNull();
  expect(pictureFault({ type: "image/jpeg", size: 1 })).toBeNull();
  expect(pictureFault({ type: "image/png", size: size + 1 })).toBe("size");
  expect(pictureFault({ type: "image/svg+xml", size: 1 })).toBe("format");
});
