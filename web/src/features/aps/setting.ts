import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { FieldError } from "@/api/errors";
import type { Language, Text } from "@/i18n/language";

/** The four places where settings are kept; the mock ones shadow the others in simulations only. */
export const layers = [
  "global",
  "default",
  "mockGlobal",
  "mockDefault",
] as const;
export type Layer = (typeof layers)[number];

export interface SettingOption {
  value: number;
  label: Text;
  help: Text;
}

export interface Setting {
  key: string;
  label: Text;
  help: Text;
  unit: Text;
  required: boolean;
  /** Shown apart: few tenants touch it. */
  advanced: boolean;
  /** The choices; empty means a number. */
  options: SettingOption[];
  low: number;
  high: number;
  whole: boolean;
  /** What an empty value means, where that is no number of the range. */
  emptyWord: Text;
}

/** A policy: values of several settings that go together. */
export interface Preset {
  key: string;
  label: Text;
  help: Text;
  values: Record<string, number>;
}

export type SettingValues = Record<string, number | null>;

export interface LayerView {
  layer: Layer;
  version: number;
  values: SettingValues;
  inherited: Record<string, number>;
  settings: Setting[];
  presets: Preset[];
}

const path = "aps/schedule/param/setting/";

export function layerQuery(layer: Layer) {
  return queryOptions({
    queryKey: ["settings", layer],
    queryFn: () =>
      call<LayerView>("POST", `${path}options.do`, { body: { layer } }),
    gcTime: 0,
    // Somebody is typing: nothing changes under their hands, a stale save says so.
    staleTime: Infinity,
    meta: { base: true },
  });
}

export function saveLayer(view: LayerView, values: SettingValues) {
  return call<LayerView>("POST", `${path}save.do`, {
    body: { layer: view.layer, version: view.version, values },
  });
}

/** What is to be saved: a layer that inherits leaves out what has no value of its own. */
export function ownValues(layer: Layer, values: SettingValues): SettingValues {
  if (layer === "global") {
    return values;
  }
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value != null),
  );
}

/** Whether a layer holds all that a preset says, by itself or from below. */
export function follows(
  preset: Preset,
  values: SettingValues,
  inherited: Record<string, number>,
): boolean {
  return Object.entries(preset.values).every(
    ([key, value]) => (values[key] ?? inherited[key]) === value,
  );
}

/** What the server says of a setting. */
export function faultOf(errors: FieldError[], key: string) {
  return errors.find(({ field }) => field === `settings.${key}`)?.texts;
}

/** A setting as people call it. */
export function settingLabel(
  settings: Setting[],
  key: string,
  language: Language,
) {
  return settings.find((one) => one.key === key)?.label[language] ?? key;
}

/** A value of a setting as people read it; empty where it has none of its own. */
export function settingValue(
  settings: Setting[],
  key: string,
  value: unknown,
  language: Language,
) {
  const setting = settings.find((one) => one.key === key);
  if (value === null || value === undefined) {
    return setting?.emptyWord[language] ?? "";
  }
  const option = setting?.options.find((one) => one.value === value);
  const unit = setting?.unit[language] ?? "";
  return option ? option.label[language] : `${value as number} ${unit}`.trim();
}
