import { afterEach, expect, test, vi } from "vitest";
import { gateway, originOf } from "@/api/gateway";
import { stored } from "@/session/stored";
import { gatewayOf, tenantOf } from "../../testing/places";
import {
  checkedAddress,
  checkGateway,
  probe,
  probeAll,
  probeOne,
} from "./gateway-probe";
import { tenancy } from "./tenancy";

const standing = gatewayOf("a", "a1", {
  innerIp: "192.168.1.20",
  httpsPort: 443,
  outerIp: "gw.example.com",
  httpsOuterPort: 8443,
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  tenancy.clear();
  gateway.clear();
  stored.forget("gatewayState");
  document.head.innerHTML = "";
});

/** The document may call these and nobody else. */
function policy(...origins: string[]) {
  document.head.innerHTML = `<meta name="gateways" content="${origins.join(" ")}">`;
}

/** Hosts that answer, each with the id that it names. */
function network(answers: Record<string, string>, linked = true) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    const { host } = new URL(address);
    asked.push(host);
    const serverAppUuid = answers[host];
    return serverAppUuid
      ? Promise.resolve(
          Response.json({ code: 1, data: { serverAppUuid, linked } }),
        )
      : Promise.reject(new TypeError("no route"));
  });
  return asked;
}

test("GATEWAY-03: both addresses are asked; inside wins, and what came of it is kept", async () => {
  const asked = network({
    "192.168.1.20": "gw-a1",
    "gw.example.com:8443": "gw-a1",
  });
  tenancy.set({
    servers: [standing],
    info: { ...tenantOf("a", ["a1"]), factoryId: "a1", gatewayState: 0 },
  });
  await probeOne(standing);
  expect(asked.sort()).toEqual(["192.168.1.20", "gw.example.com:8443"]);
  expect(tenancy.get().info!.gatewayState).toBe(1);
  expect(stored.text("gatewayState")).toBe("1");
  // GATEWAY-11: the calls of the modules go there from now on.
  expect(originOf("aps/exe/job/query")).toBe("https://192.168.1.20:443");
  expect(originOf("switchTenant")).toBe("");
});

test("GATEWAY-02: nowhere, or somebody else there, is unreachable; outside will do", async () => {
  network({});
  expect(await probe(standing)).toEqual({ state: 0, origin: "" });
  network({ "192.168.1.20": "gw-of-a-neighbour" });
  expect(await probe(standing)).toEqual({ state: 0, origin: "" });
  network({ "gw.example.com:8443": "gw-a1" });
  expect(await probe(standing)).toEqual({
    state: 1,
    origin: "https://gw.example.com:8443",
  });
});

test("GATEWAY-11: one that has lost the cloud is no way to it, whatever else it answers", async () => {
  network({ "192.168.1.20": "gw-a1" }, false);
  expect(await probe(standing)).toEqual({ state: 0, origin: "" });
  tenancy.set({
    servers: [standing],
    info: { ...tenantOf("a", ["a1"]), factoryId: "a1" },
  });
  await probeOne(standing);
  expect(originOf("aps/exe/job/query")).toBe("");
  expect(stored.text("gatewayState")).toBe("0");
});

test("GATEWAY-11: one that failed a call stays out of use although it answers the probe", async () => {
  network({ "192.168.1.20": "gw-a1" });
  tenancy.set({
    servers: [standing],
    info: { ...tenantOf("a", ["a1"]), factoryId: "a1" },
  });
  await probeOne(standing);
  gateway.down();
  await probeOne(standing);
  expect(originOf("aps/exe/job/query")).toBe("");
  expect(tenancy.get().info!.gatewayState).toBe(0);
});

test("GATEWAY-02, GATEWAY-03: what this document may not call is not asked, and the server's word stands", async () => {
  const asked = network({ "gw.example.com:8443": "gw-a1" });
  policy();
  expect(await probe(standing)).toEqual({ state: 1, origin: "" });
  expect(await probe({ ...standing, gatewayState: 0 })).toEqual({
    state: 0,
    origin: "",
  });
  expect(asked).toEqual([]);
  policy("https://gw.example.com:8443");
  expect(await probe(standing)).toEqual({
    state: 1,
    origin: "https://gw.example.com:8443",
  });
});

test("a factory in the cloud alone is reachable, and nothing is asked", async () => {
  const asked = network({});
  const virtual = gatewayOf("a", "a1", { serverAppUuid: "a1" });
  expect(await probe(virtual)).toEqual({ state: 1, origin: "" });
  expect(asked).toEqual([]);
});

test("GATEWAY-04: asking all sets every server to 0 first", async () => {
  network({ "192.168.1.20": "gw-a1" });
  const other = gatewayOf("b", "b1", { outerIp: "b.example", httpsPort: 1 });
  tenancy.set({ servers: [standing, other] });
  const done = probeAll();
  expect(tenancy.get().servers.map((one) => one.gatewayState)).toEqual([0, 0]);
  await done;
  expect(tenancy.get().servers.map((one) => one.gatewayState)).toEqual([1, 0]);
});

test("GATEWAY-04: of two gateways each keeps what is known of it, the one that may not be called too", async () => {
  policy("https://192.168.1.20:443", "https://gw.example.com:8443");
  network({ "192.168.1.20": "gw-a1" });
  const other = gatewayOf("b", "b1", { innerIp: "10.0.0.9", httpsPort: 8443 });
  const down = { ...other, serverAppUuid: "gw-b2", gatewayState: 0 };
  tenancy.set({ servers: [standing, other, down] });
  await probeAll();
  expect(tenancy.get().servers.map((one) => one.gatewayState)).toEqual([
    1, 1, 0,
  ]);
});

test("GATEWAY-05: a check goes inside where there is an address, else outside", () => {
  expect(checkedAddress(standing)).toEqual({ ip: "192.168.1.20", port: 443 });
  expect(checkedAddress({ ...standing, innerIp: "" })).toEqual({
    ip: "gw.example.com",
    port: 8443,
  });
});

test("GATEWAY-06: without a port nothing opens and nothing is asked", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  const asked = network({});
  expect(await checkGateway({ ...standing, httpsPort: null })).toBe("no-port");
  expect(opened).not.toHaveBeenCalled();
  expect(asked).toEqual([]);
});

test("GATEWAY-07, GATEWAY-08: a check opens the welcome page and sends a form", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  let body: unknown;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    body = [address.split("?")[0], init.method, init.body];
    return Promise.resolve(
      Response.json({ code: 1, data: { connected: true } }),
    );
  });
  expect(await checkGateway(standing)).toBe("opened");
  expect(opened).toHaveBeenCalledExactlyOnceWith(
    "https://192.168.1.20:443/page/welcome?lang=zh",
    "_blank",
    "noopener",
  );
  expect(body).toEqual([
    "/front/api/v1/sys/gateway/connect",
    "POST",
    new URLSearchParams({
      serverAppUuid: "gw-a1",
      gatewayIp: "192.168.1.20",
      gatewayPort: "443",
    }),
  ]);
});

test("GATEWAY-09: a check that the server does not confirm fails", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json({ code: 20000, message: "no" }, { status: 409 }),
    ),
  );
  expect(await checkGateway(standing)).toBe("failed");
});
