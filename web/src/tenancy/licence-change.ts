import { call } from "@/api/call";
import { loadModuleTree } from "@/session/module-tree";
import { infoAt, tenancy } from "./tenancy";

/**
 * The operator has changed the licence or the modules of the company: reads the
 * menus and the licence again, without moving the person. What cannot be read
 * now is read at the next start.
 */
export async function readLicenceAgain() {
  const [tenants] = await Promise.all([
    call("POST", "upms/user/getGlobalUserOfTenantInfo.do"),
    loadModuleTree(),
  ]);
  const { info } = tenancy.get();
  const tenant = tenants.find(({ tenantId }) => tenantId === info?.tenantId);
  if (!info || !tenant) {
    tenancy.set({ tenants });
    return;
  }
  const { factoryId, factoryName, gatewayState } = info;
  tenancy.set({
    tenants,
    info: { ...infoAt(tenant, null), factoryId, factoryName, gatewayState },
  });
}
