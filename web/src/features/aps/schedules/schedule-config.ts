import type { Schema } from "@/api/contract";
import { formatDue, formatInstant } from "@/i18n/format";
import { entriesOf } from "./schedule-moulds";
import { valuesOf } from "../settings/setting";

/** A schedule as its form gets it from the server. */
export type ScheduleConfig = Schema<"ApsConfigView">;

/** What the form offers. */
export type ScheduleBase = Schema<"ApsBase">;

/** What the fields of the form hold. */
export interface ScheduleValues {
  name: string;
  startTime: string;
  deliveryTime: string;
  mouldIds: string[];
  defaultFlag: boolean;
  simulation: boolean;
}

/** What the form begins with, without a draft. */
export function storedOf(config: ScheduleConfig, zone: string) {
  return {
    name: config.name,
    startTime: formatInstant(config.startTime, zone),
    deliveryTime: formatDue(config.deliveryTime, zone),
    mouldIds: config.mouldIds ?? [],
    defaultFlag: config.defaultFlag ?? false,
    simulation: config.simulation ?? false,
    moulds: entriesOf(config.moulds ?? null, zone),
    settings: valuesOf(config.settings ?? {}),
  };
}
