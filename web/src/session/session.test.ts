import { webcrypto } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { encryptPassword, InsecureContext } from "./encrypt";
import { can, session } from "./session";
import { stored } from "./stored";

afterEach(() => {
  vi.unstubAllGlobals();
  session.clear();
  localStorage.clear();
});

test("a session is kept under its own prefix and forgotten as a whole", () => {
  localStorage.setItem("somebody.else", "1");
  session.set({ token: "t", longToken: "l", tenantId: "7" });
  expect(localStorage.getItem("mw.token")).toBe('"t"');
  session.clear();
  expect(localStorage.getItem("mw.token")).toBeNull();
  expect(session.signedIn()).toBe(false);
  expect(localStorage.getItem("somebody.else")).toBe("1");
});

test("SESSION-02: the way back is for whoever left by it", () => {
  session.set({ accountId: "anna", token: "t" });
  session.leave("/settings/section?page=2");
  expect(stored.text("preLoginPath")).toBe("/settings/section?page=2");
  session.set({ accountId: "anna", token: "u" });
  expect(stored.text("preLoginPath")).toBe("/settings/section?page=2");
  session.leave("/settings/section?page=2");
  session.set({ accountId: "ben", token: "v" });
  for (const key of ["preLoginPath", "pathname", "search"] as const) {
    expect(stored.text(key)).toBe("");
  }
});

test("SESSION-02: the way back of a page that nobody was signed in on is anybody's", () => {
  session.leave("/pm/mould?q=M1");
  session.set({ accountId: "ben", token: "v" });
  expect(stored.text("preLoginPath")).toBe("/pm/mould?q=M1");
});

test("only what was granted is allowed", () => {
  session.set({
    permitted: { "aps.schedule.run": true, "ems.machine": false },
  });
  expect(can("aps.schedule.run")).toBe(true);
  expect(can("ems.machine")).toBe(false);
  expect(can("aps.schedule.delete")).toBe(false);
});

// LOGIN-04: the password leaves the page encrypted for the server's key.
test("LOGIN-04: the holder of the private key reads the password", async () => {
  vi.stubGlobal("crypto", webcrypto);
  const pair = await webcrypto.subtle.generateKey(
    {
      name: "RSA-OAEP",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: "SHA-256",
    },
    true,
    ["encrypt", "decrypt"],
  );
  const spki = await webcrypto.subtle.exportKey("spki", pair.publicKey);
  const secret = await encryptPassword(
    "模具 Mould-1",
    Buffer.from(spki).toString("base64"),
  );
  const plain = await webcrypto.subtle.decrypt(
    { name: "RSA-OAEP" },
    pair.privateKey,
    Buffer.from(secret, "base64"),
  );
  expect(Buffer.from(plain).toString("utf8")).toBe("模具 Mould-1");
});

test("plain http from another machine is named, not a crash", async () => {
  vi.stubGlobal("crypto", {});
  await expect(encryptPassword("x", "y")).rejects.toBeInstanceOf(
    InsecureContext,
  );
});
