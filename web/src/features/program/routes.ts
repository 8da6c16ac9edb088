import type { RouteObject } from "react-router";

/** CAM's programs by operation, relative to the shell. */
export const programRoutes: RouteObject[] = [
  {
    path: "/mf/program",
    lazy: async () => ({
      Component: (await import("./program-page")).ProgramPage,
    }),
  },
  {
    path: "/mf/program/:id",
    lazy: async () => ({
      Component: (await import("./upload-page")).UploadPage,
    }),
  },
];
