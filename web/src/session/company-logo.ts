import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";

export const headerLogo = 1;
export const startLogo = 3;

/** A logo of the company as a data URL. */
export interface CompanyLogo {
  logoType: number;
  validFlag: boolean;
  base64: string;
  /** Of this content. */
  id: string;
}

export const logosQuery = queryOptions({
  queryKey: ["company-logos"],
  queryFn: () => call<{ logos: CompanyLogo[] }>("GET", "upms/logo"),
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
