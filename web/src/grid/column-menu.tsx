import { useCloseOutside } from "@/ui/use-close-outside";
import {
  emptyLayout,
  isHidden,
  moved,
  toggleColumn,
  toggled,
  type ColumnLayout,
} from "./column-layout";
import { useGridTexts } from "./texts";

interface ColumnMenuProps {
  columns: { id: string; title: string; away?: boolean }[];
  layout: ColumnLayout;
  /** How the table stands by itself. */
  first: Partial<ColumnLayout>;
  onLayoutChange: (layout: ColumnLayout) => void;
}

/** Which columns are shown, in which order, and which stay at the left. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { columns, layout, first, onLayoutChange } = props;
  const t = useGridTexts();
  const menu = useCloseOutside();
  const known = columns.map((column) => column.id);
  const place = (id: string) => {
    const at = layout.order.indexOf(id);
    return at < 0 ? layout.order.length + known.indexOf(id) : at;
  };
  const ordered = [...columns].sort((a, b) => place(a.id) - place(b.id));

  return (
    <details ref={menu} className="column-menu">
      <summary>{t("columns")}</summary>
      <div className="column-menu-list">
        <ul>
          {ordered.map(({ id, title, away = false }) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  aria-label={t("showColumn", { title })}
                  checked={!isHidden(layout, { id, away })}
                  onChange={() =>
                    onLayoutChange(toggleColumn(layout, { id, away }))
                  }
                />
                {title}
              </label>
              {([-1, 1] as const).map((by) => (
                <button
                  key={by}
                  type="button"
                  aria-label={t(by < 0 ? "moveUp" : "moveDown", { title })}
                  onClick={() => onLayoutChange(moved(layout, known, id, by))}
                >
                  {by < 0 ? "↑" : "↓"}
                </button>
              ))}
              <button
                type="button"
                aria-label={t("pinColumn", { title })}
                aria-pressed={layout.pinned.includes(id)}
                onClick={() =>
                  onLayoutChange({
                    ...layout,
                    pinned: toggled(layout.pinned, id),
                  })
                }
              >
                {t("pin")}
              </button>
            </li>
          ))}
        </ul>
        <button
          type="button"
          className="column-menu-reset"
          onClick={() => onLayoutChange({ ...emptyLayout, ...first })}
        >
          {t("resetColumns")}
        </button>
      </div>
    </details>
  );
}
