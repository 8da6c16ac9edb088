import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Arrangement } from "./floor";

// A place is shown with its machine: the server's word that machines changed reaches plans by this key.
const key = ["list", "machine", "layout"];

export const sectionsQuery = queryOptions({
  queryKey: [...key, "sections"],
  queryFn: ({ signal }) => call("GET", "bms/machine-layout", { signal }),
});

export const layoutQuery = (sectionId: string) =>
  queryOptions({
    queryKey: [...key, "of", sectionId],
    queryFn: ({ signal }) =>
      call("GET", "bms/machine-layout/{sectionId}", {
        query: { sectionId },
        signal,
      }),
  });

/** Saves a section as a whole, onto the version that the arrangement was begun on. */
export const saveLayout = (
  sectionId: string,
  version: number,
  { width, height, places }: Arrangement,
) =>
  call("POST", "bms/machine-layout/{sectionId}", {
    query: { sectionId },
    body: {
      version,
      width,
      height,
      machines: Object.entries(places).map(([id, place]) => ({ id, place })),
    },
  });
