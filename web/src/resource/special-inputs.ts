import { createContext, useContext, type ReactNode } from "react";
import type { FieldInputProps } from "./field-input-props";

/** Inputs of one entity's own, drawn by the key of the field. */
export type SpecialInputs = Record<
  string,
  (props: FieldInputProps) => ReactNode
>;

const context = createContext<SpecialInputs>({});

export const SpecialInputsProvider = context.Provider;

/** The entity's own input of a field, where it has one. */
export function useSpecialInput(key: string) {
  return useContext(context)[key];
}
