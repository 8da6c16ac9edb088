import type { RouteObject } from "react-router";

/** Where the machines of a section stand, relative to the shell. */
export const floorPlanRoutes: RouteObject[] = [
  {
    path: "/ems/machine-layout",
    lazy: async () => ({
      Component: (await import("./floor-plan-page")).FloorPlanPage,
    }),
  },
];
