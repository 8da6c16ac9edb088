import { useCloseOutside } from "@/ui/use-close-outside";
import { useGridTexts } from "./texts";

export type SheetFormat = "xlsx" | "csv";

const formats: SheetFormat[] = ["xlsx", "csv"];

/** Makes a file of the list, of the kind that is picked. */
export function ExportMenu(props: { onExport: (format: SheetFormat) => void }) {
  const t = useGridTexts();
  const menu = useCloseOutside();
  return (
    <details ref={menu} className="column-menu export-menu">
      <summary>{t("export")}</summary>
      <div className="column-menu-list">
        {formats.map((format) => (
          <button
            key={format}
            type="button"
            onClick={() => {
              menu.current?.removeAttribute("open");
              props.onExport(format);
            }}
          >
            {t("exportAs", { format })}
          </button>
        ))}
      </div>
    </details>
  );
}
