import { Tag } from "antd";
import { defineTexts } from "@/i18n/define-texts";
import "./import-unseen.css";

const { useTexts } = defineTexts(
  "import-unseen",
  {
    title: "表格软件中不显示、但已读取的内容：",
    hidden: "已隐藏",
    file: "文件",
    rows: "{{count}} 行被隐藏或筛选掉",
    columns: "{{count}} 列被隐藏",
    join: "，",
  },
  {
    title: "Read although the spreadsheet program does not show it:",
    hidden: "Hidden",
    file: "The file",
    rows: "{{count}} rows hidden or filtered away",
    rows_one: "{{count}} row hidden or filtered away",
    columns: "{{count}} columns hidden",
    columns_one: "{{count}} column hidden",
    join: ", ",
  },
);

interface ReadSheet {
  name: string;
  /** The sheet itself is not shown. */
  hidden?: boolean;
  unseen?: { rows: number; columns: number };
}

/** What of a file is read and cannot be seen in it: nobody writes it unknowingly. */
export function ImportUnseen({ sheets }: { sheets: ReadSheet[] }) {
  const t = useTexts();
  const told = sheets.filter(
    ({ hidden, unseen }) =>
      hidden || (unseen?.rows ?? 0) + (unseen?.columns ?? 0) > 0,
  );
  if (told.length === 0) {
    return null;
  }
  return (
    <div className="import-unseen" role="note">
      {t("title")}
      <ul>
        {told.map(({ name, hidden, unseen }, at) => (
          <li key={`${name} ${at}`}>
            {name || t("file")}{" "}
            {hidden && <Tag color="warning">{t("hidden")}</Tag>}
            {[
              unseen?.rows ? t("rows", { count: unseen.rows }) : "",
              unseen?.columns ? t("columns", { count: unseen.columns }) : "",
            ]
              .filter(Boolean)
              .join(t("join"))}
          </li>
        ))}
      </ul>
    </div>
  );
}
