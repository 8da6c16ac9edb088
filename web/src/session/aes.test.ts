import { expect, test } from "vitest";
import { decryptAes, encryptAes } from "./aes";

const key = "0123456789abcdef";
const iv = "fedcba9876543210";

// The expected texts come from openssl enc -aes-*-cbc -nopad, padded by zeros.
test("VALID-07: AES in CBC mode with zero padding takes a text, a key and a vector", async () => {
  const secret = await encryptAes("模具 M26-0001", key, iv);
  expect(secret).toBe("nOK1LRFjlZz4C3u8EmT7lw==");
  expect(await decryptAes(secret, key, iv)).toBe("模具 M26-0001");
  // Fifteen zeros of padding go, not the last one only.
  const short = await encryptAes("a", key, iv);
  expect(short).not.toBe(secret);
  expect(await decryptAes(short, key, iv)).toBe("a");
});

test("VALID-07: key and vector decide, each of them", async () => {
  const secret = await encryptAes("模具 M26-0001", key, iv);
  expect(await encryptAes("模具 M26-0001", iv, iv)).not.toBe(secret);
  expect(await encryptAes("模具 M26-0001", key, key)).not.toBe(secret);
  expect(await decryptAes(secret, key, key)).not.toBe("模具 M26-0001");
});

test("VALID-07: a text that fills its blocks gets no padding", async () => {
  const secret = await encryptAes("exactly16 bytes!", key + key, iv);
  expect(secret).toBe("PDtkprERouI/qWyZSuCIRA==");
  expect(await decryptAes(secret, key + key, iv)).toBe("exactly16 bytes!");
  expect(await encryptAes("", key, iv)).toBe("");
  expect(await decryptAes("", key, iv)).toBe("");
});
