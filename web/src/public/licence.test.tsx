import { webcrypto } from "node:crypto";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { exit } from "@/session/sign-out";
import { stored } from "@/session/stored";
import { fakeServer } from "../../testing/fake-server";
import { LoginPage } from "./login-page";
import { delayShown } from "./sign-in";

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
  exit();
});

async function signIn(licence: Record<string, unknown>) {
  const sent = fakeServer({
    "GET getKeyAndIv": () => ({ data: { publicKey } }),
    "POST upms/user/login": () => ({
      data: { token: "t", longToken: "l", allowLoginFlag: 1, ...licence },
    }),
  });
  const router = createMemoryRouter(
    [
      { path: "/login", Component: LoginPage },
      { path: "/home", element: <p>home</p> },
    ],
    { initialEntries: ["/login"] },
  );
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Phone number"), "13800000002");
  await user.type(screen.getByLabelText("Password"), "secret-1{Enter}");
  return { user, router, sent };
}

test("LOGIN-10, EXPIRY-01: a blocked licence refuses the login and is shown", async () => {
  const { user, router } = await signIn({
    token: "",
    allowLoginFlag: 0,
    expireDate: "2026-09-22",
    expireRemainDays: -60,
    maxOverdueDays: 15,
    tenantName: "Company c",
    haspExpireSwitch: 0,
  });
  const dialog = await screen.findByRole("dialog", {
    name: "The licence has expired",
  });
  for (const said of ["Company c", "2026-09-22", "-60 days", "15 days"]) {
    expect(dialog).toHaveTextContent(said);
  }
  expect(session.signedIn()).toBe(false);
  expect(stored.text("localHaspExpireSwitch")).toBe("0");
  await user.click(screen.getByRole("button", { name: "OK" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(router.state.location.pathname).toBe("/login");
  expect(screen.getByRole("button", { name: "Sign in" })).toBeEnabled();
});

test("LOGIN-11: an overdue licence waits at least three seconds, shown in a dialog", async () => {
  const { router } = await signIn({
    loginDelaySeconds: 1,
    haspExpireSwitch: 0,
    expireRemainDays: -5,
  });
  expect(await screen.findByRole("dialog")).toHaveTextContent(
    "Expired 5 days, please notify your purchasing staff or boss to renew",
  );
  expect(screen.getByRole("timer")).toHaveTextContent(
    "Entering the system in 3 seconds",
  );
  expect(router.state.location.pathname).toBe("/login");
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
});

test("LOGIN-11: a licence that nobody watches waits for nothing", async () => {
  const { router } = await signIn({
    loginDelaySeconds: 9,
    haspExpireSwitch: 1,
  });
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("LOGIN-05, LOGIN-11: the sign-in says that nothing was shown yet; on the way to single sign-on it is kept that it was", async () => {
  const left = vi.spyOn(location, "assign").mockImplementation(() => {});
  const { sent } = await signIn({
    loginDelaySeconds: 1,
    haspExpireSwitch: 0,
    expireRemainDays: -5,
    next: "/sso/authorize/callback?id=R",
  });
  expect(await screen.findByRole("timer")).toBeVisible();
  const { body } = sent.find(({ path }) => path === "upms/user/login")!;
  expect(Object.keys(body).sort()).toEqual([
    "isJudge",
    "notDelay",
    "password",
    "phoneNum",
    "remember",
  ]);
  expect(body).toMatchObject({ notDelay: 0, isJudge: 0 });
  expect(delayShown()).toBe(0);
  await waitFor(() =>
    expect(left).toHaveBeenCalledWith("/sso/authorize/callback?id=R"),
  );
  expect(delayShown()).toBe(1);
  left.mockRestore();
});
