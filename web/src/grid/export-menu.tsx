import { useCan } from "@/session/session";
import { PermissionButton } from "@/ui/permission-button";
import { useCloseOutside } from "@/ui/use-close-outside";
import { useGridTexts } from "./texts";

export type SheetFormat = "xlsx" | "csv";

const formats: SheetFormat[] = ["xlsx", "csv"];

interface ExportMenuProps {
  permission: string;
  onExport: (format: SheetFormat) => void;
}

/** Makes a file of the list, of the kind that is picked. */
export function ExportMenu(props: ExportMenuProps) {
  const t = useGridTexts();
  const menu = useCloseOutside();
  const { permission } = props;
  if (!useCan(permission)) {
    return (
      <PermissionButton permission={permission}>{t("export")}</PermissionButton>
    );
  }
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
