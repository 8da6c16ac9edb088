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

type Pages = typeof import("./pages");

const page = (path: string, name: keyof Pages): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await import("./pages"))[name] }),
});

/** The personal centre, and how strict the company is with passwords: inside the layout. */
export const accountRoutes = [
  page("/account", "AccountPage"),
  page("/settings/security", "SecurityPage"),
];
