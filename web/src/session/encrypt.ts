/** WebCrypto is missing: the page came over plain http from another machine. */
export class InsecureContext extends Error {
  override name = "InsecureContext";
}

/**
 * Encrypts a password for its way to the server: RSA-OAEP with SHA-256, the key
 * as base64 of its SPKI form, the result as base64.
 */
export async function encryptPassword(password: string, publicKey: string) {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle;
  if (!subtle) {
    throw new InsecureContext();
  }
  const algorithm = { name: "RSA-OAEP", hash: "SHA-256" };
  const key = await subtle.importKey(
    "spki",
    Uint8Array.from(atob(publicKey), (letter) => letter.charCodeAt(0)),
    algorithm,
    false,
    ["encrypt"],
  );
  const bytes = new TextEncoder().encode(password);
  const secret = await subtle.encrypt(algorithm, key, bytes);
  return btoa(String.fromCharCode(...new Uint8Array(secret)));
}
