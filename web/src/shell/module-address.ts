import type { Language } from "@/i18n/language";
import type { Module, UserData } from "@/session/session";
import { keepFirstCome } from "./kept";

/** Modules of partners that want to know the tenant and the language. */
const partners = new Set(["chain", "oms", "pro"]);
const aiRoute = "chat";

export const isExternal = (module: Module) => module.kind === "external";

/** The address behind a tile. */
export function moduleAddress(
  module: Module,
  user: UserData | null,
  language: Language,
  now = Date.now(),
) {
  const { moduleKey, moduleUrl } = module;
  return isExternal(module)
    ? foreignAddress(moduleKey, moduleUrl, user, language, now)
    : filled(moduleUrl, user);
}

/** Placeholders such as {userId} are filled from the person's record. */
const filled = (address: string, user: UserData | null) =>
  address
    .replace(/\{(\w+)\}/g, (mark, field: string) => {
      const value = (user as Record<string, unknown> | null)?.[field];
      return typeof value === "string" || typeof value === "number"
        ? encodeURIComponent(value)
        : mark;
    })
    .replace(/\/mf\/binding$/, "/mf/selectSection");

/** Where somebody else's module is entered, with what it wants to be told. */
export function foreignAddress(
  moduleKey: string,
  moduleUrl: string,
  user: UserData | null,
  language: Language,
  now = Date.now(),
) {
  const address = filled(moduleUrl, user);
  const tenantId = user?.tenantId ?? "";
  if (moduleKey === "ai") {
    return `${address}#/${aiRoute}?tenantId=${encodeURIComponent(tenantId)}&_t=${now}`;
  }
  if (partners.has(moduleKey) && URL.canParse(address)) {
    const url = new URL(address);
    url.searchParams.set("tenantId", tenantId);
    url.searchParams.set("lang", language);
    return url.href;
  }
  return address;
}

/** Two modules greet whoever comes for the first time. */
export function noteFirstCome(moduleKey: string) {
  if (moduleKey === "es" || moduleKey === "finance") {
    keepFirstCome();
  }
}

/** Where the logo leads: the saved domain without # and login, or the entrance. */
export function logoAddress(domain: string, language: Language) {
  if (!domain) {
    return "/";
  }
  const bare = domain
    .replace("#", "")
    .replace(/login\/?$/, "")
    .replace(/\/+$/, "/");
  return `${bare}?lang=${language}`;
}
