import { knownBase } from "./base-path";

/** The modules whose base paths are asked for and kept. */
export const baseModules = (
  "asm aps bom buy cam cad capp cell common cost crm dfm dlv ems form " +
  "linknode tooling outsource pm qa reports oee system tools tr whms " +
  "aftersale es finance"
).split(" ");

/** Whether some module has no base path yet: then the map is asked for. */
export const lacksBasePath = () =>
  baseModules.some((module) => knownBase(module) === undefined);
