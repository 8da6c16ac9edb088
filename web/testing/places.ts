import type { Gateway, TenantInfo } from "@/tenancy/tenancy";
import type { MenuItem, Module, UserData } from "@/session/session";

/** Tenants, gateways and people for tests. */
export function gatewayOf(
  tenantId: string,
  factoryId: string,
  change: Partial<Gateway> = {},
): Gateway {
  return {
    serverAppUuid: `gw-${factoryId}`,
    factoryId,
    factoryName: `Factory ${factoryId}`,
    tenantId,
    tenantName: `Company ${tenantId}`,
    tenantType: 0,
    allowLoginFlag: 1,
    gatewayState: 1,
    innerIp: "",
    outerIp: "",
    httpPort: null,
    httpsPort: null,
    httpOuterPort: null,
    httpsOuterPort: null,
    live: true,
    publicKey: "",
    ...change,
  };
}

export function tenantOf(
  tenantId: string,
  factories: string[],
  change: Partial<TenantInfo> = {},
): TenantInfo {
  const allowLoginFlag = change.allowLoginFlag ?? 1;
  return {
    tenantId,
    tenantName: `Company ${tenantId}`,
    tenantType: 0,
    factoryId: "",
    factoryName: "",
    gatewayState: 1,
    allowLoginFlag,
    overdueFlag: 0,
    expireTime: "",
    expireRemainDays: null,
    maxOverdueDays: 15,
    loginDelaySeconds: 0,
    gatewayList: factories.map((id) =>
      gatewayOf(tenantId, id, { allowLoginFlag }),
    ),
    realName: "Chen Jing",
    ...change,
  };
}

export function userAt(tenantId: string, factoryId: string): UserData {
  return {
    userId: "u1",
    userName: "chen",
    realName: "Chen Jing",
    tenantId,
    tenantName: `Company ${tenantId}`,
    factoryId,
    factoryName: factoryId && `Factory ${factoryId}`,
    factoryZone: "Asia/Shanghai",
    headImg: "",
    language: "en",
    pageSize: 50,
    guest: "",
    workplaceLogin: false,
    viewer: "",
    viewUntil: null,
  };
}

/** A module as the server grants it. */
export const moduleOf = (change: Partial<Module>): Module => ({
  moduleId: 1,
  moduleKey: "aps",
  moduleName: "Planning",
  moduleUrl: "",
  iconName: "aps",
  kind: "internal",
  opened: true,
  name: "",
  fname: "",
  menuKey: "",
  treeKey: "",
  menuChildren: [],
  ...change,
});

/** An entry of its menu. */
export const menuItemOf = (change: Partial<MenuItem>): MenuItem => ({
  menuName: "",
  menuUrl: "",
  menuKey: "",
  httpMenuKey: "",
  routerUrl: "",
  moduleKey: "aps",
  treeKey: "",
  need: "",
  display: 1,
  iconName: "",
  newWindowFlag: 0,
  externalUrlFlag: 0,
  optChildren: {},
  children: [],
  ...change,
});

/** What getModuleTree.do answers for somebody at a place. */
export function treeAt(tenantId: string, factoryId: string) {
  return {
    userData: userAt(tenantId, factoryId),
    moduleData: [
      moduleOf({
        moduleUrl: "/aps/medium",
        menuChildren: [
          menuItemOf({
            menuName: "Schedules",
            menuUrl: "/aps/schedule",
            menuKey: "aps.schedule",
            moduleKey: "aps",
            treeKey: "aps.schedule",
            iconName: "aps",
            optChildren: { "aps.schedule": ["check", "run"] },
          }),
        ],
      }),
    ],
    menuData: { permittedOperations: { "aps.schedule.run": true } },
    serverAppUuid: `gw-${factoryId}`,
    mdbId: "public-1",
    languageData: { cacheTime: "2026-11-21T00:00:00Z", maps: null },
  };
}
