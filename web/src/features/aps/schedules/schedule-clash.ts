import type { Language } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { paired } from "../plan/punctuation";
import type { BaseMould, MouldEntries } from "./schedule-moulds";
import { settingLabel, settingValue, type Setting } from "../settings/setting";

/** The words of a schedule's fields, for what two people have changed alike. */
export const fieldWords = {
  name: "name",
  startTime: "start",
  deliveryTime: "delivery",
  mouldIds: "moulds",
  moulds: "mouldTerms",
  defaultFlag: "defaultFlag",
  simulation: "simulation",
  settings: "ownSettings",
} as const;

export const isField = (key: string): key is keyof typeof fieldWords =>
  key in fieldWords;

interface Reading {
  moulds: BaseMould[];
  settings: Setting[];
  language: Language;
  yes: string;
  no: string;
}

/** A value of a schedule's form as people read it. */
export function readField(key: string, value: unknown, reading: Reading) {
  const { moulds, settings, language, yes, no } = reading;
  const mouldNo = (id: string) =>
    moulds.find((mould) => mould.id === id)?.mouldNo ?? id;
  switch (key) {
    case "mouldIds":
      return listed((value as string[]).map(mouldNo));
    case "moulds":
      return listed(
        Object.entries(value as MouldEntries).map(
          ([id, { delivery, pullIn }]) =>
            paired(mouldNo(id), `${delivery}${pullIn ? " ↑" : ""}`),
        ),
      );
    case "settings":
      return listed(
        Object.entries(value as Record<string, unknown>)
          .filter(([, one]) => one !== null && one !== undefined)
          .map(([name, one]) =>
            paired(
              settingLabel(settings, name, language),
              settingValue(settings, name, one, language),
            ),
          ),
      );
    default:
      return typeof value === "boolean"
        ? value
          ? yes
          : no
        : ((value as string | null) ?? "");
  }
}
