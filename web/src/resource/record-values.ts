import { createContext, useContext } from "react";
import type { Field, Values } from "./metadata";

const context = createContext<Values>({});

/** The values of the form that inputs stand in. */
export const RecordValuesProvider = context.Provider;

export const useRecordValues = () => useContext(context);

/** Filters on the rows that a reference offers, by what the form holds. */
export function narrowedBy(field: Field, values: Values) {
  const filters: Record<string, string> = {};
  for (const { key, like, value } of field.narrows ?? []) {
    const wanted = like === undefined ? value : values[like];
    if (typeof wanted === "string" && wanted !== "") {
      filters[`f.${key}`] = wanted;
    }
  }
  return filters;
}
