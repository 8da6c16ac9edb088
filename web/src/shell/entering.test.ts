import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { forgetBasePaths, lacksBasePath } from "@/api/base-path";
import { fakeServer } from "../../testing/fake-server";
import { enter } from "./entering";

afterEach(() => {
  vi.unstubAllGlobals();
  forgetBasePaths();
});

test("SAPI-21, CALL-13, CALL-14, CONST-02: entering asks for anchor, menus, tenants, messages, logos, constants, gateways and base paths, once", async () => {
  const { baseModules } = await import("@/api/base-path");
  const all = Object.fromEntries(baseModules.map((key) => [key, "/front"]));
  const sent = fakeServer({
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
    "POST bms/msg/getUserMsgNum.do",
    "POST bms/sys/anchor/getCurrentAnchor",
    "POST sys/basePath/getBasePathMap",
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
