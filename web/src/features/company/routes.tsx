import type { RouteObject } from "react-router";

/** The pages about the company itself, relative to the shell. */
export const companyRoutes: RouteObject[] = [
  {
    path: "/settings/logo",
    lazy: async () => ({ Component: (await import("./logo-page")).LogoPage }),
  },
];
