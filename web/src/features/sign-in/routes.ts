import type { RouteObject } from "react-router";

/** Who is signed in; the sign-in log is a plain resource. */
export const signInRoutes: RouteObject[] = [
  {
    path: "/comm/online-user",
    lazy: async () => ({
      Component: (await import("./online-page")).OnlinePage,
    }),
  },
];
