import type { RouteObject } from "react-router";

/** The scheduling screens, relative to the shell. */
export const apsRoutes: RouteObject[] = [
  {
    path: "aps/schedule",
    lazy: async () => ({
      Component: (await import("./schedules/schedule-list")).ScheduleList,
    }),
  },
  {
    path: "aps/workshop",
    lazy: async () => ({
      Component: (await import("./workshop/workshop-page")).WorkshopPage,
    }),
  },
  {
    path: "aps/week-plan",
    lazy: async () => ({
      Component: (await import("./capacity/week-plan-page")).WeekPlanPage,
    }),
  },
  {
    path: "aps/capacity-detail",
    lazy: async () => ({
      Component: (await import("./capacity/capacity-page")).CapacityPage,
    }),
  },
  {
    path: "aps/setting",
    lazy: async () => ({
      Component: (await import("./settings/settings-page")).SettingsPage,
    }),
  },
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
