import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";

export const headerLogo = 1;
export const startLogo = 3;

/** A logo of the company as a data URL. */
export type CompanyLogo = Schema<"LogoView">;

export const logosQuery = queryOptions({
  queryKey: ["company-logos"],
  queryFn: () => call("GET", "upms/logo"),
  staleTime: Infinity,
  // Without them ours stands there.
  meta: { quiet: true },
});

/** The company's own logo of a kind; undefined where ours is shown. */
export function useOwnLogo(logoType: number) {
  const { data } = useQuery(logosQuery);
  return data?.logos.find((one) => one.logoType === logoType && one.validFlag);
}

/** The address of the company's own logo of a kind; "" where ours is shown. */
export const useCompanyLogo = (logoType: number) =>
  useOwnLogo(logoType)?.base64 ?? "";
