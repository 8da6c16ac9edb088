import { call } from "@/api/call";
import { ApiFailure } from "@/api/reply";
import { accountLanguage } from "@/i18n/account-language";
import { currentLanguage } from "@/i18n/language";
import { loadModuleTree } from "@/session/module-tree";
import { session } from "@/session/session";
import { stored } from "@/session/stored";
import { select } from "./selection";
import { settle, tenancy, type Gateway, type TenantInfo } from "./tenancy";

export const connectCompanyPath = () =>
  `/account/?connectCompany=true&lang=${accountLanguage(currentLanguage())}`;

/**
 * What every way to sign in ends in: fetches the tenants, the servers and the
 * modules, and settles where the person works. Answers with the path to go to
 * instead of the one asked for, or null.
 */
export async function enter(pathname: string): Promise<string | null> {
  const [tenants, servers] = await Promise.all([
    call<TenantInfo[]>("POST", "upms/user/getGlobalUserOfTenantInfo.do"),
    call<Gateway[]>("POST", "upms/user/getGatewayServerList.do"),
    loadModuleTree(),
  ]);
  tenancy.set({ tenants, servers });
  const user = session.get().userData!;
  const selection = select({
    tenants,
    user,
    serverAppUuid: stored.text("serverAppUuid"),
  });
  switch (selection.kind) {
    case "choose":
      tenancy.set({ info: null, isChoosing: true });
      return null;
    case "account-centre":
      return pathname.startsWith("/account")
        ? null
        : `/account/?lang=${accountLanguage(currentLanguage())}`;
    case "enter": {
      const { tenant, gateway } = selection;
      const isElsewhere =
        gateway !== null &&
        (tenant.tenantId !== user.tenantId ||
          gateway.factoryId !== user.factoryId);
      if (!isElsewhere || (await goTo(gateway))) {
        settle(tenant, gateway);
        stored.forget("preLoginPath", "pathname", "search");
      }
      return null;
    }
  }
}

/** Moves the session to the gateway that was selected; where the server wants more, the person chooses. */
async function goTo({ serverAppUuid }: Gateway) {
  try {
    await call("POST", "upms/user/changeGateway.do", {
      body: { serverAppUuid },
    });
    await loadModuleTree();
    return true;
  } catch (failure) {
    const { code } =
      failure instanceof ApiFailure ? failure.reply : { code: 0 };
    if (code !== 800024 && code !== 11015) {
      throw failure;
    }
    tenancy.set({ info: null, isChoosing: true });
    return false;
  }
}
