import type { RouteObject } from "react-router";

/** The scheduling screens, relative to the shell. */
export const apsRoutes: RouteObject[] = [
  {
    path: "aps/schedule",
    lazy: async () => ({
      Component: (await import("./schedules/schedule-list")).ScheduleList,
    }),
  },
  ...(
    [
      "auto-schedule",
      "batch-operation",
      "capacity-detail",
      "completion-rate",
      "setting",
      "week-plan",
      "workshop",
    ] as const
  ).map((page) => ({
    path: `aps/${page}`,
    lazy: async () => ({
      Component: (await import("./companion-pages")).companionPages[page],
    }),
  })),
  {
    path: "aps/schedule/:id?/tasks",
    lazy: async () => ({
      Component: (await import("./tasks/task-table")).TaskTable,
    }),
  },
  {
    path: "aps/schedule/:id/result",
    lazy: async () => ({
      Component: (await import("./result/result-page")).ResultPage,
    }),
  },
  {
    path: "aps/schedule/:id/gantt",
    lazy: async () => ({
      Component: (await import("./gantt/gantt-page")).GanttPage,
    }),
  },
];
