import { call } from "@/api/call";
import { ApiFailure, textsOf } from "@/api/reply";
import { accountLanguage } from "@/i18n/account-language";
import { currentLanguage } from "@/i18n/language";
import { keepEnded } from "@/session/ended";
import { loadModuleTree } from "@/session/module-tree";
import { session } from "@/session/session";
import { stored } from "@/session/stored";
import { wantsNewDocument } from "./gateway-policy";
import { isDelayed } from "./licence";
import { select } from "./selection";
import { wantsCode } from "./switch-tenant";
import { settle, targetAt, tenancy, type Target } from "./tenancy";

/** The personal centre, in the language of the page. */
export const accountPath = () =>
  `/account/?lang=${accountLanguage(currentLanguage())}`;

export const connectCompanyPath = () =>
  `/account/?connectCompany=true&lang=${accountLanguage(currentLanguage())}`;

/**
 * What every way to sign in ends in: fetches the tenants, the servers and the
 * modules, and settles where the person works. Answers with the path to go to
 * instead of the one asked for, or null.
 */
export async function enter(pathname: string): Promise<string | null> {
  const [tenants, servers] = await Promise.all([
    call("POST", "upms/user/getGlobalUserOfTenantInfo.do"),
    call("POST", "upms/user/getGatewayServerList.do"),
    loadModuleTree(),
    keepDomain(),
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
      tenancy.set({ barred: selection.tenant });
      if (pathname.startsWith("/account")) {
        return null;
      }
      tenancy.set({ over: selection.tenant });
      return accountPath();
    case "enter": {
      const { tenant, gateway } = selection;
      const target = targetAt(tenant, gateway);
      const isElsewhere =
        tenant.tenantId !== user.tenantId ||
        (gateway !== null && gateway.factoryId !== user.factoryId);
      if (isElsewhere && isDelayed(tenant)) {
        // Whoever comes late waits, also where nobody was asked.
        tenancy.set({ info: null, delayed: { tenant, target } });
        return null;
      }
      if (!isElsewhere || (await goTo(target))) {
        settle(tenant, gateway);
        stored.forget("preLoginPath", "pathname", "search");
      }
      return null;
    }
  }
}

/**
 * Who is no longer a member where their session works goes on in another of
 * their companies, and chooses among several. Where there is none, what the
 * server said of it stands: only signing out is left.
 */
export async function enterElsewhere(pathname: string, failure: unknown) {
  const code = failure instanceof ApiFailure ? failure.reply.code : 0;
  if (code !== 11015) {
    throw failure;
  }
  const fresh = await call("POST", "getTokenService").catch(
    (refusal: unknown) => {
      if (
        refusal instanceof ApiFailure &&
        [401, 11009].includes(refusal.reply.code)
      ) {
        // The sign-in has ended with the membership: a new one leads to what is left to them, and says why.
        keepEnded(textsOf((failure as ApiFailure).reply));
        throw refusal;
      }
      return null;
    },
  );
  if (!fresh?.token) {
    throw failure;
  }
  stored.forget("serverAppUuid", "preLoginPath", "pathname", "search");
  session.set({
    token: fresh.token,
    longToken: fresh.longToken ?? session.get().longToken,
    userData: null,
  });
  const instead = await enter(pathname);
  if (tenancy.get().tenants.length > 1) {
    tenancy.set({ isChoosing: true });
  }
  return instead;
}

/** The company's own address, where it has one: there its logo leads. Without an answer the last one stands. */
async function keepDomain() {
  try {
    const { loginDomain } = await call(
      "POST",
      "sys/loginDomain/getLoginDomain",
    );
    stored.keepText("currentDomain", loginDomain);
  } catch {
    // A logo is not worth a page that does not open.
  }
}

/** Whether this document reaches the gateways of the person's factories, or another one is needed first. */
export const mayCallGateways = () => !wantsNewDocument(tenancy.get().servers);

/** Moves the session to the place that was selected; where the server wants more, the person chooses. */
async function goTo(target: Target) {
  const { tenantId, serverAppUuid } = target;
  try {
    // A company without a factory has no gateway to be named by.
    await (serverAppUuid
      ? call("POST", "upms/user/changeGateway.do", { body: { serverAppUuid } })
      : call("POST", "switchTenant", { body: { tenantId } }));
    await loadModuleTree();
    return true;
  } catch (failure) {
    const { code } =
      failure instanceof ApiFailure ? failure.reply : { code: 0 };
    if (code !== 800024 && code !== 11015) {
      throw failure;
    }
    const wanted = failure instanceof ApiFailure && wantsCode(failure.reply);
    tenancy.set({
      info: null,
      ...(wanted ? { code: { ...wanted, target } } : { isChoosing: true }),
    });
    return false;
  }
}
