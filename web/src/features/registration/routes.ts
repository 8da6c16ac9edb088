import type { RouteObject } from "react-router";

/** The audit, inside the layout. */
export const registrationRoutes: RouteObject[] = [
  {
    path: "/settings/registration/:id?",
    lazy: async () => ({
      Component: (await import("./registration-list")).RegistrationList,
    }),
  },
];
