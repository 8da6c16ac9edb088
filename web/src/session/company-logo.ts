import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "@/api/call";

export const headerLogo = 1;
export const startLogo = 3;

/** A logo of the company as a data URL. */
export interface CompanyLogo {
  logoType: number;
  validFlag: boolean;
  base64: string;
}

export const logosQuery = queryOptions({
  queryKey: ["company-logos"],
  queryFn: () => call<{ logos: CompanyLogo[] }>("GET", "upms/logo"),
  staleTime: Infinity,
  // Without them ours stands there.
  meta: { quiet: true },
});

/** The address of the company's own logo of a kind; "" where ours is shown. */
export function useCompanyLogo(logoType: number) {
  const { data } = useQuery(logosQuery);
  return (
    data?.logos.find((one) => one.logoType === logoType && one.validFlag)
      ?.base64 ?? ""
  );
}
