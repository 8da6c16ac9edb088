import { expect, test } from "vitest";
import { moduleOf } from "../../testing/places";
import { prefixOf } from "@/shell/menu";
import { requestOf, tellContext } from "./frame-talk";
import type { Module } from "@/session/session";
import { frameOf, targetOf, type Known } from "./target";

const module = (moduleKey: string, opened = true) =>
  moduleOf({ moduleKey, moduleName: moduleKey, opened });

const known: Known = {
  modules: [module("reports"), module("system"), module("crm", false)],
  prefixOf,
  addressOf: ({ moduleUrl }) => moduleUrl,
  origins: ["https://partner.example", "https://gw.example:8443"],
  origin: "https://cloud.example",
};

const main = (query: Record<string, string>) =>
  targetOf(`?${new URLSearchParams(query).toString()}`, known);

test("ROUTE-09, ROUTE-17: a page of ours is a route, with or without our own host in the address", () => {
  const path = "/reports/query/idQuery?id=M1";
  for (const domain of ["", "cloud.example", "https://cloud.example"]) {
    expect(
      main({ module: "reports", domain, targetUrl: path, _t: "1" }),
    ).toEqual({ kind: "route", path });
  }
  expect(main({ module: "reports" })).toEqual({
    kind: "route",
    path: "/reports/medium",
  });
  expect(main({ module: "settings", targetUrl: "/settings/group" })).toEqual({
    kind: "route",
    path: "/settings/group",
  });
});

test("ROUTE-09, ROUTE-24: a module that is not opened says so, an unknown one is refused", () => {
  expect(main({ module: "crm", targetUrl: "/crm/x" })).toMatchObject({
    kind: "closed",
    module: { moduleKey: "crm" },
  });
  expect(main({ module: "nothing", targetUrl: "/x" }).kind).toBe("refused");
});

test("ROUTE-09: a module of somebody else is a frame when its origin is allowed, and nothing when it is not opened", () => {
  const elsewhere = (change: Partial<Module>): Known => ({
    ...known,
    modules: [
      {
        ...module("oms"),
        kind: "external",
        moduleUrl: "https://partner.example/in",
        ...change,
      },
    ],
  });
  const at = (change: Partial<Module>) =>
    targetOf("?module=oms", elsewhere(change));
  expect(at({})).toEqual({
    kind: "frame",
    src: "https://partner.example/in",
    origin: "https://partner.example",
  });
  expect(at({ moduleUrl: "https://evil.example/in" }).kind).toBe("refused");
  expect(at({ opened: false }).kind).toBe("closed");
});

test("ROUTE-09: a page of an allowed host is a frame, with its origin", () => {
  expect(
    main({ module: "", domain: "partner.example", targetUrl: "/a?b=1#c" }),
  ).toEqual({
    kind: "frame",
    src: "https://partner.example/a?b=1#c",
    origin: "https://partner.example",
  });
  expect(
    main({ domain: "https://gw.example:8443", targetUrl: "/page/welcome" })
      .kind,
  ).toBe("frame");
});

test.each([
  { targetUrl: "javascript:alert(1)" },
  { targetUrl: "data:text/html,x" },
  { targetUrl: "//evil.example" },
  { targetUrl: "/\\evil.example" },
  { targetUrl: "/\t/evil.example" },
  { targetUrl: "https://evil.example/" },
  { targetUrl: "/main?targetUrl=/main" },
  { targetUrl: "/open" },
  { targetUrl: "/login" },
  { targetUrl: "/front/api/v1/logout" },
  { domain: "evil.example", targetUrl: "/" },
  { domain: "partner.example.evil.example", targetUrl: "/" },
  { domain: "partner.example@evil.example", targetUrl: "/" },
  { domain: "evil.example/partner.example", targetUrl: "/" },
  { domain: "user@partner.example", targetUrl: "/" },
  { domain: "partner.example:8443", targetUrl: "/" },
  { domain: "http://partner.example", targetUrl: "/" },
  { domain: "javascript:alert(1)//", targetUrl: "/" },
  { domain: "partner.example", targetUrl: "//evil.example" },
  { domain: "partner.example", targetUrl: "/\\evil.example" },
  { domain: "partner.example", targetUrl: "https://evil.example" },
  {},
])("ROUTE-09: refused: %o", (query) => {
  expect(main(query as Record<string, string>).kind).toBe("refused");
});

test("ROUTE-14: a menu entry's address is framed when it is allowed; ours becomes a route, never a frame", () => {
  expect(frameOf("https://partner.example/x", known).kind).toBe("frame");
  expect(frameOf("https://cloud.example/aps/schedule?q=1", known)).toEqual({
    kind: "route",
    path: "/aps/schedule?q=1",
  });
  for (const src of [
    "",
    "/aps/schedule",
    "https://evil.example/",
    "http://partner.example/",
    "https://a:b@partner.example/",
    "javascript:alert(1)",
    "blob:https://cloud.example/1",
    "data:text/html,<script>",
    "https://cloud.example/main?targetUrl=/x",
  ]) {
    expect(frameOf(src, known).kind, src).toBe("refused");
  }
});

test("ROUTE-09: only the embedded page itself is heard, under its own origin, and only for pages of ours", () => {
  const frame = { contentWindow: {} };
  const origin = "https://partner.example";
  const said = (data: unknown, source: unknown = frame.contentWindow) =>
    requestOf({ data, origin, source: source as Window }, frame, origin);
  const ask = { type: "mw.navigate", path: "/aps/schedule?q=1" };
  expect(said(ask)).toEqual(ask);
  expect(said({ type: "mw.ready" })).toEqual({ type: "mw.ready" });
  expect(said(ask, {})).toBeUndefined();
  expect(said(ask, null)).toBeUndefined();
  expect(
    requestOf(
      {
        data: ask,
        origin: "https://evil.example",
        source: frame.contentWindow as Window,
      },
      frame,
      origin,
    ),
  ).toBeUndefined();
  expect(
    requestOf(
      { data: ask, origin, source: null },
      { contentWindow: null },
      origin,
    ),
  ).toBeUndefined();
  for (const path of ["//evil.example", "/\\evil", "javascript:x", "/a b", 7]) {
    expect(said({ type: "mw.navigate", path })).toBeUndefined();
  }
  expect(said(null)).toBeUndefined();
  expect(said("mw.navigate")).toBeUndefined();
});

test("ROUTE-09: what the embedded page is told goes to its exact origin and holds no token", () => {
  const told: unknown[][] = [];
  tellContext(
    { contentWindow: { postMessage: (...all) => void told.push(all) } },
    "https://partner.example",
    { language: "zh", look: "dark" },
  );
  expect(told).toEqual([
    [
      { type: "mw.context", language: "zh", look: "dark" },
      "https://partner.example",
    ],
  ]);
});
