import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { call } from "@/api/call";
import { gateway, wayOf } from "@/api/gateway";
import { session } from "@/session/session";
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

const originOf = (path: string) => wayOf(path)?.origin ?? "";

/** The key of the gateway's process, and that of somebody else. */
let own: CryptoKeyPair;
let other: CryptoKeyPair;
let standing: ReturnType<typeof gatewayOf>;

const base64 = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)));

const newKey = () =>
  crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);

beforeAll(async () => {
  [own, other] = await Promise.all([newKey(), newKey()]);
  const spki = await crypto.subtle.exportKey("spki", own.publicKey);
  standing = gatewayOf("a", "a1", {
    innerIp: "192.168.1.20",
    httpsPort: 443,
    outerIp: "gw.example.com",
    httpsOuterPort: 8443,
    publicKey: base64(spki),
  });
});

beforeEach(() => session.set({ token: "session", longToken: "account" }));

afterEach(() => {
  session.clear();
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

/** What a gateway signs, and by which key. */
interface Signing {
  key?: CryptoKey;
  prefix?: string;
  nonce?: string;
  origin?: string;
}

async function signatureOf(id: string, nonce: string, by: Signing) {
  const text = [
    by.prefix ?? "mouldworks gateway ping 1",
    by.nonce ?? nonce,
    id,
    by.origin ?? location.origin,
  ].join("\n");
  const signature = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    by.key ?? own.privateKey,
    new TextEncoder().encode(text),
  );
  return base64(signature);
}

interface Asked {
  host: string;
  path: string;
  init: RequestInit;
}

/** Every request that left the page. */
let requests: Asked[] = [];

/** Hosts that answer, each with the id that it names; beside them the cloud, which gives tokens for live gateways. */
function network(
  answers: Record<string, string>,
  {
    linked = true,
    live = true,
    sign = {},
  }: { linked?: boolean; live?: boolean; sign?: Signing | null } = {},
) {
  requests = [];
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "https://cloud.example");
    requests.push({ host: url.host, path: url.pathname, init });
    if (url.host === "cloud.example") {
      const id = /gateway\/([^/]+)\/token$/.exec(url.pathname)?.[1];
      const list = url.pathname.endsWith("getGatewayServerList.do");
      const data = id
        ? {
            serverAppUuid: id,
            live,
            publicKey: standing.publicKey,
            token: live ? "mwt_short" : "",
            expiresIn: 600,
            carries: ["aps", "bms/section"],
          }
        : list
          ? tenancy.get().servers
          : "cloud";
      return Response.json({ code: 1, data });
    }
    asked.push(url.host);
    const serverAppUuid = answers[url.host];
    if (!serverAppUuid) {
      throw new TypeError("no route");
    }
    const signature =
      sign &&
      (await signatureOf(
        serverAppUuid,
        url.searchParams.get("nonce") ?? "",
        sign,
      ));
    return Response.json({
      code: 1,
      data: { serverAppUuid, linked, ...(signature && { signature }) },
    });
  });
  return asked;
}

/** The person works at the gateway that stands. */
function atWork() {
  tenancy.set({
    servers: [standing],
    info: { ...tenantOf("a", ["a1"]), factoryId: "a1" },
  });
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
  network({ "192.168.1.20": "gw-a1" }, { linked: false });
  expect(await probe(standing)).toEqual({ state: 0, origin: "" });
  atWork();
  await probeOne(standing);
  expect(originOf("aps/exe/job/query")).toBe("");
  expect(stored.text("gatewayState")).toBe("0");
});

test("GATEWAY-11: one that failed a call stays out of use although it answers the probe", async () => {
  network({ "192.168.1.20": "gw-a1" });
  atWork();
  await probeOne(standing);
  gateway.down();
  await probeOne(standing);
  expect(originOf("aps/exe/job/query")).toBe("");
  expect(tenancy.get().info!.gatewayState).toBe(0);
});

const hostile: [string, () => Signing | null][] = [
  ["says that it is the gateway and signs nothing", () => null],
  ["signs by a key of its own", () => ({ key: other.privateKey })],
  [
    "shows an old signature",
    () => ({ nonce: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG" }),
  ],
  ["signs for another cloud", () => ({ origin: "https://evil.example" })],
  ["signs something else", () => ({ prefix: "mouldworks" })],
];

test.each(hostile)(
  "GATEWAY-03, CALL-05, CALL-06: an address that %s gets pings and nothing else",
  async (_, sign) => {
    const asked = network(
      { "192.168.1.20": "gw-a1", "gw.example.com:8443": "gw-a1" },
      { sign: sign() },
    );
    atWork();
    await probeOne(standing);
    await probeAll();
    expect(await call("GET", "bms/section")).toBe("cloud");
    expect(await call("POST", "aps/exe/job/query", { body: {} })).toBe("cloud");
    expect(tenancy.get().info!.gatewayState).toBe(0);
    expect(asked).toHaveLength(4);
    for (const { host, path, init } of requests) {
      if (host === "cloud.example") {
        continue;
      }
      expect(path).toBe("/api/v1/gateway/ping");
      expect([...new Headers(init.headers).keys()]).toEqual([]);
      expect(init.method ?? "GET").toBe("GET");
      expect(init.body).toBeUndefined();
      expect(init.credentials).toBe("omit");
      expect(init.redirect).toBe("error");
    }
  },
);

test("GATEWAY-02: one whose line is down, or that has told no key, is not asked at all", async () => {
  const asked = network({ "192.168.1.20": "gw-a1" }, { live: false });
  expect(await probe({ ...standing, live: false })).toEqual({
    state: 0,
    origin: "",
  });
  expect(await probe({ ...standing, publicKey: "" })).toEqual({
    state: 0,
    origin: "",
  });
  // The list is of an hour ago; the cloud's newest word counts.
  session.set({ token: "an hour later" });
  atWork();
  await probeOne(standing);
  expect(asked).toEqual([]);
  expect(originOf("aps/x")).toBe("");
});

test("CALL-05: a token is asked for once in its first half, and anew for another session", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  network({ "192.168.1.20": "gw-a1" });
  atWork();
  session.set({ token: "fresh" });
  const tokens = () =>
    requests.filter(({ path }) => path.endsWith("/token")).length;
  await probeOne(standing);
  await probeOne(standing);
  expect(tokens()).toBe(1);
  vi.setSystemTime(Date.now() + 301_000);
  await probeOne(standing);
  expect(tokens()).toBe(2);
  session.set({ token: "renewed" });
  expect(originOf("aps/x")).toBe("");
  await probeOne(standing);
  expect(tokens()).toBe(3);
  expect(originOf("aps/x")).toBe("https://192.168.1.20:443");
  vi.useRealTimers();
});

test("GATEWAY-02, GATEWAY-03: what this document may not call is not asked, and the server's word stands", async () => {
  const asked = network({ "gw.example.com:8443": "gw-a1" });
  policy();
  expect(await probe(standing)).toEqual({ state: 1, origin: "" });
  expect(await probe({ ...standing, live: false })).toEqual({
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
  const far = gatewayOf("b", "b1", {
    outerIp: "b.example",
    httpsPort: 1,
    publicKey: standing.publicKey,
  });
  tenancy.set({ servers: [standing, far] });
  const done = probeAll();
  expect(tenancy.get().servers.map((one) => one.gatewayState)).toEqual([0, 0]);
  await done;
  expect(tenancy.get().servers.map((one) => one.gatewayState)).toEqual([1, 0]);
});

test("GATEWAY-04: of two gateways each keeps what is known of it, the one that may not be called too", async () => {
  policy("https://192.168.1.20:443", "https://gw.example.com:8443");
  network({ "192.168.1.20": "gw-a1" });
  const far = gatewayOf("b", "b1", {
    innerIp: "10.0.0.9",
    httpsPort: 8443,
    publicKey: standing.publicKey,
  });
  const down = { ...far, serverAppUuid: "gw-b2", live: false };
  tenancy.set({ servers: [standing, far, down] });
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
