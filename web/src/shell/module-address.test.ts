import { afterEach, expect, test } from "vitest";
import { isHeadHidden, keepHead } from "@/session/head";
import type { Module, UserData } from "@/session/session";
import { currentDomain, keepMenuVersion, menuVersion } from "./kept";
import { logoAddress, moduleAddress, noteFirstCome } from "./module-address";
import { moduleTiles } from "./module-tiles";

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const module = (moduleKey: string, kind = "internal", moduleUrl = "/x") =>
  ({
    moduleKey,
    kind,
    moduleUrl,
    opened: true,
    menuChildren: [{ menuUrl: "/x/page", display: 1 }],
  }) as Module;

const user = { userId: "7", tenantId: "t 1", userName: "wang" } as UserData;

test("HEADER-09, HEADER-10, ROUTE-13: chain first, then ours, then others with an address on the web", () => {
  const keys = moduleTiles([
    module("oms", "external", "https://oms.example"),
    module("aps"),
    module("evil", "external", "javascript:alert(1)"),
    module("chain", "external", "http://chain.example"),
    { ...module("crm"), opened: false },
    module("pm"),
    { ...module("bom"), menuChildren: [] },
  ]).map((one) => one.moduleKey);
  expect(keys).toEqual(["chain", "aps", "pm", "oms"]);
});

test("HEADER-12, HEADER-13, HEADER-14: partners learn tenant and language, the ai module its route, placeholders are filled", () => {
  for (const key of ["chain", "oms", "pro"]) {
    expect(
      moduleAddress(
        module(key, "external", "https://a.example/p?x=1"),
        user,
        "en",
      ),
    ).toBe("https://a.example/p?x=1&tenantId=t+1&lang=en");
  }
  expect(
    moduleAddress(
      module("ai", "external", "https://ai.example/"),
      user,
      "zh",
      5,
    ),
  ).toBe("https://ai.example/#/chat?tenantId=t%201&_t=5");
  expect(
    moduleAddress(
      module("ai", "external", "https://ai.example/{userId}/"),
      user,
      "zh",
      5,
    ),
  ).toBe("https://ai.example/7/#/chat?tenantId=t%201&_t=5");
  expect(
    moduleAddress(
      module(
        "shop",
        "external",
        "https://s.example/{userId}/{tenantId}/{other}",
      ),
      user,
      "zh",
    ),
  ).toBe("https://s.example/7/t%201/{other}");
});

test("HEADER-15: the binding page is entered by choosing a section", () => {
  expect(
    moduleAddress(module("tooling", "internal", "/mf/binding"), user, "zh"),
  ).toBe("/mf/selectSection");
  expect(
    moduleAddress(module("tooling", "internal", "/mf/binding/1"), user, "zh"),
  ).toBe("/mf/binding/1");
});

test("HEADER-16: es and finance note who comes for the first time", () => {
  noteFirstCome("aps");
  expect(localStorage.getItem("mw.firstCome")).toBeNull();
  noteFirstCome("finance");
  expect(localStorage.getItem("mw.firstCome")).toBe("1");
});

test("HEADER-02: the logo leads to the saved domain, or to the entrance", () => {
  expect(logoAddress("", "zh")).toBe("/");
  expect(logoAddress("https://a.example/#/login", "zh")).toBe(
    "https://a.example/?lang=zh",
  );
  expect(logoAddress("https://a.example/login/", "zh")).toBe(
    "https://a.example/?lang=zh",
  );
  expect(logoAddress("https://a.example", "en")).toBe(
    "https://a.example?lang=en",
  );
  localStorage.setItem("mw.currentDomain", "javascript:alert(1)");
  expect(currentDomain()).toBe("");
});

test("PANEL-09: the menu version is new until somebody fixes the menu", () => {
  expect(menuVersion()).toBe("new");
  keepMenuVersion("old");
  expect(menuVersion()).toBe("old");
});

test("ROUTE-21: the flag or the address hides the header, the address wins", () => {
  expect(isHeadHidden("")).toBe(false);
  expect(isHeadHidden("?hideHead=1")).toBe(true);
  keepHead("?module=aps&hideHead=1");
  keepHead("?tab=load");
  expect(isHeadHidden("?tab=load")).toBe(true);
  expect(isHeadHidden("?hideHead=0")).toBe(false);
  keepHead("?hideHead=0");
  expect(isHeadHidden("")).toBe(false);
});

test("ROUTE-21: whom a cloud provider's login page has brought sees its head, not ours", () => {
  keepHead("?code=C&state=S&cloudLogin=yes");
  expect(isHeadHidden("")).toBe(true);
  expect(isHeadHidden("?hideHead=0")).toBe(true);
  keepHead("?cloudLogin=no");
  expect(isHeadHidden("")).toBe(false);
});
