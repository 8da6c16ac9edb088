import type { RouteObject } from "react-router";

/** The departments of the company, relative to the shell. Titles are a plain resource. */
export const organisationRoutes: RouteObject[] = [
  {
    path: "/settings/department/:id?",
    lazy: async () => ({
      Component: (await import("./department-page")).DepartmentPage,
    }),
  },
];
