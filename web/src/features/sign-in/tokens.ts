import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";

/** A token of the person for a program. */
export interface Token {
  id: string;
  name: string;
  scopes: string[];
  factoryName: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** To the minute; null: never. */
  usedAt: string | null;
}

export const tokensQuery = queryOptions({
  queryKey: ["own-tokens"],
  queryFn: () =>
    call<{
      tokens: Token[];
      /** In every company of the person. */
      alive: number;
    }>("GET", "upms/user/token"),
});
