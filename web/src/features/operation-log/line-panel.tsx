import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { SidePanel } from "@/ui/side-panel";
import { lineQuery, type Change, type Line } from "./operation-log";
import { useOperationLogTexts } from "./texts";
import "@/ui/line-table.css";

/** One line with before and after of every field, and the history of its record, which may be gone. */
export function LinePanel({
  id,
  onRows,
  onClose,
}: {
  id: string;
  /** Asks for the rows of an import, by the row id of its line. */
  onRows: (importId: string) => void;
  onClose: () => void;
}) {
  const t = useOperationLogTexts();
  const { language } = useLanguage();
  const line = useQuery(lineQuery(id, language));
  const row = line.data?.row;
  const others = line.data?.history.filter((one) => one.id !== id) ?? [];
  return (
    <SidePanel
      wide
      title={row ? `${row.entityName} ${row.title}` : t("title")}
      closeLabel={t("close")}
      onClose={onClose}
    >
      {line.isPending && <Loading />}
      {line.isError && (
        <Failure of={line.error} onRetry={() => void line.refetch()} />
      )}
      {row && <OneLine line={row} />}
      {row?.action === "import" && row.rowId !== "" && (
        <p>
          <Button onClick={() => onRows(row.rowId)}>{t("rows")}</Button>
        </p>
      )}
      {others.length > 0 && (
        <>
          <h3>{t("history")}</h3>
          {others.map((one) => (
            <OneLine key={one.id} line={one} />
          ))}
        </>
      )}
    </SidePanel>
  );
}

function OneLine({ line }: { line: Line }) {
  const t = useOperationLogTexts();
  const zone = useZone();
  return (
    <section>
      <p>
        <span className="numbers">{formatInstant(line.at, zone)}</span>{" "}
        {line.by} · {line.actionName} · {line.throughName}
      </p>
      {line.changes.length === 0 ? (
        <p className="soft">{t("noChanges")}</p>
      ) : (
        <ChangeTable changes={line.changes} />
      )}
    </section>
  );
}

function ChangeTable({ changes }: { changes: Change[] }) {
  const t = useOperationLogTexts();
  return (
    <table className="line-table line-table-wraps">
      <thead>
        <tr>
          <th scope="col">{t("field")}</th>
          <th scope="col">{t("before")}</th>
          <th scope="col">{t("after")}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <td>{change.name}</td>
            <td>{change.before || "–"}</td>
            <td>{change.after || "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
