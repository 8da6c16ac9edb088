import type { Schema } from "@/api/contract";
import { create } from "zustand";
import { stored } from "@/session/stored";

/** One server of the list: a factory's gateway, or the factory itself where it works in the cloud alone. */
export type Gateway = Schema<"TenancyGateway">;

export type TenantInfo = Schema<"IdentityTenantInfo">;

/** Where the person wants to go. */
export interface Target {
  tenantId: string;
  factoryId: string;
  serverAppUuid: string;
}

/** The place in a tenant that is meant; one without a factory has no gateway. */
export const targetAt = (
  { tenantId }: TenantInfo,
  gateway: Gateway | null,
): Target => ({
  tenantId,
  factoryId: gateway?.factoryId ?? "",
  serverAppUuid: gateway?.serverAppUuid ?? "",
});

const personal = 1;

export const isPersonal = (place: { tenantType: number }) =>
  place.tenantType === personal;

/** A factory in the cloud alone: nothing stands there that could be unreachable. */
export const isVirtual = (gateway: Gateway) =>
  gateway.serverAppUuid === gateway.factoryId;

/** The gateway of the place where the person works; none where that has no factory. */
export const gatewayAt = (info: TenantInfo | null, servers: Gateway[]) =>
  servers.find(
    (one) =>
      one.tenantId === info?.tenantId && one.factoryId === info.factoryId,
  );

interface Tenancy {
  tenants: TenantInfo[];
  servers: Gateway[];
  /** The tenant and factory where the person works; null until that is settled. */
  info: TenantInfo | null;
  isChoosing: boolean;
  isSwitching: boolean;
  /** An expired licence lets in after a delay. */
  delayed: { tenant: TenantInfo; target: Target } | null;
  /** The only company of the person, whose licence is over: no page of it opens. */
  barred: TenantInfo | null;
  /** The same, while the person is told of it. */
  over: TenantInfo | null;
  /** The code that a switch, or a personal user's place, waits for; it goes to this phone. */
  code:
    | ({ phone: string } & ({ target: Target } | { personal: TenantInfo }))
    | null;
}

const nothing: Tenancy = {
  tenants: [],
  servers: [],
  info: null,
  isChoosing: false,
  isSwitching: false,
  delayed: null,
  barred: null,
  over: null,
  code: null,
};

/** What is known of the person's tenants while the page stands. */
export const useTenancy = create<Tenancy>(() => nothing);

export const tenancy = {
  get: useTenancy.getState,
  set: (change: Partial<Tenancy>) => useTenancy.setState(change),
  clear: () => useTenancy.setState(nothing),
};

/** The tenant as it is seen at one of its gateways; of a date string only the date counts. */
export function infoAt(tenant: TenantInfo, gateway: Gateway | null) {
  const expireTime = tenant.expireTime.slice(0, 10);
  return gateway
    ? {
        ...tenant,
        expireTime,
        factoryId: gateway.factoryId,
        factoryName: gateway.factoryName,
        gatewayState: gateway.gatewayState,
      }
    : { ...tenant, expireTime };
}

/** Settles where the person works, and keeps the server for the next start. */
export function settle(tenant: TenantInfo, gateway: Gateway | null) {
  tenancy.set({ info: infoAt(tenant, gateway), barred: null });
  if (gateway) {
    stored.keepText("serverAppUuid", gateway.serverAppUuid);
    stored.keepText("gatewayState", String(gateway.gatewayState));
  }
}
