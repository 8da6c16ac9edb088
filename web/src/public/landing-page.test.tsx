import { act, render, screen, waitFor } from "@testing-library/react";
import {
  createMemoryRouter,
  RouterProvider,
  type LoaderFunctionArgs,
} from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "@/api/call";
import { switchLanguage } from "@/i18n/language";
import { departure } from "@/session/departure";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { stored } from "@/session/stored";
import { fakeServer } from "../../testing/fake-server";
import { entryIn, LandingPage, proofIn } from "./landing-page";
import { delayShown, keepDelayShown } from "./sign-in";
import {
  departFor,
  departsFrom,
  goToSignOn,
  isAddress,
  signOnAddress,
} from "./sign-on";

beforeEach(() => switchLanguage("en"));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
  session.clear();
});

function land(search: string) {
  history.replaceState(null, "", `/loginMedium${search}`);
  const router = createMemoryRouter(
    [
      { path: "/loginMedium", Component: LandingPage },
      { path: "/login", element: <p>the form</p> },
      { path: "/home", element: <p>home</p> },
      { path: "/pm/mould", element: <p>moulds</p> },
      { path: "/account", element: <p>centre</p> },
    ],
    { initialEntries: [`/loginMedium${search}`] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

// SSO-05, SSO-06, SSO-09
test.each([
  [
    "?code=C&state=S",
    "upms/user/sso/loginByCode.do",
    { code: "C", state: "S" },
  ],
  [
    "?authCode=C&state=S",
    "upms/user/sso/loginByCode.do",
    { code: "C", state: "S" },
  ],
  ["?ticket=T", "upms/user/sso/loginByTicket.do", { ticket: "T" }],
])(
  "SSO-05: %s finishes the sign-in once and opens the page asked for",
  async (search, path, query) => {
    const sent = fakeServer({
      [`GET ${path}`]: () => ({ data: { token: "t", path: "/pm/mould?q=1" } }),
    });
    const router = land(search);
    await waitFor(() =>
      expect(router.state.location.pathname).toBe("/pm/mould"),
    );
    expect(router.state.location.search).toBe("?q=1");
    expect(session.get().token).toBe("t");
    expect(sent).toHaveLength(1);
    expect(Object.fromEntries(sent[0]!.query)).toMatchObject(query);
  },
);

// HEADER-24
test("a work app that is being linked makes no sign-in, and leads back to where it began", async () => {
  session.set({ token: "mine" });
  const sent = fakeServer({
    "POST sso/link": () => ({ data: { path: "/account?tab=apps" } }),
  });
  const router = land("?authCode=C&state=link.S");
  await waitFor(() => expect(router.state.location.pathname).toBe("/account"));
  expect(sent).toHaveLength(1);
  expect(sent[0]!.body).toEqual({ code: "C", state: "link.S" });
  expect(session.get().token).toBe("mine");
});

test("CALL-07: who is brought here by another product carries its name and its token with every call of the tab", async () => {
  const path = "upms/user/sso/loginByTicket.do";
  const sent = fakeServer({
    [`GET ${path}`]: () => ({ data: { token: "t", path: "/pm/mould" } }),
    "GET pm/mould": () => ({}),
  });
  const router = land("?ticket=T&from=partner&thirdToken=abc");
  await waitFor(() => expect(router.state.location.pathname).toBe("/pm/mould"));
  expect(router.state.location.search).toBe("");
  await call("GET", "pm/mould");
  for (const { headers } of sent) {
    expect(headers.get("from")).toBe("partner");
    expect(headers.get("thirdToken")).toBe("abc");
  }
  // A path says where to go, not where from; and leaving takes the entry along.
  expect(entryIn("?ticket=T&from=/pm/mould").from).toBe("");
  exit();
  await call("GET", "pm/mould");
  expect(sent.at(-1)!.headers.has("from")).toBe(false);
  expect(sent.at(-1)!.headers.has("thirdToken")).toBe(false);
});

test("LOGIN-13: 11050 shows its message and opens the login page after a second", async () => {
  fakeServer({
    "GET upms/user/sso/loginByCode.do": () => ({
      status: 401,
      code: 11050,
      message: "This sign-in was used already",
    }),
  });
  vi.useFakeTimers();
  const router = land("?code=C&state=S");
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText("This sign-in was used already")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(999));
  expect(router.state.location.pathname).toBe("/loginMedium");
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(router.state.location.pathname).toBe("/login");
  expect(session.signedIn()).toBe(false);
});

test("a stranger is told so and stays; a foreign page is never opened", async () => {
  fakeServer({
    "GET upms/user/sso/loginByCode.do": () => ({
      status: 403,
      code: 11015,
      message: "This account belongs to no user here",
    }),
    "GET upms/user/sso/loginByTicket.do": () => ({
      data: { token: "t", path: "https://evil.example/" },
    }),
  });
  land("?code=C&state=S");
  expect(await screen.findByText(/belongs to no user/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to sign-in" })).toBeVisible();
  const router = land("?ticket=T");
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
});

test("an address without a proof asks the server nothing", () => {
  const sent = fakeServer({});
  land("");
  expect(screen.getByText(/holds no proof/)).toBeVisible();
  expect(sent).toHaveLength(0);
  expect(proofIn("?code=C")).toBeNull();
  expect(proofIn("?state=S")).toBeNull();
});

test.each([
  ["?from=%2Fpm%2Fmould", "/pm/mould"],
  ["?from=%2FloginMedium%3Fcode%3DC", null],
  ["?from=%2Fhome&authRequestId=R", null],
  ["?authRequestId=R", null],
  ["?lang=en", null],
  ["", null],
])(
  "SSO-02: the visit /login%s goes to single sign-on for %s",
  (search, from) => {
    expect(departsFrom(search)).toBe(from);
  },
);

test("SSO-07: the server says where; what runs is no address, and without an answer the form serves", async () => {
  let url = "/sso/authorize?client_id=mouldworks-web";
  const sent = fakeServer({
    "POST /mcfront/basic-api/blade-auth/oauth/getLoginUrl": () => ({
      data: { url },
    }),
  });
  expect(await signOnAddress("/pm/mould")).toBe(url);
  expect(sent[0]!.body).toEqual({ redirect: "/pm/mould" });
  departure.end();
  url = "javascript:alert(1)";
  expect(await signOnAddress("/home")).toBe("");
  fakeServer({});
  expect(await signOnAddress("/home")).toBe("");
  expect(isAddress("https://sso.example/authorize")).toBe(true);
  for (const bad of [
    "//evil.example",
    "/\\evil.example",
    "data:text/html,x",
    "https:///x",
    "",
  ]) {
    expect(isAddress(bad)).toBe(false);
  }
});

test.each(["?code=C&state=S", "?ticket=T"])(
  "ERR-04: the company of %s signs in at an address of its own",
  async (search) => {
    const left = vi.spyOn(location, "assign").mockImplementation(() => {});
    const elsewhere = () => ({
      status: 403,
      code: 141011,
      data: "https://login.tai.example/login",
    });
    fakeServer({
      "GET upms/user/sso/loginByCode.do": elsewhere,
      "GET upms/user/sso/loginByTicket.do": elsewhere,
    });
    land(search);
    await waitFor(() =>
      expect(left).toHaveBeenCalledWith("https://login.tai.example/login"),
    );
    expect(screen.getByRole("alert")).toHaveTextContent("");
    left.mockRestore();
  },
);

test("LOGIN-11: a pause that was shown before the round trip is not shown after it", async () => {
  keepDelayShown();
  const sent = fakeServer({
    "GET upms/user/sso/loginByCode.do": () => ({
      data: { token: "t", path: "/pm/mould", loginDelaySeconds: 0 },
    }),
  });
  const router = land("?code=C&state=S");
  await waitFor(() => expect(router.state.location.pathname).toBe("/pm/mould"));
  expect(sent[0]!.query.get("notDelay")).toBe("1");
  // Once: the next person in this tab waits again.
  expect(delayShown()).toBe(0);
});

test("SSO-02: several calls that find nobody signed in depart once, and a later departure is another one", async () => {
  let count = 0;
  const sent = fakeServer({
    "POST /mcfront/basic-api/blade-auth/oauth/getLoginUrl": () => ({
      data: { url: `/sso/authorize?n=${++count}` },
    }),
  });
  const all = await Promise.all(
    ["/pm/mould", "/home", "/aps/schedule"].map(signOnAddress),
  );
  expect(all).toEqual(Array(3).fill("/sso/authorize?n=1"));
  expect(sent.map(({ body }) => body)).toEqual([{ redirect: "/pm/mould" }]);
  departure.end();
  expect(await signOnAddress("/home")).toBe("/sso/authorize?n=2");
});

test("SSO-02: who visits /login leaves for where the server says, or for their page once another tab has signed in", async () => {
  fakeServer({
    "POST /mcfront/basic-api/blade-auth/oauth/getLoginUrl": () => ({
      data: { url: "/sso/authorize?n=1" },
    }),
  });
  const visit = async (search: string) => {
    const request = new Request(`http://localhost/login${search}`);
    const reply = await goToSignOn({ request } as LoaderFunctionArgs);
    return reply?.headers.get("Location");
  };
  expect(await visit("")).toBeUndefined();
  expect(await visit("?from=%2FloginMedium")).toBeUndefined();
  expect(await visit("?from=%2Fpm%2Fmould")).toBe("/sso/authorize?n=1");
  departure.end();
  localStorage.setItem("mw.token", JSON.stringify("theirs"));
  expect(await visit("?from=%2Fpm%2Fmould")).toBe("/pm/mould");
  localStorage.clear();
});

test("LOGIN-13: a way round that is spent leads whoever is in to their page, and nobody else", async () => {
  session.set({ token: "first half" });
  stored.keepText("preLoginPath", "/pm/mould?q=M1");
  fakeServer({
    "GET upms/user/sso/loginByCode.do": () => ({
      status: 401,
      code: 11050,
      message: "This sign-in was used already",
    }),
    "GET checklogin": () => ({ data: { userId: "u1" } }),
  });
  const router = land("?code=c&state=s");
  await waitFor(() => expect(router.state.location.pathname).toBe("/pm/mould"));
});

test.each(["before", "while", "after"])(
  "SSO-02: a session that another tab begins %s the server is asked where to sign in keeps this tab here",
  async (when) => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    const begin = (told: boolean) => {
      localStorage.setItem("mw.token", JSON.stringify("theirs"));
      if (told) {
        window.dispatchEvent(new StorageEvent("storage", { key: "mw.token" }));
      }
    };
    const sent = fakeServer({
      "POST /mcfront/basic-api/blade-auth/oauth/getLoginUrl": () => ({
        data: { url: "/sso/authorize" },
      }),
    });
    const now = globalThis.fetch;
    vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
      await asked;
      return now(...call);
    });
    if (when === "before") {
      begin(false);
    }
    departure.begin();
    const leaving = departFor("/pm/mould");
    if (when === "while") {
      begin(true); // The server has not answered, and never does.
    } else if (when === "after") {
      begin(false); // The event is on its way still.
      answer();
    }
    expect(await leaving).toEqual({ kind: "signed-in" });
    expect(departure.isUnderWay()).toBe(false);
    // A browser that has a session gets no mark of a departure.
    expect(sent).toHaveLength(when === "after" ? 1 : 0);
    answer();
    localStorage.clear();
    departure.end();
    expect(await departFor("/pm/mould")).toEqual({
      kind: "away",
      address: "/sso/authorize",
    });
    departure.end();
  },
);
