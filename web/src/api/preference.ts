import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";

/** Something that the user has arranged, kept by the server so that it follows them; null = never. */
export function preferenceQuery<Value>(key: string) {
  return queryOptions({
    queryKey: ["preference", key],
    queryFn: async () => {
      const kept = await call("GET", "upms/preference/{key}", {
        query: { key },
      });
      // The server keeps whatever it is given: what that was, its screen knows.
      return kept.value as Value | null;
    },
    staleTime: Infinity,
    // Arranging a table is never worth an error message.
    meta: { quiet: true },
    retry: false,
  });
}

export function keepPreference(key: string, value: unknown) {
  return call("PUT", "upms/preference/{key}", {
    query: { key },
    body: { value },
  });
}
