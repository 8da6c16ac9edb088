import type { RouteObject } from "react-router";

/** The recovery of a password: outside the layout, without a session. */
export const recoveryRoutes: RouteObject[] = [
  "/forgot",
  "/forgotactive",
  "/forgotreset",
  "/forgotsucceed",
].map((path) => ({
  path,
  lazy: () => import("./recovery-route"),
  HydrateFallback: () => null,
}));

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
