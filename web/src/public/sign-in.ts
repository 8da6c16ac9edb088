import { call } from "@/api/call";
import { encryptPassword } from "@/session/encrypt";
import { session } from "@/session/session";

interface LoginReply {
  token: string;
  longToken: string;
  allowLoginFlag: number;
  expireDate: string | null;
  expireRemainDays: number | null;
  maxOverdueDays: number;
  tenantName: string;
  loginDelaySeconds: number;
  haspExpireSwitch: number | string;
  userId: string;
  tenantId: string;
}

/** How signing in ended, when the server did not refuse it. */
export type SignIn =
  | { kind: "in"; delaySeconds: number }
  | { kind: "licence"; tenant: string; date: string; days: number }
  | { kind: "no-token" };

export interface Credentials {
  phone: string;
  password: string;
  remember: boolean;
}

/** Signs in and keeps the tokens; refusals come as ApiFailure. */
export async function signIn(credentials: Credentials): Promise<SignIn> {
  const { publicKey } = await call<{ publicKey: string }>("GET", "getKeyAndIv");
  const reply = await call<LoginReply>("POST", "upms/user/login", {
    body: {
      phoneNum: credentials.phone,
      password: await encryptPassword(credentials.password, publicKey),
      remember: credentials.remember,
    },
  });
  if (reply.allowLoginFlag === 0) {
    return {
      kind: "licence",
      tenant: reply.tenantName,
      date: reply.expireDate ?? "",
      days: reply.maxOverdueDays,
    };
  }
  if (!reply.token) {
    return { kind: "no-token" };
  }
  session.set({
    token: reply.token,
    longToken: reply.longToken,
    tenantId: reply.tenantId,
    userData: null,
    modules: [],
    permitted: {},
  });
  const watched = Number(reply.haspExpireSwitch) === 0;
  const delay = watched ? (reply.loginDelaySeconds ?? 0) : 0;
  return { kind: "in", delaySeconds: delay > 0 ? Math.max(3, delay) : 0 };
}

const notPlaces = new Set(["", "/", "/login", "/loginMedium"]);

/** Where to go after signing in: a path of ours, or home. */
export function landingPath(search: string) {
  const from = new URLSearchParams(search).get("from") ?? "";
  // "//host", "/\host" and "https:..." are addresses of somebody else.
  const isOwn = /^\/(?![/\\])/.test(from) && !/[\u0000-\u001f]/.test(from);
  const path = from.split(/[?#]/)[0]!;
  return isOwn && !notPlaces.has(path) ? from : "/home";
}
