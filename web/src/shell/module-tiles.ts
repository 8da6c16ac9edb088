import type { Module } from "@/session/session";
import { landingOf } from "./menu";
import { isExternal } from "./module-address";

/** The chain module, then ours that have a page for the person, then those of others with an address on the web. */
export function moduleTiles(modules: Module[]) {
  const leads = (module: Module) =>
    isExternal(module)
      ? /^https?:\/\//i.test(module.moduleUrl)
      : landingOf(module) !== undefined;
  const shown = modules.filter((module) => module.opened && leads(module));
  const rank = (module: Module) =>
    module.moduleKey === "chain" ? 0 : isExternal(module) ? 2 : 1;
  return [...shown].sort((a, b) => rank(a) - rank(b));
}
