/** Begins what a gateway signs, so that its signature is never one of anything else. */
const prefix = "mouldworks gateway ping 1";

/** Text for one question, which nobody can have seen before. */
export function newNonce() {
  const random = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...random))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

/**
 * Whether the holder of a key has signed a nonce for a gateway and for this
 * cloud. Browsers verify on https and on this machine only; elsewhere it throws.
 */
export async function isSigned(
  signature: string,
  publicKey: string,
  nonce: string,
  serverAppUuid: string,
) {
  const key = await crypto.subtle.importKey(
    "spki",
    bytesOf(publicKey),
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["verify"],
  );
  const text = [prefix, nonce, serverAppUuid, location.origin].join("\n");
  return crypto.subtle.verify(
    { name: "ECDSA", hash: "SHA-256" },
    key,
    bytesOf(signature),
    new TextEncoder().encode(text),
  );
}
