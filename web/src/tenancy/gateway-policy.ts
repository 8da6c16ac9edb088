import { isVirtual, type Gateway } from "./tenancy";

/** What index.html has where no server has written: then nothing is forbidden. */
const unwritten = "__GATEWAYS__";

/** The origins beside ours that this document may call, as its server says. */
function allowed() {
  const tag = document.querySelector<HTMLMetaElement>("meta[name=gateways]");
  const text = tag?.content ?? unwritten;
  return text === unwritten ? null : text.split(" ");
}

/** May this document call it? What its policy forbids says nothing about who would answer. */
export const mayCall = (origin: string) => allowed()?.includes(origin) ?? true;

/** Where a gateway is reached by https: inside the factory, outside of it. */
export interface Address {
  ip: string;
  port: number | null;
}

export const originOf = ({ ip, port }: Address) => `https://${ip}:${port}`;

/** The two addresses of a gateway, inside before outside. */
export const addressesOf = (gateway: Gateway): [Address, Address] => [
  { ip: gateway.innerIp, port: gateway.httpsPort },
  { ip: gateway.outerIp, port: gateway.httpsOuterPort },
];

export const isAddress = ({ ip, port }: Address) =>
  /^[\w.-]+$/.test(ip) && port !== null && port > 0;

/** So many places are named; the policy of a page is one line. */
const mostNamed = 40;
const year = 365 * 24 * 60 * 60;

/** For what a new document was asked already, in this tab: a server that does not name it is not asked again. */
const triedKey = "mw.policyTried";

/**
 * Names the places of the person for the policy of the next document, and tells
 * whether one is needed now, for this one knows the address of a gateway too
 * few. A factory in the cloud is named too: its company may have modules
 * elsewhere. A document that came before the sign-in knows none.
 */
export function wantsNewDocument(servers: Gateway[]) {
  const named = servers.slice(0, mostNamed);
  const ids = named.map((one) => one.serverAppUuid).join(".");
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `mw-place=${ids}; path=/; max-age=${year}; SameSite=Lax${secure}`;
  const missing = named
    .filter((one) => !isVirtual(one))
    .flatMap(addressesOf)
    .filter(isAddress)
    .map(originOf)
    .filter((origin) => !mayCall(origin))
    .join(" ");
  if (missing === "" || missing === sessionStorage.getItem(triedKey)) {
    return false;
  }
  sessionStorage.setItem(triedKey, missing);
  return true;
}
