import type { RouteObject } from "react-router";

/** The pages of the shell itself. Fixed routes win over the short code. */
export const shellRoutes: RouteObject[] = [
  {
    path: "/comm/messageNotice/messageManagement",
    lazy: async () => {
      const { MessagePage } = await import("./message-page");
      return { Component: MessagePage };
    },
  },
  {
    path: "/comm/version",
    lazy: async () => {
      const { VersionPage } = await import("./version-page");
      return { Component: VersionPage };
    },
  },
  {
    path: "/:prefix/medium",
    lazy: async () => {
      const { MediumPage } = await import("./shell-pages");
      return { Component: MediumPage };
    },
  },
  {
    path: "/:shortCode",
    lazy: async () => {
      const { ShortLinkPage } = await import("./shell-pages");
      return { Component: ShortLinkPage };
    },
  },
];
