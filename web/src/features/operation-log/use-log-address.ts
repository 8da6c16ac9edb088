import { useCallback, useEffect, useMemo, useState } from "react";
import { useAddress } from "@/ui/use-address";
import { useDebounced } from "@/ui/use-debounced";
import { narrowings, type Narrowing } from "./operation-log";

const lineKey = "line";

/**
 * What the log is narrowed to, and the line that is open, stand in the address: the way back, a reload and a link keep
 * them. What is typed into the search goes there once it rests.
 */
export function useLogAddress() {
  const [params, setParams] = useAddress();
  const narrowing = useMemo(
    () =>
      ({
        ...Object.fromEntries(
          narrowings.map((key) => [key, params.get(key) ?? ""]),
        ),
        sort: params.get("sort") === "at" ? "at" : "-at",
      }) as Narrowing,
    [params],
  );
  const go = useCallback(
    (change: Record<string, string>, replace: boolean) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(change)) {
            if (value) {
              next.set(key, value);
            } else {
              next.delete(key);
            }
          }
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  const choose = useCallback(
    (change: Partial<Narrowing>) => go(change, true),
    [go],
  );
  const open = useCallback((id: string) => go({ [lineKey]: id }, false), [go]);
  // The rows of one import, whatever the list was narrowed to; the way back leads to the import.
  const showRows = useCallback(
    (importId: string) =>
      go(
        {
          ...Object.fromEntries(narrowings.map((key) => [key, ""])),
          [lineKey]: "",
          import: importId,
        },
        false,
      ),
    [go],
  );

  const { q } = narrowing;
  const [typed, setTyped] = useState(q);
  const settled = useDebounced(typed).trim();
  const [shown, setShown] = useState(q);
  if (q !== shown) {
    setShown(q);
    if (q !== settled) {
      setTyped(q);
    }
  }
  useEffect(() => {
    if (settled !== q) {
      choose({ q: settled });
    }
    // Only what was typed moves the address, not the other way round.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);

  return {
    narrowing,
    choose,
    typed,
    setTyped,
    openId: params.get(lineKey) ?? "",
    open,
    showRows,
  };
}
