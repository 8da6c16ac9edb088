import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";

/** A token of the person for a program. */
export type Token = Schema<"IdentityTokenView">;

export const tokensQuery = queryOptions({
  queryKey: ["own-tokens"],
  queryFn: () => call("GET", "upms/user/token"),
});
