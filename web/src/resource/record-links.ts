import { createContext } from "react";

/** The page of a record of some kind; undefined: it has none. */
export type RecordPath = (entity: string, id: string) => string | undefined;

/** Told by the shell, which knows all pages. */
export const RecordLinks = createContext<RecordPath>(() => undefined);
