import type { RouteObject } from "react-router";
import { LoginPage } from "./login-page";

const landing = {
  lazy: async () => ({
    Component: (await import("./landing-page")).LandingPage,
  }),
  HydrateFallback: () => null,
};

/** Pages outside the shell that need no session: each is open, or carries its own proof. */
export const publicRoutes: RouteObject[] = [
  {
    path: "/",
    lazy: async () => ({
      Component: (await import("./entry-page")).EntryPage,
    }),
    HydrateFallback: () => null,
  },
  {
    path: "/login",
    // A visit without a way back is for the form, which needs nothing more: after an exit the server may be away.
    loader: async (args) =>
      new URL(args.request.url).searchParams.get("from")
        ? (await import("./sign-on")).goToSignOn(args)
        : null,
    Component: LoginPage,
    HydrateFallback: () => null,
  },
  {
    path: "/third/login",
    lazy: async () => ({
      Component: (await import("./third-login-page")).ThirdLoginPage,
    }),
    HydrateFallback: () => null,
  },
  {
    path: "/loginMediumLoading",
    lazy: async () => ({
      Component: (await import("./departing-page")).DepartingPage,
    }),
    HydrateFallback: () => null,
  },
  {
    path: "/logout",
    lazy: () => import("@/session/typed-sign-out"),
    HydrateFallback: () => null,
  },
  { path: "/loginMedium", ...landing },
  { path: "/third/open", ...landing },
  { path: "/third/open/thirdLotLogin", ...landing },
  { path: "/jumping", ...landing },
  { path: "/mdbJumping", ...landing },
];

/** Pages outside the shell for who is signed in. */
export const bareRoutes: RouteObject[] = [
  {
    path: "/app",
    lazy: async () => ({
      Component: (await import("./phone-page")).PhonePage,
    }),
    HydrateFallback: () => null,
  },
  {
    path: "/languagesetting",
    lazy: async () => ({
      Component: (await import("./language-page")).LanguagePage,
    }),
    HydrateFallback: () => null,
  },
];
