import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";

/** The version of the product that the server runs. */
export const versionQuery = queryOptions({
  queryKey: ["version"],
  queryFn: async () =>
    (await call("POST", "bms/appVersion/getCurAppVersion.do", { body: {} }))
      .versionNo,
  staleTime: Infinity,
  meta: { quiet: true },
});
