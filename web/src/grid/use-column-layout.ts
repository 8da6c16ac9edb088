import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { keepPreference, preferenceQuery } from "@/api/preference";
import { useSession } from "@/session/session";
import { emptyLayout, type ColumnLayout } from "./column-layout";

// A drag of a border changes the layout sixty times a second.
const settles = 800;

/**
 * A layout under a name of its own. The server keeps it, so that it follows its owner; the browser keeps a copy, so
 * that a table stands in its shape at once: one for each person who signs in there.
 */
export function useColumnLayout(name: string, first?: Partial<ColumnLayout>) {
  const owner = useSession(({ userData }) => userData?.userId ?? "");
  const key = `mw.layout.${owner}.${name}`;
  const preference = preferenceQuery<ColumnLayout>(`layout.${name}`);
  const client = useQueryClient();
  const kept = useQuery(preference).data;
  const [layout, setLayout] = useState(() => copied(key, first));
  const touched = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (kept && !touched.current) {
      setLayout((before) => ({ ...before, ...kept }));
      localStorage.setItem(key, JSON.stringify(kept));
    }
  }, [kept, key]);

  const change = useCallback(
    (next: ColumnLayout) => {
      touched.current = true;
      setLayout(next);
      localStorage.setItem(key, JSON.stringify(next));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        client.setQueryData(preference.queryKey, next);
        // The copy in the browser stands in where the server cannot be reached.
        keepPreference(`layout.${name}`, next).catch(() => undefined);
      }, settles);
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key, name, client],
  );
  return [layout, change] as const;
}

function copied(key: string, first?: Partial<ColumnLayout>): ColumnLayout {
  const base = { ...emptyLayout, ...first };
  try {
    const text = localStorage.getItem(key);
    return text ? { ...base, ...(JSON.parse(text) as ColumnLayout) } : base;
  } catch {
    return base;
  }
}
