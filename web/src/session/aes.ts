import { InsecureContext } from "./encrypt";

/**
 * AES in CBC mode with zero padding, for texts that older parts of a
 * customer's house exchange. Passwords do not travel this way: they are
 * encrypted for the server's public key.
 *
 * WebCrypto pads by PKCS #7 only. A text that is padded already gets one more
 * block of padding, which is cut off, or put back before decrypting.
 */
const block = 16;

/** Text, key and initialisation vector to base64; the key has 16, 24 or 32 bytes. */
export async function encryptAes(text: string, key: string, iv: string) {
  const plain = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil(plain.length / block) * block);
  padded.set(plain);
  const cipher = await encryptBlocks(await keyOf(key), bytesOf(iv), padded);
  return btoa(String.fromCharCode(...cipher));
}

/** The way back; zeros at the end of the text are taken for padding. */
export async function decryptAes(cipher: string, key: string, iv: string) {
  const secret = Uint8Array.from(atob(cipher), (letter) =>
    letter.charCodeAt(0),
  );
  const imported = await keyOf(key);
  // The block that PKCS #7 would have added: an empty text, chained on.
  const last = secret.length > 0 ? secret.slice(-block) : bytesOf(iv);
  const padding = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: "AES-CBC", iv: last },
      imported,
      new Uint8Array(),
    ),
  );
  const whole = new Uint8Array(secret.length + block);
  whole.set(secret);
  whole.set(padding, secret.length);
  const plain = await crypto.subtle.decrypt(
    { name: "AES-CBC", iv: bytesOf(iv) },
    imported,
    whole,
  );
  return new TextDecoder().decode(plain).replace(/\0+$/, "");
}

async function encryptBlocks(
  key: CryptoKey,
  iv: Uint8Array<ArrayBuffer>,
  padded: Uint8Array<ArrayBuffer>,
) {
  const cipher = await crypto.subtle.encrypt(
    { name: "AES-CBC", iv },
    key,
    padded,
  );
  return new Uint8Array(cipher, 0, padded.length);
}

function keyOf(key: string) {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle;
  if (!subtle) {
    throw new InsecureContext();
  }
  return subtle.importKey("raw", bytesOf(key), "AES-CBC", false, [
    "encrypt",
    "decrypt",
  ]);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
