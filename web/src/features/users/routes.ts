import type { RouteObject } from "react-router";

/** The people of the company, relative to the shell. */
export const userRoutes: RouteObject[] = [
  {
    path: "/settings/user/:id?",
    lazy: async () => ({ Component: (await import("./users-page")).UsersPage }),
  },
  {
    path: "/settings/user-add",
    lazy: async () => ({
      Component: (await import("./users-page")).AddUserPage,
    }),
  },
];
