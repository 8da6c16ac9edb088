import type { RouteObject } from "react-router";

const settling = (page: "NewPasswordPage" | "AgreementPage") => async () => ({
  Component: (await import("./settle-page"))[page],
});

/** Outside the layout: joining, and what is owed before going on. The latter carry their session, but no menus yet. */
export const joiningRoutes: RouteObject[] = [
  {
    path: "/register",
    lazy: async () => ({
      Component: (await import("./register-page")).RegisterPage,
    }),
    HydrateFallback: () => null,
  },
  {
    path: "/registersucceed",
    lazy: async () => ({
      Component: (await import("./registered-page")).RegisteredPage,
    }),
    HydrateFallback: () => null,
  },
  {
    path: "/newpassword",
    lazy: settling("NewPasswordPage"),
    HydrateFallback: () => null,
  },
  {
    path: "/agreement",
    lazy: settling("AgreementPage"),
    HydrateFallback: () => null,
  },
];
