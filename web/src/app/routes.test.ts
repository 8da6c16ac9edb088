import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { entityAt } from "./resource-entity";
import { resourcePaths } from "./resource-paths";
import { guard, routes } from "./routes";

const chainOf = (path: string) =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => route);

/** Inside the layout with the header; the routes there share one loader. */
const isInside = (path: string) =>
  chainOf(path).some(({ id }) => id === "signed-in");

const needsLogin = (path: string) =>
  chainOf(path).some(({ loader }) => loader === guard);

/** The page that an address opens, by the name of its component. */
async function pageOf(path: string) {
  const load = chainOf(path).at(-1)?.lazy as () => Promise<{
    Component: () => unknown;
  }>;
  return (await load()).Component.name;
}

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

test.each([
  ["/loginMediumLoading", "DepartingPage"],
  ["/third/open", "LandingPage"],
  ["/third/open/thirdLotLogin", "LandingPage"],
  ["/jumping", "LandingPage"],
  ["/mdbJumping", "LandingPage"],
  ["/app", "PhonePage"],
  ["/languagesetting", "LanguagePage"],
])("ROUTE-04: %s opens its own page", async (path, page) => {
  expect(await pageOf(path)).toBe(page);
});

test.each(["/home", "/comm/online-user", "/settings/login-log", "/pm/mould"])(
  "ROUTE-08: %s is inside the layout, for who is signed in",
  (path) => {
    expect(isInside(path)).toBe(true);
    expect(needsLogin(path)).toBe(true);
  },
);

test("ROUTE-12: an unknown address is answered inside the layout", async () => {
  expect(isInside("/no/such/page/anywhere")).toBe(true);
  expect(chainOf("/no/such/page/anywhere").at(-1)?.path).toBe("*");
  expect(await pageOf("/no/such/page/anywhere")).toBe("NotFoundPage");
});

// The screens that are lists of an entity, which is named, and those that are pages of their own.
test.each<[string, string, string?]>([
  ["APS-FLOW-01", "/aps/flow-time"],
  ["BASE-SECTION-01", "/settings/section", "section"],
  ["BASE-TEAM-01", "/settings/group", "group"],
  ["BASE-MACHINE-01", "/ems/machine", "machine"],
  ["BASE-MACHATTR-01", "/ems/machine-attribute", "machine-attribute"],
  ["BASE-SHIFT-01", "/settings/shift", "shift"],
  ["BASE-CALENDAR-01", "/settings/calendar", "calendar"],
  ["BASE-MATERIAL-01", "/settings/material", "material"],
  ["BASE-PROCMAT-01", "/settings/processing-material", "processing-material"],
  ["BASE-ELECTRODE-01", "/settings/electrode-gap", "electrode-gap"],
  ["BASE-PARTTYPE-01", "/settings/part-type", "part-type"],
  ["BASE-PRECISION-01", "/settings/accuracy-grade", "accuracy-grade"],
  ["BASE-PRODTYPE-01", "/settings/product-type", "product-type"],
  ["BASE-UNIT-01", "/settings/unit", "unit"],
  ["BASE-CURRENCY-01", "/settings/currency", "currency"],
  ["BASE-CURRENCY-01", "/settings/exchange-rate", "exchange-rate"],
  ["BASE-TOL-01", "/settings/tolerance", "tolerance"],
  ["BASE-COLOUR-01", "/settings/colour-standard", "colour-standard"],
  ["BASE-SURFACE-01", "/settings/surface-requirement", "surface-requirement"],
  ["BASE-DELADDR-01", "/settings/delivery-address", "delivery-address"],
  ["BASE-CUSTOMER-01", "/settings/customer", "customer"],
  ["BASE-SUPPLIER-01", "/settings/supplier", "supplier"],
  ["BASE-COSTCTR-01", "/settings/cost-centre", "cost-centre"],
  ["BASE-MOVETYPE-01", "/settings/move-type", "move-type"],
  ["BASE-ORDERTYPE-01", "/settings/order-type", "order-type"],
  ["BASE-PDMFILE-01", "/settings/pdm-file-type", "pdm-file-type"],
  ["BASE-FORMULA-01", "/settings/formula", "formula"],
  ["BASE-SKILL-01", "/settings/skill-title", "skill-title"],
  ["BASE-SHELF-01", "/settings/warehouse-shelf", "warehouse-shelf"],
  ["BASE-ALARM-01", "/settings/alarm-rule", "alarm-rule"],
  ["BASE-PROCESS-01", "/settings/process", "process"],
  ["BASE-PARTNO-01", "/settings/part-number", "part-number"],
  ["BASE-PARTNO-02", "/settings/part-number-type", "part-number-type"],
  ["BASE-PARTNO-03", "/settings/part-number-rule", "part-number-rule"],
  ["DEPT-01", "/settings/department"],
  ["USER-01", "/settings/user"],
  ["USER-01", "/settings/user-add"],
  ["ADMIN-01", "/settings/company-info"],
  ["ADMIN-02", "/settings/module"],
])("%s: %s is a page inside the layout", (_row, path, entity = "") => {
  expect(chainOf(path).at(-1)?.path?.replace("/:id?", "")).toBe(path);
  expect(resourcePaths.includes(path) ? entityAt(path) : "").toBe(entity);
  expect(isInside(path)).toBe(true);
  expect(needsLogin(path)).toBe(true);
});

test("USER-01: the list is one page, adding somebody another", async () => {
  expect(await pageOf("/settings/user")).toBe("UsersPage");
  expect(await pageOf("/settings/user-add")).toBe("AddUserPage");
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
