import { formatDue, formatInstant } from "@/i18n/format";
import { entriesOf, type BaseMould, type MouldRow } from "./schedule-moulds";
import type { SettingValues } from "./setting";

/** A schedule as its form gets it from the server. */
export interface ScheduleConfig {
  id?: string;
  version?: number;
  name: string;
  startTime: string;
  deliveryTime?: string | null;
  mouldIds: string[] | null;
  moulds?: MouldRow[] | null;
  defaultFlag?: boolean;
  simulation?: boolean;
  settings: Record<string, number> | null;
  defaults: Record<string, number>;
  mockDefaults: Record<string, number>;
}

/** What the form offers. */
export interface ScheduleBase {
  moulds: BaseMould[];
}

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
    settings: (config.settings ?? {}) as SettingValues,
  };
}
