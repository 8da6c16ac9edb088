import type { RouteObject } from "react-router";

type Pages = typeof import("./shell-pages");

const page = (path: string, name: keyof Pages): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await import("./shell-pages"))[name] }),
});

/** The pages of the shell itself. Fixed routes win over the short code. */
export const shellRoutes = [
  page("/comm/messageNotice/messageManagement", "MessagePage"),
  page("/comm/version", "VersionPage"),
  page("/:prefix/medium", "MediumPage"),
  page("/:shortCode", "ShortLinkPage"),
];
