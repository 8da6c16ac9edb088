import { redirect, type RouteObject } from "react-router";
import { apsRoutes } from "@/features/aps/routes";
import { embedRoutes } from "@/embed/routes";
import { companyRoutes } from "@/features/company/routes";
import { productionRoutes } from "@/features/production/routes";
import { LoginPage } from "@/public/login-page";
import { StartFailedPage } from "@/public/start-failed-page";
import { shellRoutes } from "@/shell/routes";
import { requireSession } from "./require-session";
import { resourcePaths } from "./resource-paths";

export const routes: RouteObject[] = [
  { path: "/login", Component: LoginPage },
  {
    path: "/setup",
    lazy: async () => {
      const { SetupPage } = await import("@/public/setup-page");
      return { Component: SetupPage };
    },
    HydrateFallback: () => null,
  },
  {
    id: "signed-in",
    loader: requireSession,
    // Asked once; a language switch asks again by itself.
    shouldRevalidate: () => false,
    lazy: () => import("./signed-in"),
    HydrateFallback: () => null,
    ErrorBoundary: StartFailedPage,
    children: [
      { path: "/", loader: () => redirect("/home") },
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
          ...productionRoutes,
          ...Object.keys(resourcePaths).map((path) => ({
            path: `${path}/:id?`,
            handle: { resource: path },
            lazy: () => import("./resource-route"),
          })),
          ...apsRoutes,
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
