const hideHeadKey = "mw.hideHead";
const cloudLoginKey = "mw.cloudLogin";

/** Keeps for this tab what an address says of the header: the next ones say nothing any more. */
export function keepHead(search: string) {
  const query = new URLSearchParams(search);
  for (const [name, key] of [
    ["hideHead", hideHeadKey],
    ["cloudLogin", cloudLoginKey],
  ] as const) {
    const value = query.get(name);
    if (value !== null) {
      sessionStorage.setItem(key, value);
    }
  }
}

/**
 * The header is hidden by the flag or by the address, where hideHead=0 shows it
 * again; and for whom the login page of a cloud provider has brought, which
 * has a head of its own.
 */
export function isHeadHidden(search: string) {
  const asked = new URLSearchParams(search).get("hideHead");
  const flag = asked ?? sessionStorage.getItem(hideHeadKey);
  return flag === "1" || sessionStorage.getItem(cloudLoginKey) === "yes";
}
