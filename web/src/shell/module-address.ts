import type { Language } from "@/i18n/language";
import type { Module, UserData } from "@/session/session";
import { keepFirstCome } from "./kept";

/** Modules of partners that want to know the tenant and the language. */
const partners = new Set(["chain", "oms", "pro"]);
const aiRoute = "chat";

/** The chain module, then ours, then those of others with an address on the web. */
export function moduleTiles(modules: Module[]) {
  const shown = modules.filter(
    (module) =>
      module.opened &&
      (!isExternal(module) || /^https?:\/\//i.test(module.moduleUrl)),
  );
  const rank = (module: Module) =>
    module.moduleKey === "chain" ? 0 : isExternal(module) ? 2 : 1;
  return [...shown].sort((a, b) => rank(a) - rank(b));
}

export const isExternal = (module: Module) => module.kind === "external";

/** The address behind a tile. Placeholders such as {userId} are filled from the person's record. */
export function moduleAddress(
  module: Module,
  user: UserData | null,
  language: Language,
  now = Date.now(),
) {
  const address = module.moduleUrl
    .replace(/\{(\w+)\}/g, (mark, field: string) => {
      const value = (user as Record<string, unknown> | null)?.[field];
      return typeof value === "string" || typeof value === "number"
        ? encodeURIComponent(value)
        : mark;
    })
    .replace(/\/mf\/binding$/, "/mf/selectSection");
  if (!isExternal(module)) {
    return address;
  }
  const tenantId = user?.tenantId ?? "";
  if (module.moduleKey === "ai") {
    return `${address}#/${aiRoute}?tenantId=${encodeURIComponent(tenantId)}&_t=${now}`;
  }
  if (partners.has(module.moduleKey)) {
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
