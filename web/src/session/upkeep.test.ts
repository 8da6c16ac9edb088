import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { looseServer, type Answer } from "../../testing/fake-server";
import { treeAt, userAt } from "../../testing/places";
import { call } from "@/api/call";
import { givenUp } from "@/api/reply";
import { useChange } from "./change";
import { departure } from "./departure";
import { keepEnded, endedWords } from "./ended";
import { loginFrom } from "./login-from";
import { changeElsewhere, watchOtherTabs } from "./other-tabs";
import { session } from "./session";
import { exit, markExit, signOut } from "./sign-out";
import { clearTab, stored, thisTab } from "./stored";
import { checkSession, isPublicPage, keepSession } from "./upkeep";

const at = (path: string) => ({
  path: () => path,
  toLogin: vi.fn(),
  reload: vi.fn(),
});

beforeEach(() => {
  session.set({ token: "t", userData: userAt("a", "a1") });
  stored.keep("menuJson", { aps: [] });
});

afterEach(() => {
  vi.unstubAllGlobals();
  useChange.setState({ change: null });
  exit();
  localStorage.clear();
  sessionStorage.clear();
});

const asked = (answer: Answer) =>
  looseServer({ "GET checklogin": () => answer });
const me = { userId: "u1", tenantId: "a", factoryId: "a1" };

test("SESSION-05: each time the tab becomes visible, who one is is fetched again", async () => {
  const sent = asked({ data: me });
  const ground = at("/pm/mould");
  const stop = keepSession(ground);
  document.dispatchEvent(new Event("visibilitychange"));
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  stop();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(sent).toHaveLength(2);
  expect(ground.toLogin).not.toHaveBeenCalled();
});

test.each([401, 11009])(
  "SESSION-06, LOGIN-17: on %i the person's data go, and the login follows",
  async (code) => {
    asked({ status: 401, code });
    const ground = at("/pm/mould?q=M1");
    await checkSession(ground);
    expect(ground.toLogin).toHaveBeenCalledExactlyOnceWith("/pm/mould?q=M1");
    expect(stored.value("userData")).toBeNull();
    expect(session.signedIn()).toBe(false);
  },
);

test("LOGIN-17: a tab that finds the token gone says what another tab has heard", async () => {
  keepEnded({ zh: "管理员已将您下线", en: "An administrator signed you out" });
  sessionStorage.clear(); // which is the other tab's
  asked({ status: 401, code: 401 });
  await checkSession(at("/pm/mould"));
  expect(endedWords()()).toBe("管理员已将您下线");
});

test("SESSION-06: a public page reloads, and only once", async () => {
  asked({ status: 401, code: 401 });
  const ground = at("/login?from=%2Fhome");
  await checkSession(ground);
  await checkSession(ground);
  expect(ground.reload).toHaveBeenCalledOnce();
  expect(ground.toLogin).not.toHaveBeenCalled();
  expect(
    ["/", "/login", "/register/", "/forgotreset"].map(isPublicPage),
  ).toEqual([true, true, true, true]);
  expect(isPublicPage("/home")).toBe(false);
});

test("a server that cannot be asked changes nothing", async () => {
  asked({ status: 500, code: 500 });
  const ground = at("/home");
  await checkSession(ground);
  expect(ground.toLogin).not.toHaveBeenCalled();
  expect(session.signedIn()).toBe(true);
});

test.each([[null], [{}]])(
  "SESSION-07: cached menus of %o reset the session",
  async (menus) => {
    stored.keep("menuJson", menus);
    const sent = asked({ data: me });
    const ground = at("/home");
    await checkSession(ground);
    expect(ground.toLogin).toHaveBeenCalledOnce();
    expect(session.signedIn()).toBe(false);
    expect(sent).toHaveLength(0);
  },
);

test("SESSION-07: a full storage, which keeps no menus, ends nobody's session", async () => {
  session.set({ modules: treeAt("a", "a1").moduleData });
  const full = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  stored.keep("menuJson", { aps: [] });
  full.mockRestore();
  expect(stored.value("menuJson")).toBeNull();
  const sent = asked({ data: me });
  const ground = at("/home");
  await checkSession(ground);
  expect(sent).toHaveLength(1);
  expect(ground.toLogin).not.toHaveBeenCalled();
  expect(session.signedIn()).toBe(true);
});

test("SESSION-10: another account in this browser is noticed, and nothing is written meanwhile", async () => {
  const change = watchOtherTabs(vi.fn());
  localStorage.setItem(
    "mw.userData",
    JSON.stringify({ ...userAt("b", "b1"), userId: "u2" }),
  );
  localStorage.setItem("mw.token", '"other"');
  expect(changeElsewhere()).toBe("account");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(useChange.getState().change).toBe("account");
  const { call } = await import("@/api/call");
  const sent = looseServer({ "POST bms/sys/shortLink": () => ({ data: {} }) });
  await expect(
    call("POST", "bms/sys/shortLink", { body: { path: "/" } }),
  ).rejects.toThrow();
  expect(sent).toHaveLength(0);
  expect(session.get().token).toBe("t");
  change();
});

test("SESSION-10: while another tab is still signing in, its token is nobody's here", () => {
  const stop = watchOtherTabs(vi.fn());
  // In the order of a sign-in: nobody, the token, and who it is once the modules are there.
  for (const [key, value] of [
    ["mw.userData", "null"],
    ["mw.token", '"other"'],
  ] as const) {
    localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent("storage", { key }));
  }
  expect(session.get().token).toBe("t");
  localStorage.setItem(
    "mw.userData",
    JSON.stringify({ ...userAt("a", "a1"), userId: "u2" }),
  );
  window.dispatchEvent(new StorageEvent("storage", { key: "mw.userData" }));
  expect(useChange.getState().change).toBe("account");
  expect(session.get().token).toBe("t");
  stop();
});

test("SESSION-10: who it is is written before the token", () => {
  const written = vi.spyOn(stored, "keep");
  session.set({ token: "t2", longToken: "l2", tenantId: "b", userData: null });
  const keys = written.mock.calls.map(([key]) => key);
  expect(keys).toEqual(["userData", "tenantId", "longToken", "token"]);
  written.mockRestore();
});

test("another factory in another tab is noticed; a renewed session goes on", () => {
  const stop = watchOtherTabs(vi.fn());
  localStorage.setItem("mw.userData", JSON.stringify(userAt("a", "a2")));
  window.dispatchEvent(new StorageEvent("storage", { key: "mw.userData" }));
  expect(useChange.getState().change).toBe("place");
  localStorage.setItem("mw.userData", JSON.stringify(userAt("a", "a1")));
  localStorage.setItem("mw.token", '"renewed"');
  window.dispatchEvent(new StorageEvent("storage", { key: "mw.token" }));
  expect(useChange.getState().change).toBeNull();
  expect(session.get().token).toBe("renewed");
  stop();
});

test("signing out in another tab signs out here", () => {
  const out = vi.fn();
  const stop = watchOtherTabs(out);
  localStorage.removeItem("mw.token");
  window.dispatchEvent(new StorageEvent("storage", { key: "mw.token" }));
  expect(out).toHaveBeenCalledOnce();
  expect(session.signedIn()).toBe(false);
  stop();
});

test("the server knows better: a session that was moved is noticed", async () => {
  asked({ data: { ...me, factoryId: "a9" } });
  await checkSession(at("/home"));
  expect(useChange.getState().change).toBe("place");
});

const personal = [
  "userData",
  "menuData",
  "menuJson",
  "menuOptData",
  "moduleData",
  "kanbanInfo",
  "exejobId",
] as const;

test("SESSION-01, SESSION-02, LOGIN-18: going to login forgets the person and keeps the path", () => {
  for (const key of personal) {
    stored.keep(key, { some: key });
  }
  session.set({ longToken: "l", smsVerified: true });
  session.set({ permitted: { "pm.mould.check": true } });
  session.leave("/pm/mould?q=M1");
  // The sign-in page is no other document: nothing may be held over to who comes next.
  expect(session.get()).toMatchObject({
    token: "",
    userData: null,
    modules: [],
  });
  expect(session.get().permitted).toEqual({});
  for (const key of [...personal, "token", "longToken"] as const) {
    expect(stored.value(key), key).toBeNull();
  }
  expect(stored.text("preLoginPath")).toBe("/pm/mould?q=M1");
  expect([stored.text("pathname"), stored.text("search")]).toEqual([
    "/pm/mould",
    "?q=M1",
  ]);
});

test("SESSION-04: leaving for good also forgets licence, server, proof and tab, and says so", () => {
  stored.keepText("localHaspExpireSwitch", "0");
  stored.keepText("serverAppUuid", "gw");
  session.set({ smsVerified: true });
  exit();
  expect(stored.text("localHaspExpireSwitch")).toBe("");
  expect(stored.text("serverAppUuid")).toBe("");
  expect(stored.text("VerifiedViaSMS")).toBe("");
  expect(thisTab.userId()).toBe("");
  expect(stored.text("isLogout")).toBe("1");
  session.set({ userData: userAt("a", "a1") });
  expect(stored.text("isLogout")).toBe("");
});

test("STORE-01, STORE-02, STORE-04: every key has one prefix; the account of this tab is the tab's", () => {
  const keys = Array.from(
    { length: localStorage.length },
    (_, at) => localStorage.key(at)!,
  );
  expect(keys.length).toBeGreaterThan(2);
  expect(keys.filter((key) => !key.startsWith("mw."))).toEqual([]);
  expect(sessionStorage.getItem("mw.currentUserId")).toBe("u1");
  expect(stored.value("userData")).toMatchObject({
    userId: "u1",
    userName: "chen",
    realName: "Chen Jing",
    tenantId: "a",
    factoryId: "a1",
    headImg: "",
  });
});

test("clearing a tab keeps what was typed", () => {
  sessionStorage.setItem("mw.draft.u1.a.a1.section.new", "{}");
  sessionStorage.setItem("mw.hideHead", "1");
  sessionStorage.setItem("others", "1");
  clearTab();
  expect(sessionStorage.getItem("mw.draft.u1.a.a1.section.new")).toBe("{}");
  expect(sessionStorage.getItem("mw.hideHead")).toBeNull();
  expect(sessionStorage.getItem("others")).toBe("1");
});

/** Somebody else signs in in another tab, up to where their menus are not loaded yet. */
function signInElsewhere() {
  for (const [key, value] of [
    ["mw.accountId", '"u2"'],
    ["mw.userData", "null"],
    ["mw.tenantId", '"b"'],
    ["mw.longToken", '"other long"'],
    ["mw.token", '"other"'],
  ] as const) {
    localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent("storage", { key }));
  }
}

test("SESSION-10: whose the new token is, is known before their menus are", () => {
  const stop = watchOtherTabs(vi.fn());
  signInElsewhere();
  expect(useChange.getState().change).toBe("account");
  stop();
});

test.each([
  ["ended", () => session.leave("/pm/mould")],
  ["forgotten", () => session.clear()],
  ["left for good", () => exit()],
  ["moved away", () => session.moveAway("/pm/mould")],
  ["loaded anew", () => session.set({ userData: userAt("a", "a2") })],
])(
  "SESSION-10: a session that is %s here touches nothing of the one that another tab has begun",
  (_, act) => {
    signInElsewhere();
    stored.keep("menuJson", { theirs: [] });
    const before = { ...localStorage };
    act();
    expect({ ...localStorage }).toEqual(before);
  },
);

test("a page that was loaded as nobody takes over what another tab has begun", () => {
  session.clear();
  signInElsewhere();
  session.restore();
  expect(session.get()).toMatchObject({ token: "other", accountId: "u2" });
});

test("LOGIN-17, ERR-03: many who hear of the end at once lead to the login once, and it tells why", async () => {
  looseServer({
    "GET checklogin": () => ({
      status: 401,
      code: 11009,
      message: "The password was changed",
    }),
  });
  const ground = at("/pm/mould");
  await Promise.all([checkSession(ground), checkSession(ground)]);
  expect(ground.toLogin).toHaveBeenCalledOnce();
  expect(endedWords()()).toBe("The password was changed");
});

test("SESSION-04: once the way out has begun, nothing is called without a session", async () => {
  const sent = looseServer({ "GET upms/home": () => ({}) });
  departure.begin();
  exit();
  await expect(call("GET", "upms/home")).rejects.toThrow();
  expect(sent).toHaveLength(0);
});

test("SESSION-04: the browser has forgotten the session, and keeps that it was an exit, before the server is told", async () => {
  const kept: unknown[] = [];
  looseServer({
    "POST logout": ({ headers }) => {
      kept.push(headers.get("mdbtk"), stored.value("token"));
      kept.push(stored.text("isLogout"));
      return { data: { next: "/login" } };
    },
  });
  expect(await signOut()).toBe("/login");
  expect(kept).toEqual(["t", null, "1"]);
});

test("SESSION-04: an exit is owed from the click on until the server has heard, and nobody waits long for that", async () => {
  const owed: unknown[] = [];
  looseServer({
    "POST logout": () => {
      owed.push(stored.value("exitOwed"));
      return { data: { next: "/login" } };
    },
  });
  await signOut();
  expect(owed).toEqual([{ token: "t", longToken: "" }]);
  expect(stored.text("exitOwed")).toBe("");

  session.set({ token: "t2" });
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise((resolve) => (answer = resolve)));
  expect(await signOut()).toBe("/login"); // while the server says nothing
  expect(stored.value("exitOwed")).toEqual({ token: "t2", longToken: "" });
  answer(Response.json({ code: 1, message: "ok", data: { next: "/login" } }));
  await vi.waitFor(() => expect(stored.text("exitOwed")).toBe(""));
});

test("SESSION-04: an exit is told to the other tabs, and one that was refused is not owed", async () => {
  looseServer({ "POST logout": () => ({ status: 403, code: 20015 }) });
  await signOut();
  expect(stored.text("exitOwed")).toBe("");
  const told = stored.value<{ words: { zh: string; en: string } }>("ended");
  expect(told?.words).toEqual({
    zh: "您已在另一个标签页退出登录",
    en: "You signed out in another tab.",
  });
});

test("SESSION-04: whoever signs in owes no exit any more", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await signOut();
  expect(stored.value("exitOwed")).toEqual({ token: "t", longToken: "" });
  session.set({ token: "t2" });
  expect(stored.text("exitOwed")).toBe("");
});

test("SESSION-04: a tab that hears from the server of an exit elsewhere asks nothing, and leaves no way back", async () => {
  markExit(); // by another tab, whose news has not come yet
  const sent = asked({ status: 401, code: 401 });
  const ground = at("/settings/section");
  await checkSession(ground);
  expect(sent).toHaveLength(0);
  expect(ground.toLogin).not.toHaveBeenCalled();
  const out = vi.fn();
  const stop = watchOtherTabs(out);
  window.dispatchEvent(new StorageEvent("storage", { key: "mw.token" }));
  expect(out).toHaveBeenCalledOnce();
  expect(loginFrom("/settings/section")).toBe("/login");
  departure.end();
  stop();
});

test.each(["checklogin", "upms/home"] as const)(
  "SESSION-04: %s that an exit in another tab refuses renews nothing, and leads nowhere",
  async (path) => {
    session.set({ longToken: "l" });
    const sent = looseServer({
      [`GET ${path}`]: () => {
        markExit();
        return { status: 401, code: 401 };
      },
    });
    const ground = at("/settings/section");
    if (path === "checklogin") {
      await checkSession(ground);
    } else {
      await expect(call("GET", path)).rejects.toMatchObject({
        reply: givenUp,
      });
    }
    expect(sent.map((one) => one.path)).toEqual([path]);
    expect(ground.toLogin).not.toHaveBeenCalled();
  },
);

test.each([
  ["leaves", () => session.leave("/settings/section")],
  ["moves away", () => session.moveAway("/settings/section")],
  [
    "hears its menus late",
    () => session.set({ userData: userAt("a", "a1"), tenantId: "a" }),
  ],
])(
  "SESSION-04: a tab that %s after an exit elsewhere undoes nothing of it",
  (_, act) => {
    markExit();
    const before = { ...localStorage };
    act();
    expect({ ...localStorage }).toEqual(before);
    expect(session.hasExited()).toBe(true);
  },
);

test("an end that is no exit leads back to where the person was", () => {
  session.leave("/settings/section?q=a");
  expect(loginFrom("/settings/section?q=a")).toBe(
    "/login?from=%2Fsettings%2Fsection%3Fq%3Da",
  );
});

test("SESSION-06: a tab that learns of the end from another tab says why, too", () => {
  const left = vi.fn();
  const stop = watchOtherTabs(left);
  // What the other tab does: the words first, then the session goes.
  keepEnded({ zh: "管理员已将您下线", en: "An administrator signed you out" });
  sessionStorage.clear();
  localStorage.removeItem("mw.token");
  window.dispatchEvent(new StorageEvent("storage", { key: "mw.token" }));
  expect(left).toHaveBeenCalledOnce();
  expect(endedWords()()).toBe("管理员已将您下线");
  departure.end();
  stop();
});

test("where another tab has signed in, nobody is told any more why the session before ended", () => {
  keepEnded({ zh: "密码已修改", en: "The password was changed" });
  stored.forget("token");
  session.restore();
  expect(endedWords()()).toBe("密码已修改");
  stored.keep("token", "of the other tab");
  session.restore();
  expect(endedWords()()).toBe("");
});

test("LOGIN-17: whatever way leads to the sign-in, it says what another tab has heard a moment ago", () => {
  keepEnded({ zh: "管理员已将您下线", en: "An administrator signed you out" });
  sessionStorage.clear(); // which is the other tab's
  stored.forget("token");
  expect(endedWords()()).toBe("管理员已将您下线");
  sessionStorage.clear();
  session.set({ token: "t" });
  exit();
  expect(endedWords()()).toBe("");
});

test("words of an end long ago are not those of today's", () => {
  const stop = watchOtherTabs(vi.fn());
  stored.keep("ended", { words: "yesterday", at: Date.now() - 15_001 });
  localStorage.removeItem("mw.token");
  window.dispatchEvent(new StorageEvent("storage", { key: "mw.token" }));
  expect(endedWords()()).toBe("");
  departure.end();
  stop();
});
