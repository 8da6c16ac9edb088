/** Which path shows which entity; everything else comes from its metadata. */
export const resourcePaths: Record<string, string> = {
  "/ems/machine": "machine",
  "/settings/section": "section",
  "/settings/group": "group",
  "/settings/shift": "shift",
  "/settings/calendar": "calendar",
  "/settings/process": "process",
  "/settings/customer": "customer",
  "/settings/supplier": "supplier",
  "/pm/mould": "mould",
  "/bom/part": "part",
  "/bom/batch": "batch",
  "/capp/operation": "operation",
  "/capp/outsource-order": "outsource-order",
};
