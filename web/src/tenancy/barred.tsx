import { useEffect } from "react";
import { Navigate } from "react-router";
import { accountPath } from "./enter";
import { tenancy, type TenantInfo } from "./tenancy";

/** In place of a page of a company whose licence is over: leads to the personal centre and says why. */
export function Barred({ tenant }: { tenant: TenantInfo }) {
  useEffect(() => tenancy.set({ over: tenant }), [tenant]);
  return <Navigate to={accountPath()} replace />;
}
