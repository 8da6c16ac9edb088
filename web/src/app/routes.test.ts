import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { guard, routes } from "./routes";

const chainOf = (path: string) =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => route);

/** Inside the layout with the header; the routes there share one loader. */
const isInside = (path: string) =>
  chainOf(path).some(({ id }) => id === "signed-in");

const needsLogin = (path: string) =>
  chainOf(path).some(({ loader }) => loader === guard);

// ROUTE-01, ROUTE-02, ROUTE-05, ROUTE-07. The pages of the forgotten password stand in web/src/account.
test.each(["/", "/login", "/third/login", "/register", "/registersucceed"])(
  "ROUTE-07: %s stands outside the layout and needs no login",
  (path) => {
    expect(chainOf(path).at(-1)?.path).toBe(path);
    expect(isInside(path)).toBe(false);
    expect(needsLogin(path)).toBe(false);
  },
);

// ROUTE-03, ROUTE-04, R13
test.each([
  "/loginMedium",
  "/loginMediumLoading",
  "/third/open",
  "/third/open/thirdLotLogin",
  "/jumping",
  "/mdbJumping",
])(
  "ROUTE-04: %s stands outside the layout and carries its own proof",
  (path) => {
    expect(chainOf(path).at(-1)?.path).toBe(path);
    expect(isInside(path)).toBe(false);
    expect(needsLogin(path)).toBe(false);
  },
);

test.each(["/app", "/languagesetting"])(
  "ROUTE-04: %s stands outside the layout and needs login",
  (path) => {
    expect(chainOf(path).at(-1)?.path).toBe(path);
    expect(isInside(path)).toBe(false);
    expect(needsLogin(path)).toBe(true);
  },
);

test.each(["/home", "/comm/online-user", "/settings/login-log", "/pm/mould"])(
  "ROUTE-08: %s is inside the layout, for who is signed in",
  (path) => {
    expect(isInside(path)).toBe(true);
    expect(needsLogin(path)).toBe(true);
  },
);

test("ROUTE-12: an unknown address is answered inside the layout", () => {
  expect(isInside("/no/such/page/anywhere")).toBe(true);
  expect(chainOf("/no/such/page/anywhere").at(-1)?.path).toBe("*");
});

test("ROUTE-15: messages are managed on a page of their own, not behind a short link", () => {
  const path = "/comm/messageNotice/messageManagement";
  expect(chainOf(path).at(-1)?.path).toBe(path);
  expect(isInside(path)).toBe(true);
});

test("ROUTE-07: no other page is open", () => {
  const open = routes
    .filter(({ loader, id }) => loader !== guard && id !== "signed-in")
    .map(({ path }) => path!);
  const listed = [
    ...["/", "/login", "/third/login", "/register", "/registersucceed"],
    ...["/forgot", "/forgotactive", "/forgotreset", "/forgotsucceed"],
    // They carry their own proof, or say why nobody can enter.
    ...["/loginMedium", "/loginMediumLoading", "/third/open"],
    ...["/third/open/thirdLotLogin", "/jumping", "/mdbJumping"],
    ...[
      "/error",
      "/setup",
      "/invitation",
      // A session that owes a password or a consent has no menus yet.
      "/newpassword",
      "/agreement",
      // One that owes the proof by SMS is not in the company yet.
      "/entry",
      // It ends a session, where there is one.
      "/logout",
    ],
  ];
  expect(open.filter((path) => !listed.includes(path))).toEqual([]);
});
