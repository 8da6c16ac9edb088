import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";

const mobileSiteQuery = queryOptions({
  queryKey: ["mobile-site"],
  queryFn: () => call("GET", "upms/mobile-site"),
  staleTime: Infinity,
  // Without it phones come by the address of this page.
  meta: { quiet: true },
});

/** Where phones enter the product: at the company's mobile-office site, or by the address of this page. */
export function useMobileSite() {
  const { data } = useQuery(mobileSiteQuery);
  return data?.address || location.origin;
}
