import type { RouteObject } from "react-router";

/** Each tab of the page has an address of its own; the menu names them all. */
const tabs: RouteObject[] = [
  "role",
  "role-detail",
  "role-menu",
  "role-app-menu",
  "role-user",
].map((name) => ({
  path: `/settings/${name}/*`,
  handle: { tab: name === "role" ? "role-detail" : name },
  lazy: async () => ({ Component: (await import("./role-page")).RolePage }),
}));

export const roleRoutes: RouteObject[] = [
  ...tabs,
  {
    path: "/settings/user/:id/rights",
    lazy: async () => ({
      Component: (await import("./rights-page")).RightsPage,
    }),
  },
];
