/** How one person arranged one table: plain data that can be kept anywhere. */
export interface ColumnLayout {
  order: string[];
  hidden: string[];
  /** Of the columns that are out of the first view, those that were asked for. */
  shown?: string[];
  pinned: string[];
  /** Pixels by column. */
  widths: Record<string, number>;
  sort: { id: string; desc: boolean }[];
}

export const emptyLayout: ColumnLayout = {
  order: [],
  hidden: [],
  pinned: [],
  widths: {},
  sort: [],
};

/** The list without the id if it was there, with it at the end if it was not. */
export function toggled(list: string[], id: string) {
  return list.includes(id) ? list.filter((one) => one !== id) : [...list, id];
}

interface Column {
  id: string;
  away?: boolean;
}

/** Whether a column is out of sight. */
export function isHidden(layout: ColumnLayout, { id, away }: Column) {
  return away ? !layout.shown?.includes(id) : layout.hidden.includes(id);
}

/** The ids of the columns in sight as they stand, the pinned ones first. */
export function shownIn(layout: ColumnLayout, columns: Column[]) {
  const seen = columns.filter((column) => !isHidden(layout, column));
  const known = seen.map(({ id }) => id);
  const inOrder = new Set(
    [...layout.pinned, ...layout.order, ...known].filter((id) =>
      known.includes(id),
    ),
  );
  return [...inOrder];
}

/** What a server sorts by: the key of a column, "-key" descending, empty for nothing. */
export const sortKeyOf = ({ sort: [first] }: Pick<ColumnLayout, "sort">) =>
  first ? (first.desc ? "-" : "") + first.id : "";

/** The way back of sortKeyOf. */
export const sortOf = (key: string): ColumnLayout["sort"] =>
  key ? [{ id: key.replace(/^-/, ""), desc: key.startsWith("-") }] : [];

/** Takes a column out of sight, or back into it. */
export function toggleColumn(
  layout: ColumnLayout,
  { id, away }: Column,
): ColumnLayout {
  return away
    ? { ...layout, shown: toggled(layout.shown ?? [], id) }
    : { ...layout, hidden: toggled(layout.hidden, id) };
}

/** Forgets columns that no longer exist: layouts outlive them. */
export function forColumns(layout: ColumnLayout, known: string[]) {
  const keep = (id: string) => known.includes(id);
  const widths = Object.entries(layout.widths).filter(([id]) => keep(id));
  return {
    order: layout.order.filter(keep),
    hidden: layout.hidden.filter(keep),
    shown: (layout.shown ?? []).filter(keep),
    pinned: layout.pinned.filter(keep),
    widths: Object.fromEntries(widths),
    sort: layout.sort.filter(({ id }) => keep(id)),
  };
}

/** Moves a column one place among the known ones. */
export function moved(
  layout: ColumnLayout,
  known: string[],
  id: string,
  by: -1 | 1,
): ColumnLayout {
  const rest = known.filter((one) => !layout.order.includes(one));
  const order = [...layout.order, ...rest];
  const from = order.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) {
    return layout;
  }
  order.splice(from, 1);
  order.splice(to, 0, id);
  return { ...layout, order };
}
