import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { askAgain } from "@/api/ask-again";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import type { Token } from "./tokens";

/** A live session, of somebody in the company or one's own. */
export type Session = Schema<"IdentityOnlineUser">;

/** Whoever was seen within this time is at work. */
const activeMs = 5 * 60_000;

export const isActive = ({ seenAt }: Session, now: number) =>
  now - Date.parse(seenAt) < activeMs;

/** Asked again while somebody looks: people come and go. */
const everyMs = 30_000;

export const onlineQuery = (q: string) =>
  queryOptions({
    queryKey: ["online-users", q],
    queryFn: ({ signal }) =>
      call("GET", "upms/online-user", {
        query: { q, size: 500 },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => askAgain(state.error, everyMs),
  });

export const ownQuery = queryOptions({
  queryKey: ["own-sessions"],
  queryFn: ({ signal }) => call("GET", "upms/user/session", { signal }),
});

export const kick = (which: { ids: string[]; endTokens: boolean }) =>
  call("POST", "upms/online-user/kick", { body: which });

export const endOwn = (
  which: { ids: string[] } | { others: true; endTokens: boolean },
) => call("POST", "upms/user/session/end", { body: which });

/** An API token of somebody in the company. */
export type CompanyToken = Schema<"IdentityCompanyToken">;

export const isAlive = (token: Token, now: number) =>
  token.revokedAt === null && Date.parse(token.expiresAt) > now;

export const companyTokensQuery = (q: string) =>
  queryOptions({
    queryKey: ["company-tokens", q],
    queryFn: ({ signal }) =>
      call("GET", "upms/online-user/token", {
        query: { q, size: 500 },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const endCompanyTokens = (ids: string[]) =>
  call("POST", "upms/online-user/token/end", { body: { ids } });
