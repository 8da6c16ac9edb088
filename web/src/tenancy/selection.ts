import { isPersonal, type Gateway, type TenantInfo } from "./tenancy";

/** What is known when somebody has signed in, whichever way. */
export interface Situation {
  tenants: TenantInfo[];
  /** Where the session works now. */
  user: { tenantId: string; factoryId: string };
  /** The server that this browser kept from the last time; empty: none. */
  serverAppUuid: string;
}

export type Selection =
  /** Go on working there; without a gateway the tenant has no factory to choose. */
  | { kind: "enter"; tenant: TenantInfo; gateway: Gateway | null }
  /** The licence is over: only the account centre is left. */
  | { kind: "account-centre"; tenant: TenantInfo }
  /** The person has to choose. */
  | { kind: "choose" };

/**
 * Every branch between signing in and working: one enterprise with one gateway
 * is entered by itself; of several gateways the one that was kept, or that of
 * the session's factory, or the company without one where it works already; where
 * none tells, or its licence is over, the person chooses. A personal tenant has no gateway: it is entered beside several
 * companies only by whose session is there already.
 */
export function select({ tenants, user, serverAppUuid }: Situation): Selection {
  const companies = tenants.filter((tenant) => !isPersonal(tenant));
  const [company] = companies;
  if (!company) {
    const own = tenants.find(({ tenantId }) => tenantId === user.tenantId);
    const tenant = own ?? tenants[0];
    return tenant
      ? { kind: "enter", tenant, gateway: null }
      : { kind: "choose" };
  }

  const places = companies.flatMap((tenant) =>
    tenant.gatewayList.map((gateway) => ({ tenant, gateway })),
  );
  if (companies.length === 1 && places.length <= 1) {
    // Also for a session that has no factory yet, or works in a personal tenant.
    return company.allowLoginFlag === 0 && company.overdueFlag === 1
      ? { kind: "account-centre", tenant: company }
      : {
          kind: "enter",
          tenant: company,
          gateway: places[0]?.gateway ?? null,
        };
  }

  const chosen =
    places.find(({ gateway }) => gateway.serverAppUuid === serverAppUuid) ??
    places.find(
      ({ tenant, gateway }) =>
        user.factoryId !== "" &&
        tenant.tenantId === user.tenantId &&
        gateway.factoryId === user.factoryId,
    );
  if (!chosen) {
    // Who began in their own place is asked for no factory: they have said where they work.
    const own = tenants.find(
      (tenant) => isPersonal(tenant) && tenant.tenantId === user.tenantId,
    );
    if (own) {
      return { kind: "enter", tenant: own, gateway: null };
    }
    const here = companies.find(
      ({ tenantId, gatewayList }) =>
        tenantId === user.tenantId && gatewayList.length === 0,
    );
    return here && here.allowLoginFlag !== 0
      ? { kind: "enter", tenant: here, gateway: null }
      : { kind: "choose" };
  }
  if (chosen.gateway.allowLoginFlag === 0) {
    return { kind: "choose" };
  }
  return { kind: "enter", ...chosen };
}
