import type { RouteObject } from "react-router";

/** Who changed what in the company. */
export const operationLogRoutes: RouteObject[] = [
  {
    path: "/comm/operation-log",
    lazy: async () => ({
      Component: (await import("./operation-log-page")).OperationLogPage,
    }),
  },
];
