import { call } from "@/api/call";
import { placeGateway, type Place } from "@/api/gateway";
import { pushThrough } from "@/api/push-host";
import { currentLanguage } from "@/i18n/language";
import { session, type Module, type UserData } from "./session";

interface ModuleTree extends Place {
  wsConnectIp: string;
  userData: UserData;
  moduleData: Module[] | null;
  menuData: { permittedOperations: Record<string, boolean> | null };
}

/** Asks what the person may see and do, and keeps it in the session. */
export async function loadModuleTree() {
  const tree = await call<ModuleTree>("POST", "upms/user/getModuleTree.do", {
    body: {
      needMenu: 1,
      needHideMenu: 0,
      language: currentLanguage(),
      languageModules: "table,table_value,common,menu,system,aps",
      languageCacheTime: "",
    },
  });
  session.set({
    userData: tree.userData,
    tenantId: tree.userData.tenantId,
    modules: tree.moduleData ?? [],
    permitted: tree.menuData?.permittedOperations ?? {},
  });
  placeGateway(tree);
  pushThrough(tree.wsConnectIp ?? "");
}
