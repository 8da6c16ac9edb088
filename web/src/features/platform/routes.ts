import type { RouteObject } from "react-router";

/** The screens of the platform's operator that are more than a list. */
export const platformRoutes: RouteObject[] = [
  {
    path: "/settings/tenant/:id?",
    lazy: async () => ({
      Component: (await import("./tenant-page")).TenantPage,
    }),
  },
];
