import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Text } from "@/i18n/language";

/** What the personal centre shows of the person. */
export interface Profile {
  userId: string;
  userName: string;
  realName: string;
  phoneNum: string;
  email: string;
  headImg: string;
  language: string;
  tenantName: string;
  tenantType: number;
  factoryName: string;
  roles: string[];
  expireDate: string;
  /** Of the company's licence, "" without end. */
  companyExpireDate: string;
  companyOverdue: boolean;
  minPassword: number;
}

export const profileQuery = queryOptions({
  queryKey: ["own-profile"],
  queryFn: () => call<Profile>("GET", "upms/user/profile"),
});

export const saveProfile = (change: { email?: string; headImg?: string }) =>
  call<Profile>("POST", "upms/user/profile", { body: change });

/** A work app, and since when it is linked to the person's account. */
export interface WorkApp {
  key: string;
  name: Text;
  since: string | null;
}

export const linksQuery = queryOptions({
  queryKey: ["work-app-links"],
  queryFn: () => call<WorkApp[]>("GET", "sso/links"),
});

export { tokensQuery, type Token } from "@/features/sign-in/tokens";
