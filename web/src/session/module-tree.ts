import { unopenedModule } from "@/api/address";
import { call } from "@/api/call";
import { placeGateway } from "@/api/gateway";
import { pushThrough } from "@/api/push-host";
import { currentLanguage } from "@/i18n/language";
import { session, type Module } from "./session";
import { stored } from "./stored";
import { keepWording } from "./wording";

/** The answer holds no menus, or a ticket in a module's place: whoever asked has to sign in. */
export class NoMenus extends Error {
  override name = "NoMenus";
}

/** Asks what the person may see and do, and keeps it in the session. */
export async function loadModuleTree() {
  const tree = await call("POST", "upms/user/getModuleTree.do", {
    body: {
      needMenu: 1,
      needHideMenu: 0,
      language: currentLanguage(),
      languageModules: "table,table_value,common,menu,system,aps",
      languageCacheTime: stored.text("langCacheTime"),
    },
  });
  const isTicket = tree.moduleData?.some(({ moduleKey }) =>
    moduleKey.includes("_ticket"),
  );
  if (!tree.moduleData || isTicket) {
    throw new NoMenus();
  }
  keepWording(tree.languageData);
  const isKept = session.isKept();
  session.set({
    accountId: tree.userData.userId,
    userData: tree.userData,
    tenantId: tree.userData.tenantId,
    modules: tree.moduleData,
    permitted: permittedIn(
      tree.moduleData,
      tree.menuData?.permittedOperations ?? {},
    ),
    mdbId: tree.mdbId,
  });
  placeGateway(tree);
  pushThrough(tree.wsConnectIp ?? "");
  if (!isKept) {
    return; // Another tab has signed in meanwhile: the menus that the browser keeps are not ours.
  }
  stored.keepText("workplaceLogin", tree.userData.workplaceLogin ? "1" : "");
  stored.keep("menuData", tree.menuData);
  keepMenus(tree.moduleData);
}

/** What the person's roles permit, but for modules that the company has not opened: no screen offers what no call serves. */
function permittedIn(modules: Module[], granted: Record<string, boolean>) {
  return Object.fromEntries(
    Object.entries(granted).filter(
      ([operation]) => !unopenedModule(operation.replace(".", "/"), modules),
    ),
  );
}

/** Modules, their menus and what may be done on each page, as of the last load. */
function keepMenus(modules: Module[]) {
  stored.keep(
    "moduleData",
    modules.map((module) => ({ ...module, menuChildren: [] })),
  );
  stored.keep(
    "menuJson",
    Object.fromEntries(
      modules.map((module) => [module.moduleKey, module.menuChildren ?? []]),
    ),
  );
  const operations: Record<string, string[]> = {};
  const open = modules.flatMap((module) => module.menuChildren ?? []);
  for (let item = open.pop(); item; item = open.pop()) {
    Object.assign(operations, item.optChildren);
    open.push(...(item.children ?? []));
  }
  stored.keep("menuOptData", operations);
}

/** The menus that a session cannot be without, read again from the browser. */
export function hasCachedMenus() {
  const menus = stored.value<Record<string, unknown>>("menuJson");
  return menus !== null && Object.keys(menus).length > 0;
}
