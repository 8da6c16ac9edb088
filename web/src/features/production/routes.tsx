import type { RouteObject } from "react-router";

/** The production screens that are more than a list, relative to the shell. */
export const productionRoutes: RouteObject[] = [
  {
    path: "/pm/import",
    lazy: async () => ({
      Component: (await import("./import-page")).ImportPage,
    }),
  },
  {
    path: "/pm/mould/:id",
    lazy: async () => ({
      Component: (await import("./mould-route")).MouldRoute,
    }),
  },
  {
    path: "/mf/progress",
    lazy: async () => ({
      Component: (await import("./progress-page")).ProgressPage,
    }),
  },
];
