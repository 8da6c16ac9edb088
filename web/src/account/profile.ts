import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";

/** What the personal centre shows of the person. */
export type Profile = Schema<"IdentityOwnProfile">;

export const profileQuery = queryOptions({
  queryKey: ["own-profile"],
  queryFn: () => call("GET", "upms/user/profile"),
});

export const saveProfile = (change: { email?: string; headImg?: string }) =>
  call("POST", "upms/user/profile", { body: change });

/** A work app, and since when it is linked to the person's account. */
export type WorkApp = Schema<"SsoLinkView">;

export const linksQuery = queryOptions({
  queryKey: ["work-app-links"],
  queryFn: () => call("GET", "sso/links"),
});

export { tokensQuery, type Token } from "@/features/sign-in/tokens";
