import type { RouteObject } from "react-router";

/** The scheduling screens, relative to the shell. */
export const apsRoutes: RouteObject[] = [];
