import { queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "@/api/call";

/** A record in which the text occurs. */
export interface Hit {
  entity: string;
  /** Of the entity, for people. */
  label: string;
  id: string;
  title: string;
}

/** Records of every kind that the person may see; nothing is asked for an empty text. */
export function recordsQuery(text: string) {
  const q = text.trim();
  return queryOptions({
    queryKey: ["records", q],
    queryFn: q
      ? async ({ signal }) => {
          const { hits } = await call<{ hits: Hit[] }>(
            "POST",
            "bms/sys/search",
            { body: { q }, signal },
          );
          return hits;
        }
      : skipToken,
    staleTime: 10_000,
    meta: { quiet: true },
  });
}
