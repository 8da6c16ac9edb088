import { call } from "@/api/call";
import { ApiFailure } from "@/api/reply";
import { accountLanguage } from "@/i18n/account-language";
import { currentLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { wantsCode } from "./switch-tenant";
import { tenancy, type TenantInfo } from "./tenancy";

/** Id under which the address of a personal user's modules is told. */
const allModules = 70;

/**
 * Has the server remember a personal user's place, and opens their modules
 * beside this page; in it where the browser opens no window. False: a code is
 * wanted of the person first, and nothing has opened.
 */
export async function openPersonal(tenant: TenantInfo, phoneCode?: string) {
  // Before the calls: a window that opens later is blocked by browsers.
  const tab = window.open("", "_blank");
  if (tab) {
    tab.opener = null;
  }
  const { tenantId, factoryId } = tenant;
  try {
    await call("POST", "upms/user/rememberLastTenant.do", {
      body: { tenantId, factoryId, ...(phoneCode && { phoneCode }) },
    });
    if (phoneCode) {
      session.set({ smsVerified: true });
    }
    (tab ?? window).location.href = await address();
  } catch (failure) {
    tab?.close();
    const code = failure instanceof ApiFailure && wantsCode(failure.reply);
    if (!code) {
      throw failure;
    }
    tenancy.set({ code: { ...code, personal: tenant } });
    return false;
  }
  const worksSomewhere = tenancy.get().info !== null;
  tenancy.set({ code: null, ...(worksSomewhere && { isChoosing: false }) });
  return true;
}

async function address() {
  const list = await call("POST", "bms/module/getConfigModuleAll.do");
  const url = list.find(({ moduleId }) => moduleId === allModules)?.moduleUrl;
  const address = new URL(url ?? "/", location.origin);
  const isWeb =
    address.protocol === "https:" || address.origin === location.origin;
  if (!isWeb) {
    throw new Error(`module ${allModules}: ${address.protocol} is no address`);
  }
  address.searchParams.set("lang", accountLanguage(currentLanguage()));
  return address.href;
}
