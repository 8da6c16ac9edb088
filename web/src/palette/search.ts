import { queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";

/** A record in which the text occurs. */
export type Hit = Schema<"ResourceHit">;

/** Records of every kind that the person may see; nothing is asked for an empty text. */
export function recordsQuery(text: string) {
  const q = text.trim();
  return queryOptions({
    queryKey: ["records", q],
    queryFn: q
      ? async ({ signal }) => {
          const { hits } = await call("POST", "bms/sys/search", {
            body: { q },
            signal,
          });
          return hits;
        }
      : skipToken,
    staleTime: 10_000,
    meta: { quiet: true },
  });
}
