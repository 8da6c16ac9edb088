import { call } from "@/api/call";
import { pauseBeforeRead } from "@/api/connection";
import type { Schema } from "@/api/contract";
import { leastDelaySeconds } from "@/api/times";
import {
  askedLanguage,
  currentLanguage,
  forgetAskedLanguage,
  languageFrom,
  switchLanguage,
  type Text,
} from "@/i18n/language";
import { encryptPassword } from "@/session/encrypt";
import { session } from "@/session/session";
import { stored } from "@/session/stored";
import { exitIsTold } from "@/session/tell-exit";
import { forgetWayBack, wayBack } from "./way-back";

/** What the server answers to every way of signing in. */
export type LoginReply = Schema<"IdentityLoginReply">;

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
  | {
      kind: "in";
      delaySeconds: number;
      overdueDays: number;
      next: string;
      path: string;
    }
  | ({ kind: "licence" } & BlockedLicence)
  | { kind: "no-token" };

export interface Credentials {
  phone: string;
  password: string;
  remember: boolean;
}

/** Signs in and keeps the tokens; refusals come as ApiFailure. */
export async function signIn(credentials: Credentials): Promise<SignIn> {
  const { publicKey } = await call("GET", "getKeyAndIv");
  const reply = await call("POST", "upms/user/login", {
    body: {
      phoneNum: credentials.phone,
      password: await encryptPassword(credentials.password, publicKey),
      remember: credentials.remember,
      notDelay: delayShown(),
      isJudge: 0,
      authRequestId: authRequest(location.search),
      userIp: await declaredAddress(),
    },
  });
  return accept(reply);
}

/** The pause of an overdue company, shown once on the way: what is told to the second half of a round trip. */
const delayKey = "mw.delayShown";
export const delayShown = () => Number(sessionStorage.getItem(delayKey));
export const keepDelayShown = () => sessionStorage.setItem(delayKey, "1");

/** The authorization that sent the person here, if one did. */
export const authRequest = (search: string) =>
  new URLSearchParams(search).get("authRequestId") ?? undefined;

/** While a company registers, the page says which address it has (R49). */
async function declaredAddress() {
  if (localStorage.getItem("mw.enterpriseRegistration") !== "1") {
    return undefined;
  }
  const { address } = await call("GET", "sso/ways");
  return address;
}

/** Where every way to sign in ends: keeps the tokens, turns to the person's language, and says what follows. */
export async function accept(reply: LoginReply): Promise<SignIn> {
  stored.keepText("localHaspExpireSwitch", String(reply.haspExpireSwitch));
  sessionStorage.removeItem(delayKey);
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
  forgetWayBack();
  void exitIsTold(false); // whoever signs in owes no exit any more
  session.set({
    accountId: reply.userId,
    token: reply.token,
    longToken: reply.longToken,
    tenantId: reply.tenantId,
    userData: null,
    modules: [],
    permitted: {},
  });
  await settleLanguage(reply.language);
  const watched = Number(reply.haspExpireSwitch) === 0;
  const delay = watched ? (reply.loginDelaySeconds ?? 0) : 0;
  return {
    kind: "in",
    delaySeconds: delay > 0 ? Math.max(leastDelaySeconds, delay) : 0,
    overdueDays: Math.max(0, -(reply.expireRemainDays ?? 0)),
    next: reply.next ?? "",
    path: reply.path ?? "",
  };
}

/**
 * The account's language is the person's, wherever they sign in, unless they
 * have just chosen one here: that is the account's from now on. One that the
 * address asks for is for this visit alone.
 */
async function settleLanguage(ofAccount: string | undefined) {
  const asked = askedLanguage();
  if (asked === "person") {
    forgetAskedLanguage();
    const language = currentLanguage();
    if (language !== ofAccount) {
      await call("POST", "upms/user/changeLanguage", {
        body: { language },
      }).catch(() => undefined); // Nobody stays outside for that.
    }
    return;
  }
  const language = languageFrom(ofAccount ?? null);
  if (asked === null && language && language !== currentLanguage()) {
    await switchLanguage(language);
  }
}

/** Where to go once in: on with the authorization, which is another document, or to a page of ours. */
export function destination(
  { next, path }: { next: string; path: string },
  search: string,
) {
  if (next.startsWith("/sso/")) {
    return { isDocument: true, to: next };
  }
  return { isDocument: false, to: path ? ownPath(path) : landingPath(search) };
}

/**
 * Calls back with the page that this tab departed from as soon as the browser keeps a session of whoever was signed in
 * there, begun in another tab. Somebody else's session leaves the form as it is. Answers how to stop looking.
 */
export function watchWayBack(goBack: (path: string) => void) {
  function look() {
    const path = wayBack();
    if (path) {
      stop();
      forgetWayBack();
      goBack(ownPath(path));
    }
  }
  function stop() {
    window.removeEventListener("storage", look);
    window.removeEventListener("pageshow", look);
  }
  window.addEventListener("storage", look);
  window.addEventListener("pageshow", look);
  look();
  return stop;
}

const exitTexts = {
  owed: {
    zh: "服务器没有响应，您还没有退出登录；正在重试",
    en: "The server does not answer: you are not signed out yet. Trying again",
  },
  told: { zh: "您已退出登录", en: "You are signed out now" },
};

/** How long an exit may be owed before the person hears of it, in milliseconds: most are heard of at once. */
const slowMs = 500;

type Say = (words?: () => string) => void;

/**
 * Tells the server of an exit that it has not heard of until it has. The person is warned meanwhile, and told when it is
 * done. Answers how to stop.
 */
export function watchExit(warn: Say, tellDone: Say) {
  let isOver = false;
  let isSaid = false;
  let timer: ReturnType<typeof setTimeout>;
  const inWords = (text: Text) => () => text[currentLanguage()];
  async function tell(attempt: number, byAnother = false) {
    if (isOver || (!stored.text("exitOwed") && !isSaid)) {
      return;
    }
    if (!isSaid) {
      isSaid = true;
      warn(inWords(exitTexts.owed));
    }
    const isTold = await exitIsTold();
    if (isOver) {
      return;
    }
    if (!isTold) {
      const pause = pauseBeforeRead(attempt, null);
      timer = setTimeout(() => void tell(attempt + 1), pause);
      return;
    }
    warn();
    // Whoever signs in here sees that; in another tab it may have been somebody else.
    if (byAnother || !stored.value("token")) {
      tellDone(inWords(exitTexts.told));
    }
  }
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => void tell(0), slowMs);
  }
  function look({ key }: StorageEvent) {
    if (key === null || !stored.isKey(key, "exitOwed")) {
      return;
    }
    if (isSaid) {
      clearTimeout(timer);
      void tell(0, true); // another tab has told it
    } else {
      wait(); // another tab has just gone
    }
  }
  window.addEventListener("storage", look);
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener("storage", look);
  };
}

/** What the sign-in page looks out for: the way back, and an exit that is owed. Answers how to stop. */
export function watch(warn: Say, tellDone: Say) {
  const stops = [
    watchWayBack((path) => location.replace(path)),
    watchExit(warn, tellDone),
  ];
  return () => stops.forEach((stop) => stop());
}

const notPlaces = new Set(["", "/", "/login", "/loginMedium"]);

/** Where to go after signing in: a path of ours, or home. */
export function landingPath(search: string) {
  return ownPath(
    new URLSearchParams(search).get("from") ?? stored.text("preLoginPath"),
  );
}

/** The path if it is one of ours and a place to be, else home. */
export function ownPath(from: string) {
  // "//host", "/\host" and "https:..." are addresses of somebody else.
  const isOwn = /^\/(?![/\\])/.test(from) && !/[\u0000-\u001f]/.test(from);
  const path = from.split(/[?#]/)[0]!;
  return isOwn && !notPlaces.has(path) ? from : "/home";
}
