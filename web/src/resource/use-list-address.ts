import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Filters } from "./filter-menu";

const prefix = "f.";

/** Search and filters live in the address: a link shows what its sender saw. */
export function useListAddress() {
  const [params, setParams] = useSearchParams();

  const search = params.get("q") ?? "";
  const filters = useMemo(() => {
    const found: Filters = {};
    for (const [key, value] of params) {
      if (key.startsWith(prefix)) {
        found[key.slice(prefix.length)] = value;
      }
    }
    return found;
  }, [params]);

  const setSearch = useCallback(
    (text: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (text) {
            next.set("q", text);
          } else {
            next.delete("q");
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );

  const setFilters = useCallback(
    (next: Filters) =>
      setParams(
        (before) => {
          const q = before.get("q");
          const all = new URLSearchParams(q ? { q } : {});
          for (const [key, value] of Object.entries(next)) {
            all.set(prefix + key, value);
          }
          return all;
        },
        { replace: true },
      ),
    [setParams],
  );

  const setNarrowing = useCallback(
    (text: string, next: Filters) => {
      const all = new URLSearchParams(text ? { q: text } : {});
      for (const [key, value] of Object.entries(next)) {
        all.set(prefix + key, value);
      }
      setParams(all, { replace: true });
    },
    [setParams],
  );

  return { search, filters, setSearch, setFilters, setNarrowing };
}
