import { afterEach, beforeEach, expect, test } from "vitest";
import { gatewayOf } from "../../testing/places";
import { mayCall, wantsNewDocument } from "./gateway-policy";

const standing = gatewayOf("a", "a1", {
  innerIp: "192.168.1.20",
  httpsPort: 8443,
});
const other = gatewayOf("b", "b1", {
  outerIp: "gw.example.com",
  httpsOuterPort: 443,
});
const virtual = gatewayOf("a", "a2", { serverAppUuid: "a2" });

beforeEach(() => written("__GATEWAYS__"));

afterEach(() => {
  document.head.innerHTML = "";
  document.cookie = "mw-place=; path=/";
  sessionStorage.clear();
});

/** What the server has written into the document. */
function written(gateways: string) {
  document.head.innerHTML = `<meta name="gateways" content="${gateways}">`;
}

test("GATEWAY-02: a document knows whom it may call; where no server has written, everybody", () => {
  expect(mayCall("https://192.168.1.20:8443")).toBe(true);
  written("https://192.168.1.20:8443 https://gw.example.com:443");
  expect(mayCall("https://gw.example.com:443")).toBe(true);
  expect(mayCall("https://gw.example.com")).toBe(false);
  written("");
  expect(mayCall("https://192.168.1.20:8443")).toBe(false);
});

test("GATEWAY-04: the cookie names every place, in the cloud or with a gateway, for the policy of the next document", () => {
  expect(wantsNewDocument([standing, virtual, other])).toBe(false);
  expect(document.cookie).toContain("mw-place=gw-a1.a2.gw-b1");
  expect(wantsNewDocument([virtual])).toBe(false);
  expect(document.cookie).not.toContain("gw-a1");
});

test("GATEWAY-11: a document that came before the sign-in is replaced, once", () => {
  written("");
  expect(wantsNewDocument([standing])).toBe(true);
  // The server does not name it either: asking on would go on for ever.
  expect(wantsNewDocument([standing])).toBe(false);
  expect(wantsNewDocument([standing, other])).toBe(true);
  written("https://192.168.1.20:8443 https://gw.example.com:443");
  expect(wantsNewDocument([standing, other])).toBe(false);
  written("");
  expect(wantsNewDocument([{ ...standing, httpsPort: null }])).toBe(false);
});
