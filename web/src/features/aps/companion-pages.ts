import { AutoPage } from "./automatic/auto-page";
import { BatchPage } from "./batches/batch-page";
import { CapacityPage } from "./capacity/capacity-page";
import { WeekPlanPage } from "./capacity/week-plan-page";
import { CompletionPage } from "./completion/completion-page";
import { SettingsPage } from "./settings/settings-page";
import { WorkshopPage } from "./workshop/workshop-page";

/** The small pages beside a schedule, by their address. They open as one: what a page of its own costs, every sign-in pays. */
export const companionPages = {
  "auto-schedule": AutoPage,
  setting: SettingsPage,
  "batch-operation": BatchPage,
  workshop: WorkshopPage,
  "week-plan": WeekPlanPage,
  "capacity-detail": CapacityPage,
  "completion-rate": CompletionPage,
};
