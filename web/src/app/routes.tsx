import type { LoaderFunction, RouteObject } from "react-router";
import { accountRoutes, recoveryRoutes } from "@/account/routes";
import { apsRoutes } from "@/features/aps/routes";
import { embedRoutes } from "@/embed/routes";
import { companyRoutes } from "@/features/company/routes";
import { organisationRoutes } from "@/features/organisation/routes";
import { platformRoutes } from "@/features/platform/routes";
import { productionRoutes } from "@/features/production/routes";
import { programRoutes } from "@/features/program/routes";
import { floorPlanRoutes } from "@/features/floor-plan/routes";
import { operationLogRoutes } from "@/features/operation-log/routes";
import { roleRoutes } from "@/features/roles/routes";
import { registrationRoutes } from "@/features/registration/routes";
import { signInRoutes } from "@/features/sign-in/routes";
import { userRoutes } from "@/features/users/routes";
import { bareRoutes, publicRoutes } from "@/public/routes";
import { StartFailedPage } from "@/public/start-failed-page";
import { shellRoutes } from "@/shell/routes";
import { resourcePaths } from "./resource-paths";

/** Asks for a session; the pages before one do without its code. */
export const guard: LoaderFunction = async (args) => {
  const { requireSession } = await import("./require-session");
  return requireSession(args);
};

/** Pages that need no session. */
const openRoutes: RouteObject[] = [
  ...publicRoutes,
  ...bareRoutes.map((route) => ({ ...route, loader: guard })),
  ...recoveryRoutes,
  {
    path: "/setup",
    lazy: async () => {
      const { SetupPage } = await import("@/public/setup-page");
      return { Component: SetupPage };
    },
    HydrateFallback: () => null,
  },
  {
    path: "/invitation",
    lazy: async () => {
      const { InvitationPage } = await import("@/public/invitation-page");
      return { Component: InvitationPage };
    },
    HydrateFallback: () => null,
  },
];

export const routes: RouteObject[] = [
  // A part of a page that does not come, for want of a network, is told in words there, too.
  ...openRoutes.map((route) => ({ ...route, ErrorBoundary: StartFailedPage })),
  {
    id: "signed-in",
    loader: guard,
    // Asked once; a language switch asks again by itself.
    shouldRevalidate: () => false,
    lazy: () => import("./signed-in"),
    HydrateFallback: () => null,
    ErrorBoundary: StartFailedPage,
    children: [
      {
        lazy: async () => {
          const { FailedPage } = await import("@/shell/plain-pages");
          return { ErrorBoundary: FailedPage };
        },
        children: [
          {
            path: "/home",
            lazy: async () => {
              const { HomePage } = await import("@/shell/home-page");
              return { Component: HomePage };
            },
          },
          ...companyRoutes,
          ...organisationRoutes,
          ...userRoutes,
          ...productionRoutes,
          ...programRoutes,
          ...resourcePaths.map((path) => ({
            path: `${path}/:id?`,
            lazy: () => import("./resource-route"),
          })),
          ...apsRoutes,
          ...accountRoutes,
          ...platformRoutes,
          ...operationLogRoutes,
          ...floorPlanRoutes,
          ...registrationRoutes,
          ...roleRoutes,
          ...signInRoutes,
          ...embedRoutes,
          {
            path: "/error",
            lazy: async () => {
              const { ErrorPage } = await import("@/shell/error-page");
              return { Component: ErrorPage };
            },
          },
          {
            path: "/reports/query/idQuery",
            lazy: () => import("./id-query-route"),
          },
          ...shellRoutes,
          {
            path: "/aps/flow-time",
            lazy: async () => {
              const { FlowTimePage } = await import(
                "@/features/basedata/flow-time-page"
              );
              return { Component: FlowTimePage };
            },
          },
          {
            path: "*",
            lazy: async () => {
              const { NotFoundPage } = await import("@/shell/plain-pages");
              return { Component: NotFoundPage };
            },
          },
        ],
      },
    ],
  },
];
