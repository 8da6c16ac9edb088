import type { Language } from "./language";

/** How the account centre, and other products, name a language in an address: cn, not zh. */
export const accountLanguage = (language: Language) =>
  language === "zh" ? "cn" : "en";
