import { call } from "@/api/call";
import type { Schema } from "@/api/contract";

export type Ways = Schema<"SsoWaysReply">;

/** How people can sign in here. */
export const waysIn = () => call("GET", "sso/ways");
