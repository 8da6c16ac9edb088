import type { RouteObject } from "react-router";

/** Pages that show other pages; what they lead to is decided in target.ts. */
export const embedRoutes: RouteObject[] = [
  ...["/main", "/open"].map((path) => ({
    path,
    lazy: async () => {
      const { EmbeddedPage } = await import("./embedded-page");
      return { Component: EmbeddedPage };
    },
  })),
  {
    path: "/:prefix/iframePage/:menuKey",
    lazy: async () => {
      const { MenuFramePage } = await import("./embedded-page");
      return { Component: MenuFramePage };
    },
  },
];
