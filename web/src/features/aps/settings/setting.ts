import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import type { FieldError } from "@/api/errors";
import type { Language } from "@/i18n/language";

/** The four places where settings are kept; the mock ones shadow the others in simulations only. */
export const layers = [
  "global",
  "default",
  "mockGlobal",
  "mockDefault",
] as const;
export type Layer = (typeof layers)[number];

export type SettingOption = Schema<"ApsSettingOptionView">;

export type Setting = Schema<"ApsSettingView">;

/** A policy: values of several settings that go together. */
export type Preset = Schema<"ApsPreset">;

export type SettingValues = Record<string, number | null>;

export type LayerView = Schema<"ApsLayerView">;

export function layerQuery(layer: Layer) {
  return queryOptions({
    queryKey: ["settings", layer],
    queryFn: () =>
      call("POST", "aps/schedule/param/setting/options.do", {
        body: { layer },
      }),
    gcTime: 0,
    // Somebody is typing: nothing changes under their hands, a stale save says so.
    staleTime: Infinity,
    meta: { base: true },
  });
}

export function saveLayer(view: LayerView, values: SettingValues) {
  return call("POST", "aps/schedule/param/setting/save.do", {
    body: { layer: view.layer, version: view.version, values },
  });
}

/** The contract leaves open what a setting's value is: a number, or null where it has none. */
export const valuesOf = (values: Record<string, unknown>): SettingValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, number | null] =>
        entry[1] === null || typeof entry[1] === "number",
    ),
  );

/** Those that have a value. */
export const numbersIn = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number",
    ),
  );

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
