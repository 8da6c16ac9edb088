import { call } from "@/api/call";
import type { Text } from "@/i18n/language";

export interface Ways {
  /** Another company's provider signs people in. */
  external: boolean;
  connectors: { key: string; name: Text }[];
}

/** How people can sign in here. */
export const waysIn = () => call<Ways>("GET", "sso/ways");
