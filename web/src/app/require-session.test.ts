import { afterEach, expect, test, vi } from "vitest";
import { departure } from "@/session/departure";
import { keepEnded, endedWords } from "@/session/ended";
import { session } from "@/session/session";
import { exit, markExit, signOut } from "@/session/sign-out";
import { stored } from "@/session/stored";
import { tenancy } from "@/tenancy/tenancy";
import { looseServer } from "../../testing/fake-server";
import { gatewayOf, tenantOf, treeAt } from "../../testing/places";
import { requireSession } from "./require-session";

afterEach(() => {
  vi.unstubAllGlobals();
  exit();
  tenancy.clear();
  document.head.innerHTML = "";
});

type Answer = Parameters<typeof looseServer>[0][string];

/** Answers what is asked on the way in, each as the one before unless it is named; others are further calls. */
function answerWayIn(
  asked: { modules: Answer; companies?: Answer; gateways?: Answer },
  others: Record<string, Answer> = {},
) {
  const { modules, companies = modules, gateways = companies } = asked;
  return looseServer({
    "POST upms/user/getModuleTree.do": modules,
    "POST upms/user/getGlobalUserOfTenantInfo.do": companies,
    "POST upms/user/getGatewayServerList.do": gateways,
    ...others,
  });
}

const open = (path: string) =>
  requireSession({
    request: new Request(`http://localhost${path}`),
  } as Parameters<typeof requireSession>[0]);

test("SESSION-08, SESSION-02, LOGIN-18: without a session who one is is asked, then the login follows", async () => {
  stored.keep("menuJson", { aps: [] });
  const sent = looseServer({
    "GET checklogin": () => ({ status: 401, code: 401 }),
  });
  const away = (await open("/pm/mould?q=M1")) as Response;
  expect(sent.map(({ path }) => path)).toEqual(["checklogin"]);
  expect(away.headers.get("Location")).toBe(
    "/login?from=%2Fpm%2Fmould%3Fq%3DM1",
  );
  expect(stored.text("preLoginPath")).toBe("/pm/mould?q=M1");
  expect(stored.value("menuJson")).toBeNull();
});

test("SESSION-04: an exit that the server has not heard of is told before anybody is let in by what the browser remembers", async () => {
  session.set({ token: "t", longToken: "l" });
  let status = 503;
  const ended: unknown[] = [];
  const sent = looseServer({
    "POST logout": ({ headers }) => {
      ended.push(headers.get("mdbtk"), headers.get("Blade-Auth"));
      return { status, code: status === 200 ? 1 : 10000 };
    },
    "GET checklogin": () => ({ status: 401, code: 401 }),
  });
  expect(await signOut()).toBe("/login");
  exit();
  departure.end();
  const refused = (await open("/pm/mould")) as Response;
  expect(refused.headers.get("Location")).toBe("/login");
  const paths = () => sent.map(({ path }) => path);
  expect(paths()).toEqual(["logout", "logout"]);
  status = 200;
  const away = (await open("/pm/mould")) as Response;
  expect(away.headers.get("Location")).toBe("/login?from=%2Fpm%2Fmould");
  await open("/pm/mould");
  expect(paths().slice(2)).toEqual(["logout", "checklogin", "checklogin"]);
  // Each time by the tokens of the session that is to end: the cookie alone ends another one.
  expect(ended).toEqual(Array(3).fill(["t", "bearer l"]).flat());
});

test("SESSION-04: a page that comes in while another tab exits goes to the plain sign-in", async () => {
  session.set({ token: "t" });
  const sent = answerWayIn({
    modules: () => {
      markExit();
      return { status: 401, code: 401 };
    },
  });
  const away = (await open("/settings/section")) as Response;
  expect(away.headers.get("Location")).toBe("/login");
  expect(sent.map(({ path }) => path)).not.toContain("getTokenService");
  expect(stored.text("preLoginPath")).toBe("");
});

test("Back after Exit leads to the sign-in: nobody is asked, and no way back is kept", async () => {
  session.set({ token: "t" });
  exit();
  const sent = looseServer({
    "GET checklogin": () => ({ status: 401, code: 401 }),
  });
  const loaded = vi.spyOn(performance, "getEntriesByType");
  loaded.mockReturnValue([
    { type: "back_forward" } as PerformanceNavigationTiming,
  ]);
  const away = (await open("/pm/mould?q=M1")) as Response;
  expect(away.headers.get("Location")).toBe("/login");
  expect(sent).toEqual([]);
  expect(stored.text("preLoginPath")).toBe("");

  // An address that is opened later is a way of its own.
  loaded.mockReturnValue([{ type: "navigate" } as PerformanceNavigationTiming]);
  const later = (await open("/pm/mould?q=M1")) as Response;
  expect(later.headers.get("Location")).toContain("/login?from=");
  loaded.mockRestore();
});

test("LOGIN-17: a token that is not known any more leads to the login", async () => {
  session.set({ token: "old" });
  answerWayIn({
    modules: () => ({ status: 401, code: 11009 }),
    companies: () => ({ data: [] }),
  });
  const away = (await open("/home")) as Response;
  expect(away.headers.get("Location")).toBe("/login?from=%2Fhome");
  expect(session.signedIn()).toBe(false);
});

test("TENANT-05: the account centre is where a licence that is over leads", async () => {
  session.set({ token: "t" });
  const over = tenantOf("a", ["a1"], { allowLoginFlag: 0, overdueFlag: 1 });
  answerWayIn({
    modules: () => ({ data: treeAt("a", "a1") }),
    companies: () => ({ data: [over] }),
    gateways: () => ({ data: [] }),
  });
  const away = (await open("/home")) as Response;
  expect(away.headers.get("Location")).toMatch(/^\/account\/\?lang=(cn|en)$/);
});

test.each([
  [307, "/newpassword"],
  [11020, "/agreement"],
])(
  "ERR-06: on code %i the product opens after what is owed, at the page that was asked for",
  async (code, page) => {
    session.set({ token: "t" });
    stored.keep("menuData", { permittedOperations: {} });
    const owed = () => ({ status: 409, code, data: page });
    answerWayIn({ modules: owed });
    const away = (await open("/pm/mould?q=M1")) as Response;
    expect(away.headers.get("Location")).toBe(page);
    expect(stored.text("preLoginPath")).toBe("/pm/mould?q=M1");
    expect(stored.value("menuData")).toBeNull();
    expect(session.signedIn()).toBe(true);
  },
);

test("GATEWAY-02, GATEWAY-11: a document whose policy lacks the gateway gives way to one that has it, before anything is shown", async () => {
  session.set({ token: "t" });
  const standing = gatewayOf("a", "a1", {
    innerIp: "192.168.1.20",
    httpsPort: 8443,
  });
  answerWayIn({
    modules: () => ({ data: treeAt("a", "a1") }),
    companies: () => ({
      data: [tenantOf("a", [], { gatewayList: [standing] })],
    }),
    gateways: () => ({ data: [standing] }),
  });
  document.head.innerHTML = '<meta name="gateways" content="">';
  const away = (await open("/pm/mould?q=M1")) as Response;
  expect(away.headers.get("Location")).toBe("/pm/mould?q=M1");
  expect(away.headers.get("X-Remix-Reload-Document")).toBe("true");
  document.head.innerHTML =
    '<meta name="gateways" content="https://192.168.1.20:8443">';
  expect(await open("/pm/mould?q=M1")).toBeNull();
});

test("SESSION-06: whose session another tab ends while this one opens signs in anew, and reads why", async () => {
  session.set({ token: "t", longToken: "l" });
  answerWayIn({
    modules: () => {
      // The other tab has heard of the end first: the words, then what it kept.
      keepEnded({ zh: "密码已修改", en: "The password was changed" });
      sessionStorage.clear();
      stored.forget("token", "longToken", "accountId", "userData");
      return { status: 401, code: 11009, message: "ended" };
    },
  });
  const away = (await open("/pm/mould?q=M1")) as Response;
  expect(away.headers.get("Location")).toBe(
    "/login?from=%2Fpm%2Fmould%3Fq%3DM1",
  );
  expect(endedWords()()).toBe("密码已修改");
  expect(session.signedIn()).toBe(false);
});

test("LOGIN-17: who comes in when another tab has taken the token away reads what that tab has heard", async () => {
  keepEnded({ zh: "管理员已将您下线", en: "An administrator signed you out" });
  sessionStorage.clear(); // which is the other tab's
  session.clear();
  answerWayIn(
    { modules: () => ({}) },
    { "GET checklogin": () => ({ status: 401, code: 401 }) },
  );
  const away = (await open("/pm/mould")) as Response;
  expect(away.headers.get("Location")).toBe("/login?from=%2Fpm%2Fmould");
  expect(endedWords()()).toBe("管理员已将您下线");
});

test("who finds that another tab has signed in somebody else meanwhile opens the page as they are", async () => {
  session.set({ token: "t", longToken: "l" });
  answerWayIn({
    modules: () => {
      stored.keep("accountId", "somebody else");
      stored.keep("token", "theirs");
      return { status: 401, code: 401 };
    },
  });
  const away = (await open("/pm/mould")) as Response;
  expect(away.headers.get("Location")).toBe("/pm/mould");
  expect(away.headers.get("X-Remix-Reload-Document")).toBe("true");
});

test("ERR-01: a membership that has ended leads to the companies that are left, where one chooses", async () => {
  session.set({ token: "old", longToken: "long" });
  const over = () => ({ status: 403, code: 11015, message: "no member" });
  const left = [tenantOf("b", ["b1"]), tenantOf("c", ["c1"])];
  const at =
    (data: unknown) =>
    ({ headers }: { headers: Headers }) =>
      headers.get("mdbtk") === "fresh" ? { data } : over();
  answerWayIn(
    { modules: at(treeAt("b", "b1")), companies: at(left), gateways: at([]) },
    {
      "POST getTokenService": () => ({
        data: { token: "fresh", longToken: "long" },
      }),
    },
  );
  expect(await open("/pm/mould")).toBeNull();
  expect(session.get().userData?.tenantId).toBe("b");
  expect(tenancy.get().isChoosing).toBe(true);
});

test("ERR-01: whose last membership has ended is told so", async () => {
  session.set({ token: "old", longToken: "long" });
  const over = () => ({ status: 403, code: 11015, message: "no member" });
  answerWayIn(
    { modules: over },
    {
      "POST getTokenService": over,
    },
  );
  await expect(open("/pm/mould")).rejects.toMatchObject({
    reply: { code: 11015, message: "no member" },
  });
});

// A sign-in that ended with a deleted person is told as ended by somebody, 11009; one that is only over is unknown, 401.
test.each([401, 11009])(
  "ERR-01: a membership that ended with its sign-in, %i, leads to signing in again, which says why",
  async (code) => {
    session.set({ token: "old", longToken: "long" });
    const over = () => ({ status: 403, code: 11015, message: "no member" });
    answerWayIn(
      { modules: over },
      {
        "POST getTokenService": () => ({
          status: 401,
          code,
          message: "no member",
        }),
      },
    );
    const away = (await open("/pm/mould")) as Response;
    expect(away.headers.get("Location")).toBe("/login?from=%2Fpm%2Fmould");
    expect(endedWords()()).toBe("no member");
    expect(session.signedIn()).toBe(false);
  },
);

test("SESSION-02, LOGIN-20: without menus the login follows, and the whole way is kept", async () => {
  session.set({ token: "t" });
  answerWayIn({
    modules: () => ({ data: { ...treeAt("a", "a1"), moduleData: null } }),
    companies: () => ({ data: [] }),
  });
  const away = (await open("/pm/mould?q=M1")) as Response;
  expect(away.headers.get("Location")).toContain("/login?from=");
  expect(stored.text("preLoginPath")).toBe("/pm/mould?q=M1");
});
