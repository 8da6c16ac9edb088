import { call } from "@/api/call";
import { encryptPassword } from "@/session/encrypt";
import { session } from "@/session/session";
import { stored } from "@/session/stored";

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

/** A licence that lets nobody in any more. */
export interface BlockedLicence {
  tenantName: string;
  expireDate: string;
  /** Negative: for so many days it has been over. */
  remainDays: number | null;
  maxOverdueDays: number;
}

/** How signing in ended, when the server did not refuse it. */
export type SignIn =
  | { kind: "in"; delaySeconds: number; overdueDays: number }
  | ({ kind: "licence" } & BlockedLicence)
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
  stored.keepText("localHaspExpireSwitch", String(reply.haspExpireSwitch));
  if (reply.allowLoginFlag === 0) {
    return {
      kind: "licence",
      tenantName: reply.tenantName,
      expireDate: reply.expireDate ?? "",
      remainDays: reply.expireRemainDays,
      maxOverdueDays: reply.maxOverdueDays,
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
  return {
    kind: "in",
    delaySeconds: delay > 0 ? Math.max(3, delay) : 0,
    overdueDays: Math.max(0, -(reply.expireRemainDays ?? 0)),
  };
}

const notPlaces = new Set(["", "/", "/login", "/loginMedium"]);

/** Where to go after signing in: a path of ours, or home. */
export function landingPath(search: string) {
  const from =
    new URLSearchParams(search).get("from") ?? stored.text("preLoginPath");
  // "//host", "/\host" and "https:..." are addresses of somebody else.
  const isOwn = /^\/(?![/\\])/.test(from) && !/[\u0000-\u001f]/.test(from);
  const path = from.split(/[?#]/)[0]!;
  return isOwn && !notPlaces.has(path) ? from : "/home";
}
