import { call } from "@/api/call";
import { currentLanguage } from "@/i18n/language";
import { session, type Module, type UserData } from "./session";
import { stored } from "./stored";

interface ModuleTree {
  userData: UserData;
  moduleData: Module[] | null;
  menuData: { permittedOperations: Record<string, boolean> | null };
  serverAppUuid: string;
  languageData: { cacheTime: string; maps: Record<string, unknown> | null };
}

/** The answer holds no menus, or a ticket in a module's place: whoever asked has to sign in. */
export class NoMenus extends Error {
  override name = "NoMenus";
}

/** Asks what the person may see and do, and keeps it in the session. */
export async function loadModuleTree() {
  const tree = await call<ModuleTree>("POST", "upms/user/getModuleTree.do", {
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
  session.set({
    userData: tree.userData,
    tenantId: tree.userData.tenantId,
    modules: tree.moduleData,
    permitted: tree.menuData?.permittedOperations ?? {},
  });
}

/** No maps: those that are kept are current. */
function keepWording({ cacheTime, maps }: ModuleTree["languageData"]) {
  if (maps) {
    stored.keep("langJson", maps);
    stored.keepText("langCacheTime", cacheTime);
  }
}
