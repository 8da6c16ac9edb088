import { call } from "@/api/call";
import { encryptPassword } from "@/session/encrypt";

/** What a new password breaks first; undefined when it keeps every rule known here. */
export function passwordFault(password: string, min = 6) {
  const length = Array.from(password).length;
  const kinds = [/\p{L}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u].filter((kind) =>
    kind.test(password),
  ).length;
  if (length < 6 || length > 20 || /\s/u.test(password) || kinds < 2) {
    return "passwordFormat";
  }
  return length < min ? "passwordShort" : undefined;
}

/** Passwords on their way to the server, each encrypted by itself. */
export async function encrypted<Key extends string>(
  passwords: Record<Key, string>,
) {
  const { publicKey } = await call("GET", "getKeyAndIv");
  const secrets = await Promise.all(
    Object.entries<string>(passwords).map(
      async ([key, password]) =>
        [key, await encryptPassword(password, publicKey)] as const,
    ),
  );
  return Object.fromEntries(secrets) as Record<Key, string>;
}
