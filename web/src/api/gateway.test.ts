import { afterEach, expect, test, vi } from "vitest";
import { gateway, originOf, placeGateway, probeGateway } from "./gateway";

const place = {
  gatewayIp: "192.168.1.20",
  gatewayPort: "8443",
  serverAppUuid: "0190-a",
  mdbId: "public-1",
};

afterEach(() => {
  vi.unstubAllGlobals();
  gateway.clear();
  placeGateway({ ...place, gatewayIp: "", serverAppUuid: "" });
});

function answering(data: unknown) {
  const asked: RequestInit[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    asked.push(init);
    expect(url).toMatch(
      /^https:\/\/192\.168\.1\.20:8443\/api\/v1\/gateway\/ping\?_t=\d+$/,
    );
    return Promise.resolve(Response.json({ code: 1, message: "ok", data }));
  });
  return asked;
}

test("GATEWAY-11: a gateway that answers as itself and has its line is used", async () => {
  placeGateway(place);
  expect(originOf("aps/x")).toBe("");
  const asked = answering({ serverAppUuid: "0190-a", linked: true });
  await probeGateway();
  expect(originOf("aps/x")).toBe("https://192.168.1.20:8443");
  expect(originOf("upms/x")).toBe("");
  expect(gateway.get().sessionId).toBe("public-1");
  // The probe tells nobody who asks.
  expect(asked[0]!.credentials).toBe("omit");
  expect(asked[0]!.headers).toBeUndefined();
  // Menus that are asked for anew change nothing about it; another factory does.
  placeGateway(place);
  expect(originOf("aps/x")).not.toBe("");
  placeGateway({ ...place, serverAppUuid: "0190-b" });
  expect(originOf("aps/x")).toBe("");
});

test.each([
  { serverAppUuid: "0190-b", linked: true },
  { serverAppUuid: "0190-a", linked: false },
  { serverAppUuid: "0190-a" },
  null,
])("GATEWAY-11: not used: a gateway that says %o", async (data) => {
  placeGateway(place);
  answering(data);
  await probeGateway();
  expect(gateway.get().state).toBe(0);
});

test("GATEWAY-11: one that does not answer is not used, and a factory in the cloud has none", async () => {
  placeGateway(place);
  answering({ serverAppUuid: "0190-a", linked: true });
  await probeGateway();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  await probeGateway();
  expect(originOf("aps/x")).toBe("");
  const asked = vi.fn();
  vi.stubGlobal("fetch", asked);
  for (const [gatewayIp, gatewayPort] of [
    ["", ""],
    ["192.168.1.20", ""],
    ["evil.example/", "1"],
    ["a@evil.example", "8443"],
    ["gw", "8443/x"],
  ]) {
    placeGateway({
      ...place,
      gatewayIp: gatewayIp!,
      gatewayPort: gatewayPort!,
    });
    await probeGateway();
    expect(gateway.get().origin).toBe("");
  }
  expect(asked).not.toHaveBeenCalled();
});

test("the cookie names the place for the policy of the next page, and nothing else gets into it", () => {
  placeGateway(place);
  expect(document.cookie).toContain("mw-place=0190-a");
  placeGateway({ ...place, serverAppUuid: "x; path=/; a=b" });
  expect(document.cookie).not.toContain("a=b");
});
