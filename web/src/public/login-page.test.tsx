import { webcrypto } from "node:crypto";
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { keepEnded } from "@/session/ended";
import { session } from "@/session/session";
import { stored } from "@/session/stored";
import { looseServer, type Sent } from "../../testing/fake-server";
import { LoginPage } from "./login-page";
import { preferScan, useLogin } from "./login-state";
import { landingPath } from "./sign-in";

let publicKey = "";

beforeEach(async () => {
  await switchLanguage("en");
  vi.stubGlobal("crypto", webcrypto);
  const pair = await webcrypto.subtle.generateKey(
    {
      name: "RSA-OAEP",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: "SHA-256",
    },
    true,
    ["encrypt", "decrypt"],
  );
  const spki = await webcrypto.subtle.exportKey("spki", pair.publicKey);
  publicKey = Buffer.from(spki).toString("base64");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  useLogin.setState(useLogin.getInitialState());
  session.clear();
});

function show() {
  const router = createMemoryRouter(
    [
      { path: "/login", Component: LoginPage },
      { path: "/home", element: <p>home</p> },
    ],
    { initialEntries: ["/login"] },
  );
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), router };
}

const keys = () => ({ data: { publicKey } });

/** What was asked beside how the page is laid out. */
const asked = (sent: Sent[]) =>
  sent
    .map(({ path }) => path)
    .filter(
      (path) =>
        !["sso/ways", "upms/registration"].includes(path) &&
        !path.startsWith("fds/"),
    );

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Phone number"), "13800000002");
  await user.type(screen.getByLabelText("Password"), "secret-1{Enter}");
}

test("SESSION-04: an exit that the server has not heard of is told, and told again, in words", async () => {
  stored.keep("exitOwed", { token: "t", longToken: "l" });
  let status = 503;
  const sent = looseServer({
    "POST logout": () => ({ status, code: status === 200 ? 1 : 10000 }),
  });
  show();
  expect(
    await screen.findByText(
      "The server does not answer: you are not signed out yet. Trying again",
    ),
  ).toBeVisible();
  status = 200;
  await waitFor(
    () =>
      expect(screen.getByRole("status")).toHaveTextContent(
        "You are signed out now",
      ),
    { timeout: 4_000 },
  );
  expect(screen.getByRole("alert")).toBeEmptyDOMElement(); // no refusal is left
  expect(asked(sent)).toEqual(["logout", "logout"]);
  expect(stored.text("exitOwed")).toBe("");
});

test("SESSION-04: an exit that another tab has told is over here, too", async () => {
  stored.keep("exitOwed", { token: "t", longToken: "l" });
  looseServer({ "POST logout": () => ({ status: 503, code: 10000 }) });
  show();
  await screen.findByText(/you are not signed out yet/);
  stored.forget("exitOwed");
  await waitFor(
    () =>
      expect(screen.getByRole("status")).toHaveTextContent(
        "You are signed out now",
      ),
    { timeout: 4_000 },
  );
  expect(screen.getByRole("alert")).toBeEmptyDOMElement(); // no refusal is left
});

test("SESSION-04: an exit that is over is told here even when somebody else has signed in at another tab", async () => {
  stored.keep("exitOwed", { token: "t", longToken: "l" });
  looseServer({ "POST logout": () => ({ status: 503, code: 10000 }) });
  show();
  await screen.findByText(/you are not signed out yet/);
  stored.keep("token", "of somebody else");
  stored.forget("exitOwed");
  fireEvent(
    window,
    new StorageEvent("storage", { key: "mw.exitOwed", newValue: null }),
  );
  await waitFor(() =>
    expect(screen.getByRole("status")).toHaveTextContent(
      "You are signed out now",
    ),
  );
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

test("a phone number that was typed is there after the QR code, and after the page was made anew", async () => {
  looseServer({});
  const { user } = show();
  await user.type(screen.getByLabelText("Phone number"), "13800000002");
  await user.click(screen.getByRole("button", { name: "QR code" }));
  await user.click(screen.getByRole("button", { name: "Password" }));
  expect(screen.getByLabelText("Phone number")).toHaveValue("13800000002");
  cleanup();
  show();
  expect(screen.getByLabelText("Phone number")).toHaveValue("13800000002");
});

test("says what is missing and puts the cursor there, without a call", async () => {
  const sent = looseServer({});
  const { user } = show();
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(screen.getByText("Enter your phone number")).toBeVisible();
  expect(screen.getByLabelText("Phone number")).toHaveFocus();
  expect(screen.getByText("Enter your password")).toBeVisible();
  expect(asked(sent)).toEqual([]);
  // What is being put right is not told any more; what is still missing is.
  await user.type(screen.getByLabelText("Phone number"), "1");
  expect(screen.queryByText("Enter your phone number")).toBeNull();
  expect(screen.getByText("Enter your password")).toBeVisible();
});

test.each([true, false])(
  "registration is offered where it is open and nowhere else: %s",
  async (open) => {
    const sent = looseServer({
      "GET sso/ways": () => ({ data: { external: true, connectors: [] } }),
      "GET upms/registration": () => ({ data: { open } }),
    });
    show();
    // The other ways are there once both answers are.
    await screen.findByText("Company single sign-on");
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain("upms/registration"),
    );
    if (open) {
      expect(
        await screen.findByRole("link", { name: "Register a company" }),
      ).toHaveAttribute("href", "/register");
    } else {
      expect(screen.queryByRole("link", { name: /Register/ })).toBeNull();
    }
  },
);

test("a server that can save nothing, not even a session, is told in its own words", async () => {
  const message =
    "The server's disk is full and nothing can be saved; ask the administrator to free space, then try again";
  looseServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({ status: 507, code: 507, message }),
  });
  const { user, router } = show();
  await fill(user);
  expect(await screen.findByText(message)).toBeVisible();
  expect(router.state.location.pathname).toBe("/login");
});

test("LOGIN-04: reads the key first, sends no readable password, lands on home", async () => {
  const sent = looseServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({
      data: { token: "t", longToken: "l", allowLoginFlag: 1, tenantId: "7" },
    }),
  });
  const { user, router } = show();
  await user.type(screen.getByLabelText("Phone number"), "13800000002");
  await user.type(screen.getByLabelText("Password"), "secret-1{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
  expect(asked(sent)).toEqual(["getKeyAndIv", "upms/user/login"]);
  const { body } = sent.find(({ path }) => path === "upms/user/login")!;
  expect(JSON.stringify(body)).not.toContain("secret-1");
  expect(body).not.toHaveProperty("userIp");
  expect(session.get()).toMatchObject({ token: "t", longToken: "l" });
});

test("LOGIN-12: a wrong password is said in the server's words, and one can go on", async () => {
  looseServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({
      status: 403,
      code: 11015,
      message: "Wrong phone or password",
    }),
  });
  const { user, router } = show();
  await user.type(screen.getByLabelText("Phone number"), "13800000002");
  await user.type(screen.getByLabelText("Password"), "no{Enter}");
  expect(await screen.findByText("Wrong phone or password")).toBeVisible();
  expect(router.state.location.pathname).toBe("/login");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Sign in" })).toBeEnabled(),
  );
  expect(screen.getByLabelText("Password")).toHaveFocus();
  // Who types another password is not told of the wrong one any more.
  await user.type(screen.getByLabelText("Password"), "x");
  expect(screen.queryByText("Wrong phone or password")).toBeNull();
});

test("a refusal that stays on the page follows the person to the other language", async () => {
  looseServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({
      status: 403,
      code: 11015,
      message: "Wrong phone or password",
      texts: { zh: "手机号或密码错误", en: "Wrong phone or password" },
    }),
  });
  const { user } = show();
  await fill(user);
  expect(await screen.findByText("Wrong phone or password")).toBeVisible();
  await act(() => switchLanguage("zh"));
  expect(screen.getByText("手机号或密码错误")).toBeVisible();
  expect(screen.queryByText("Wrong phone or password")).toBeNull();
});

test("LOGIN-09: a reply without a token is named", async () => {
  looseServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({ data: { allowLoginFlag: 1 } }),
  });
  const { user } = show();
  await user.type(screen.getByLabelText("Phone number"), "1");
  await user.type(screen.getByLabelText("Password"), "x{Enter}");
  expect(await screen.findByText("No token returned")).toBeVisible();
  expect(session.signedIn()).toBe(false);
});

test("LOGIN-06: userIp is sent while a company registers, and only then", async () => {
  localStorage.setItem("mw.enterpriseRegistration", "1");
  const sent = looseServer({
    "GET getKeyAndIv": keys,
    "GET sso/ways": () => ({
      data: { external: false, connectors: [], address: "192.0.2.7" },
    }),
    "POST upms/user/login": () => ({ data: { token: "t" } }),
  });
  const { user, router } = show();
  await fill(user);
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
  const { body } = sent.find(({ path }) => path === "upms/user/login")!;
  expect(body.userIp).toBe("192.0.2.7");
});

test.each([
  { status: 409, code: 20000 },
  { status: 200, code: 20000 },
  { status: 200, code: 0 },
])("LOGIN-14: $code with $status is raised as an error", async (refusal) => {
  looseServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({
      ...refusal,
      message: "The stars stand badly",
    }),
  });
  const { user } = show();
  await fill(user);
  expect(await screen.findByText("The stars stand badly")).toBeVisible();
  expect(session.signedIn()).toBe(false);
});

test("LOGIN-03: not logged in, logging in, logged in; on with the authorization that waited", async () => {
  history.replaceState(null, "", "/login?authRequestId=R1");
  const assign = vi.spyOn(location, "assign").mockReturnValue();
  const phases: string[] = [useLogin.getState().phase];
  useLogin.subscribe(({ phase }) => {
    if (phase !== phases.at(-1)) {
      phases.push(phase);
    }
  });
  const next = "/sso/authorize/callback?id=R1";
  const sent = looseServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({ data: { token: "t", next } }),
  });
  const { user, router } = show();
  await fill(user);
  await waitFor(() => expect(assign).toHaveBeenCalledWith(next));
  const { body } = sent.find(({ path }) => path === "upms/user/login")!;
  expect(body.authRequestId).toBe("R1");
  expect(phases).toEqual(["out", "signing-in", "in"]);
  expect(router.state.location.pathname).toBe("/login");
  assign.mockRestore();
});

test("LOGIN-03: after a refused password nobody is logging in any more", async () => {
  const phases: string[] = [useLogin.getState().phase];
  const stop = useLogin.subscribe(({ phase }) => {
    if (phase !== phases.at(-1)) {
      phases.push(phase);
    }
  });
  looseServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({
      status: 403,
      code: 11015,
      message: "Wrong phone or password",
    }),
  });
  const { user } = show();
  await fill(user);
  await screen.findByText("Wrong phone or password");
  await waitFor(() => expect(phases).toEqual(["out", "signing-in", "out"]));
  stop();
});

test("an address of somebody else is no way on", async () => {
  looseServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({
      data: {
        token: "t",
        next: "https://evil.example/",
        path: "//evil.example",
      },
    }),
  });
  const { user, router } = show();
  await fill(user);
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
});

test("LOGIN-02, LOGIN-15, LOGIN-16: the QR screen polls every two seconds, says how far the phone is, and lets in", async () => {
  const states = ["waiting", "scanned", "confirmed"];
  const sent = looseServer({
    "GET upms/user/qrcode": () => ({
      data: {
        qrCode: "http://x/app?code=C",
        randomCode: "R",
        expireSeconds: 120,
      },
    }),
    "POST bms/sys/qrcode/getQrcodeInfo": () => {
      const state = states.shift();
      const login = state === "confirmed" ? { token: "q" } : null;
      return { data: { state, name: "A***", login } };
    },
  });
  const { user, router } = show();
  expect(useLogin.getState()).toMatchObject({ mode: "password", scanLogin: 1 });
  await user.click(screen.getByRole("button", { name: "QR code" }));
  expect(await screen.findByTitle("QR code to sign in")).toBeInTheDocument();
  expect(useLogin.getState()).toMatchObject({
    mode: "qr",
    qrCode: "http://x/app?code=C",
    randomCode: "R",
  });
  expect(screen.queryByLabelText("Password")).toBeNull();
  const said = await screen.findByText(
    /A\*\*\* has scanned it/,
    {},
    { timeout: 9000 },
  );
  expect(said).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"), {
    timeout: 9000,
  });
  expect(session.get().token).toBe("q");
  const polls = sent.filter(({ path }) => path.endsWith("getQrcodeInfo"));
  expect(polls).toHaveLength(3);
  expect(polls[0]!.body.randomCode).toBe("R");
});

test("ERR-04: by QR code too: the company signs in at an address of its own", async () => {
  const left = vi.spyOn(location, "assign").mockImplementation(() => {});
  looseServer({
    "GET upms/user/qrcode": () => ({
      data: { qrCode: "http://x/app", randomCode: "R", expireSeconds: 120 },
    }),
    "POST bms/sys/qrcode/getQrcodeInfo": () => ({
      status: 403,
      code: 141011,
      data: "https://login.tai.example/login",
    }),
  });
  const { user } = show();
  await user.click(screen.getByRole("button", { name: "QR code" }));
  await waitFor(() =>
    expect(left).toHaveBeenCalledWith("https://login.tai.example/login"),
  );
  left.mockRestore();
});

test("SSO-02, SESSION-06: who was kicked reads why until somebody signs in, however often the page is loaded", async () => {
  looseServer({});
  keepEnded({ zh: "管理员已将您下线", en: "An administrator signed you out" });
  const { user } = show();
  expect(screen.getByRole("alert")).toHaveTextContent(
    "An administrator signed you out",
  );
  await user.type(screen.getByLabelText("Phone number"), "1");
  await act(() => switchLanguage("zh"));
  expect(screen.getByRole("alert")).toHaveTextContent("管理员已将您下线");
  cleanup();
  show();
  expect(screen.getByRole("alert")).toHaveTextContent("管理员已将您下线");
  cleanup();
  session.set({ token: "t" });
  session.clear();
  show();
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

test("LOGIN-16: a code that is over offers a new one", async () => {
  let codes = 0;
  looseServer({
    "GET upms/user/qrcode": () => ({
      data: {
        qrCode: `http://x/${++codes}`,
        randomCode: "R",
        expireSeconds: 120,
      },
    }),
    "POST bms/sys/qrcode/getQrcodeInfo": () => ({
      data: { state: "expired", name: "", login: null },
    }),
  });
  const { user } = show();
  await user.click(screen.getByRole("button", { name: "QR code" }));
  const again = await screen.findByRole(
    "button",
    { name: "New QR code" },
    { timeout: 9000 },
  );
  await user.click(again);
  await waitFor(() => expect(useLogin.getState().qrCode).toBe("http://x/2"));
});

test("LOGIN-16: scan-login value 2 puts the QR code first, unless the person has begun", () => {
  preferScan(2);
  expect(useLogin.getState()).toMatchObject({ scanLogin: 2, mode: "qr" });
  useLogin.setState({ mode: "password", phase: "signing-in" });
  preferScan(2);
  expect(useLogin.getState().mode).toBe("password");
  preferScan(1);
  expect(useLogin.getState().scanLogin).toBe(1);
});

test.each([
  ["", "/home"],
  ["?from=/login", "/home"],
  ["?from=%2F", "/home"],
  ["?from=%2FloginMedium", "/home"],
  ["?from=%2Fpm%2Fmould%3Fq%3DM1", "/pm/mould?q=M1"],
  ["?from=//evil.example/", "/home"],
  ["?from=/%5Cevil.example/", "/home"],
  ["?from=https://evil.example/", "/home"],
  ["?from=javascript:alert(1)", "/home"],
])("LOGIN-19: after %s one lands on %s", (search, path) => {
  expect(landingPath(search)).toBe(path);
});

test.each([
  ["/pm/mould?q=M1", "/pm/mould?q=M1"],
  ["", "/home"],
  ["/", "/home"],
  ["/login", "/home"],
  ["/loginMedium", "/home"],
])("LOGIN-19: the saved path %s leads to %s", (saved, path) => {
  stored.keepText("preLoginPath", saved);
  expect(landingPath("")).toBe(path);
  // What the address asks for goes first.
  expect(landingPath("?from=%2Fbom%2Fpart")).toBe("/bom/part");
  stored.forget("preLoginPath");
});
