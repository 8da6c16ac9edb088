import { useCallback, useState } from "react";
import { emptyLayout, type ColumnLayout } from "./column-layout";

/** A layout kept in this browser under a name of its own. */
export function useColumnLayout(name: string, first?: Partial<ColumnLayout>) {
  const key = `mw.layout.${name}`;
  const [layout, setLayout] = useState(() => kept(key, first));
  const change = useCallback(
    (next: ColumnLayout) => {
      setLayout(next);
      localStorage.setItem(key, JSON.stringify(next));
    },
    [key],
  );
  return [layout, change] as const;
}

function kept(key: string, first?: Partial<ColumnLayout>): ColumnLayout {
  const base = { ...emptyLayout, ...first };
  try {
    const text = localStorage.getItem(key);
    return text ? { ...base, ...(JSON.parse(text) as ColumnLayout) } : base;
  } catch {
    return base;
  }
}
