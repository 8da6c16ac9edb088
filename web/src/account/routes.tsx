import type { RouteObject } from "react-router";

/** The recovery of a password: outside the layout, without a session. */
export const recoveryRoutes: RouteObject[] = [
  {
    path: "/forgot",
    lazy: async () => {
      const { ForgotPage } = await import("./forgot-page");
      return { Component: ForgotPage };
    },
  },
  {
    path: "/forgotactive",
    lazy: async () => {
      const { ForgotCodePage } = await import("./forgot-code-page");
      return { Component: ForgotCodePage };
    },
  },
  {
    path: "/forgotreset",
    lazy: async () => {
      const { ForgotResetPage } = await import("./forgot-reset-page");
      return { Component: ForgotResetPage };
    },
  },
  {
    path: "/forgotsucceed",
    lazy: async () => {
      const { ForgotDonePage } = await import("./forgot-done-page");
      return { Component: ForgotDonePage };
    },
  },
].map((route) => ({ ...route, HydrateFallback: () => null }));

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
