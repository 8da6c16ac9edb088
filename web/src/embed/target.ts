import type { Module } from "@/session/session";

/** What an address of /main, /open or iframePage leads to. */
export type Target =
  | { kind: "route"; path: string }
  | { kind: "frame"; src: string; origin: string }
  | { kind: "closed"; module: Module }
  | { kind: "refused" };

export interface Known {
  modules: Module[];
  /** Where a module's routes stand: settings for system, comm for common. */
  prefixOf: (moduleKey: string) => string;
  /** Where somebody else's module is entered. */
  addressOf: (module: Module) => string;
  /** Whose pages the server allows in a frame. */
  origins: string[];
  /** Our own. */
  origin: string;
}

const refused: Target = { kind: "refused" };

/** Pages that would show a page that shows a page, or end the session. */
const notTargets = ["main", "open", "login", "loginMedium", "front", "account"];

/**
 * A path of our own: one slash in front, so that no other host is meant; no
 * backslash, which browsers read as a slash; no control character, which they
 * leave out.
 */
function isPath(path: string) {
  return (
    path.startsWith("/") &&
    !path.startsWith("//") &&
    !/[\\\u0000-\u001f\u007f]/.test(path)
  );
}

/**
 * What {module, domain, targetUrl} names. Our own modules are routes, never
 * frames; another host is shown when the server allows it, by https. The text
 * of the address itself never becomes the source of a frame.
 */
export function targetOf(search: string, known: Known): Target {
  const asked = new URLSearchParams(search);
  const path = asked.get("targetUrl") ?? "";
  const host = asked.get("domain") ?? "";
  if (
    host !== "" &&
    host !== new URL(known.origin).host &&
    host !== known.origin
  ) {
    return isPath(path || "/") ? elsewhere(host, path || "/", known) : refused;
  }
  return ownTarget(asked.get("module") ?? "", path, known);
}

function ownTarget(name: string, asked: string, known: Known): Target {
  const { modules, prefixOf } = known;
  const module = modules.find(
    (one) => one.moduleKey === name || prefixOf(one.moduleKey) === name,
  );
  if (name !== "" && !module) {
    return refused;
  }
  if (module?.kind === "external" && module.opened && asked === "") {
    return frameOf(known.addressOf(module), known);
  }
  const path = asked || (module ? `/${prefixOf(module.moduleKey)}/medium` : "");
  if (!isPath(path) || notTargets.includes(path.split(/[/?#]/)[1]!)) {
    return refused;
  }
  return module && !module.opened
    ? { kind: "closed", module }
    : { kind: "route", path };
}

function elsewhere(host: string, path: string, known: Known): Target {
  const address = /^https?:\/\//i.test(host) ? host : `https://${host}`;
  return URL.canParse(address) && isBare(new URL(address))
    ? frameOf(new URL(path, address).href, known)
    : refused;
}

const isBare = (url: URL) =>
  url.pathname === "/" && !url.search && !url.hash && !url.username;

/** A menu entry's own address, which may be shown when its origin is allowed. */
export function frameOf(src: string, known: Known): Target {
  if (!URL.canParse(src)) {
    return refused;
  }
  const url = new URL(src);
  if (url.origin === known.origin) {
    // A frame of ours that runs scripts could take its own sandbox off.
    return ownTarget("", url.pathname + url.search + url.hash, known);
  }
  const isAllowed =
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    known.origins.includes(url.origin);
  return isAllowed
    ? { kind: "frame", src: url.href, origin: url.origin }
    : refused;
}
