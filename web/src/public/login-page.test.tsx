import { webcrypto } from "node:crypto";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "@/i18n/language";
import { session } from "@/session/session";
import { fakeServer } from "../../testing/fake-server";
import { LoginPage } from "./login-page";
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

test("says what is missing and puts the cursor there, without a call", async () => {
  const sent = fakeServer({});
  const { user } = show();
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(screen.getByText("Enter your phone number")).toBeVisible();
  expect(screen.getByLabelText("Phone number")).toHaveFocus();
  expect(sent).toHaveLength(0);
});

test("LOGIN-04: reads the key first, sends no readable password, lands on home", async () => {
  const sent = fakeServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({
      data: { token: "t", longToken: "l", allowLoginFlag: 1, tenantId: "7" },
    }),
  });
  const { user, router } = show();
  await user.type(screen.getByLabelText("Phone number"), "13800000002");
  await user.type(screen.getByLabelText("Password"), "secret-1{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/home"));
  // Beside how the page is laid out, which it asks for in its own time.
  const ours = sent.filter(({ path }) => /getKeyAndIv|login$/.test(path));
  expect(ours.map(({ path }) => path)).toEqual([
    "getKeyAndIv",
    "upms/user/login",
  ]);
  expect(JSON.stringify(sent.map(({ body }) => body))).not.toContain(
    "secret-1",
  );
  expect(session.get()).toMatchObject({ token: "t", longToken: "l" });
});

test("LOGIN-12: a wrong password is said in the server's words, and one can go on", async () => {
  fakeServer({
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
});

test("LOGIN-09: a reply without a token is named", async () => {
  fakeServer({
    "GET getKeyAndIv": keys,
    "POST upms/user/login": () => ({ data: { allowLoginFlag: 1 } }),
  });
  const { user } = show();
  await user.type(screen.getByLabelText("Phone number"), "1");
  await user.type(screen.getByLabelText("Password"), "x{Enter}");
  expect(await screen.findByText("No token returned")).toBeVisible();
  expect(session.signedIn()).toBe(false);
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
