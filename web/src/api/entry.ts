/**
 * Where the person came from, for those who were brought here by another
 * product: its name and its token travel with every call of this tab.
 */
const fromKey = "mw.from";
const thirdTokenKey = "mw.thirdToken";

export interface Entry {
  from?: string;
  thirdToken?: string;
}

/** Begins an entry; what the one before brought goes. */
export function keepEntry({ from, thirdToken }: Entry) {
  keep(fromKey, from);
  keep(thirdTokenKey, thirdToken);
}

function keep(key: string, value: string | undefined) {
  if (value) {
    sessionStorage.setItem(key, value);
  } else {
    sessionStorage.removeItem(key);
  }
}

/** The optional headers; what no header can carry is left out. */
export function entryHeaders() {
  const headers: Record<string, string> = {};
  for (const [name, key] of [
    ["from", fromKey],
    ["thirdToken", thirdTokenKey],
  ] as const) {
    const value = sessionStorage.getItem(key) ?? "";
    if (/^[\u0020-\u007e]+$/.test(value)) {
      headers[name] = value;
    }
  }
  return headers;
}
