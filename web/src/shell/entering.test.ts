import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { baseModules, lacksBasePath } from "@/api/base-modules";
import { keepBasePaths } from "@/api/base-path";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { stored } from "@/session/stored";
import { enter as settlePlace } from "@/tenancy/enter";
import { tenancy } from "@/tenancy/tenancy";
import { looseServer } from "../../testing/fake-server";
import { tenantOf, treeAt } from "../../testing/places";
import { enter } from "./entering";
import { useLoginState } from "./login-state";

afterEach(() => {
  vi.unstubAllGlobals();
  keepBasePaths(null);
  exit();
  stored.forget("enterpriseRegistration");
  tenancy.clear();
});

test("SAPI-21, CALL-13, CALL-14, CONST-02: entering asks for anchor, menus, tenants, messages, logos, constants, gateways and base paths, once", async () => {
  const all = Object.fromEntries(baseModules.map((key) => [key, "/front"]));
  const sent = looseServer({
    "POST sys/basePath/getBasePathMap": () => ({ data: all }),
    "POST bms/sys/anchor/getCurrentAnchor": () => ({ data: {} }),
    "POST upms/userMenu/getUserMenuList": () => ({ data: [] }),
  });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  });
  await enter(client);
  const paths = sent.map(({ method, path }) => `${method} ${path}`).sort();
  expect(paths).toEqual([
    "GET upms/logo",
    "POST bms/msg/getUserMsgList.do",
    "POST bms/msg/getUserMsgNum.do",
    "POST bms/sys/anchor/getCurrentAnchor",
    "POST bms/sys/news/getPlatformNews.do",
    "POST sys/basePath/getBasePathMap",
    "POST sys/constant/getConstantValue",
    "POST sys/constant/getConstantValue",
    "POST sys/constant/getConstantValue",
    "POST upms/user/getGatewayServerList.do",
    "POST upms/user/getGlobalUserOfTenantInfo.do",
    "POST upms/userMenu/getUserMenuList",
  ]);
  const bodyOf = (path: string) =>
    sent.find((one) => one.path.endsWith(path))!.body;
  expect(bodyOf("getCurrentAnchor")).toEqual({ appId: 1 });
  expect(bodyOf("getBasePathMap")).toEqual({ moduleKeys: baseModules });
  expect(lacksBasePath()).toBe(false);
  sent.length = 0;
  await enter(client);
  expect(sent.map(({ path }) => path)).not.toContain(
    "sys/basePath/getBasePathMap",
  );
});

test("LOGIN-21, SSO-11: what the sign-in has brought is all there, each item from where it is kept", async () => {
  const constants: Record<string, string> = {
    SYSTEM_INTEGRATION_MODE: "1",
    CAS_SERVER_LOGIN_URL: "https://sso.example/authorize",
    WS_CONNECT_IP: "push.example",
  };
  const late = tenantOf("a", ["a1"], {
    overdueFlag: 1,
    expireTime: "2026-11-16 00:00:00",
    loginDelaySeconds: 10,
  });
  const message = { messageId: "m1", title: "Run done" };
  const news = { newsId: "n1", title: "Stocktaking" };
  const menu = { userMenuId: "f1", menuKey: "pm.mould" };
  looseServer({
    "POST upms/user/getGlobalUserOfTenantInfo.do": () => ({ data: [late] }),
    "POST upms/user/getGatewayServerList.do": () => ({
      data: late.gatewayList,
    }),
    "POST upms/user/getModuleTree.do": () => ({ data: treeAt("a", "a1") }),
    "POST sys/constant/getConstantValue": ({ body }) => ({
      data: { constantValue: constants[String(body.constantName)] },
    }),
    "POST bms/sys/anchor/getCurrentAnchor": () => ({
      data: { appId: 1, name: "Mouldworks", path: "/home" },
    }),
    "POST upms/userMenu/getUserMenuList": () => ({ data: [menu] }),
    "POST bms/sys/news/getPlatformNews.do": () => ({ data: [news] }),
    "POST bms/msg/getUserMsgList.do": () => ({
      data: { rows: [message], total: 1, unread: 1 },
    }),
    "POST bms/msg/getUserMsgNum.do": () => ({ data: { count: 7 } }),
  });
  session.set({ token: "t" });
  stored.keepText("enterpriseRegistration", "1");
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  });
  await settlePlace("/home");
  await enter(client);
  const { result: state } = renderHook(useLoginState, {
    wrapper: ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client }, children),
  });
  expect(state.current).toEqual({
    menuTree: treeAt("a", "a1").moduleData,
    userMenus: [menu],
    gatewayServers: late.gatewayList,
    expireTime: "2026-11-16",
    integrationMode: "1",
    signOnUrl: "https://sso.example/authorize",
    pushAddress: "push.example",
    news: [news],
    messages: [message],
    messageCount: 7,
    enterpriseRegistration: true,
    anchor: { appId: 1, name: "Mouldworks", path: "/home" },
    loginDelaySeconds: 10,
    outDate: true,
    countdown: 0,
  });
  // An overdue company that is about to be entered counts down.
  const target = { tenantId: "a", factoryId: "a1", serverAppUuid: "gw-a1" };
  act(() => tenancy.set({ info: null, delayed: { tenant: late, target } }));
  expect(state.current.countdown).toBe(10);
});
