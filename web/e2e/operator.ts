import type { Page } from "@playwright/test";
import { ask } from "./calls";
import type { Server } from "./server";
import { signIn, type Language } from "./visit";

/** Makes an operator of the cloud; what comes back signs them in, however often. */
export function createOperator(server: Server) {
  const phone = "13600000001";
  // Somebody else has made the first one: at the first sign-in another takes its place.
  const first = server.admin("create-operator", "--phone", phone);
  const own = "Chosen-7519";
  let isFirst = true;
  return async (page: Page, language: Language) => {
    await signIn(page, server, language, {
      phone,
      ...(isFirst ? { password: first, instead: own } : { password: own }),
    });
    isFirst = false;
  };
}

/** Who a company is opened for, and how it is entered. */
interface Company {
  code: string;
  realName: string;
  phoneNum: string;
  expireDate?: string;
  /** 1: a personal user, who has no factory. */
  tenantType?: 0 | 1;
  /** What an operator sets once the company is there. */
  entry?: { loginDelaySeconds: number } | { verifySwitch: boolean };
}

/** Opens a company with one factory, or a personal user, as the operator who is signed in; tells the first password of a new person. */
export async function openCompany(
  page: Page,
  server: Server,
  { code, entry, ...person }: Company,
) {
  const { tenantId, password } = await ask<{
    tenantId: string;
    password: string;
  }>(page, server, "POST", "platform/tenant/open", {
    code,
    name: `Company ${code}`,
    factoryName: person.tenantType === 1 ? "" : `Plant ${code}`,
    zone: "Asia/Shanghai",
    ...person,
  });
  if (entry) {
    await ask(page, server, "PATCH", `platform/tenant/${tenantId}`, {
      version: 1,
      ...entry,
    });
  }
  return password;
}
