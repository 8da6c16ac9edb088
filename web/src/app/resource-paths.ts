const pages = {
  ems: "machine machine-attribute",
  settings:
    "factory server package agreement section group shift calendar " +
    "resource-exception wording title role-group login-log process " +
    "material processing-material electrode-gap part-type accuracy-grade " +
    "order-type customer supplier tolerance tolerance-option product-type " +
    "unit colour-standard surface-requirement pdm-file-type formula " +
    "skill-title alarm-rule part-number part-number-type part-number-rule " +
    "delivery-address currency exchange-rate cost-centre move-type " +
    "warehouse-shelf checkout-tool checkout-template",
  pm: "mould",
  bom: "part batch",
  capp: "operation eligible-machine outsource-order",
};

/** The pages that are nothing but the list of an entity, see entityAt; everything else comes from its metadata. */
export const resourcePaths = Object.entries(pages).flatMap(([module, names]) =>
  names.split(" ").map((name) => `/${module}/${name}`),
);
