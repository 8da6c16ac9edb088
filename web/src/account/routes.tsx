import type { RouteObject } from "react-router";

const open = (
  lazy: NonNullable<RouteObject["lazy"]>,
  ...paths: string[]
): RouteObject[] =>
  paths.map((path) => ({ path, lazy, HydrateFallback: () => null }));

/**
 * Outside the layout: the recovery of a password, joining, and what is owed
 * before going on. The last three carry their session, but have no menus yet.
 */
export const recoveryRoutes: RouteObject[] = [
  ...open(
    () => import("./recovery-route"),
    "/forgot",
    "/forgotactive",
    "/forgotreset",
    "/forgotsucceed",
  ),
  ...open(
    () => import("./joining-route"),
    "/register",
    "/registersucceed",
    "/newpassword",
    "/agreement",
    "/entry",
  ),
];

/** The personal centre: inside the layout. */
export const accountRoutes: RouteObject[] = [
  {
    path: "/account",
    lazy: async () => {
      const { AccountPage } = await import("./account-page");
      return { Component: AccountPage };
    },
  },
  {
    path: "/settings/security",
    lazy: async () => {
      const { SecurityPage } = await import(
        "@/features/security/security-page"
      );
      return { Component: SecurityPage };
    },
  },
];
