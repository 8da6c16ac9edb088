import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { call, download } from "@/api/call";
import { ApiFailure } from "@/api/reply";
import { FileDrop } from "@/ui/file-drop";
import { Page } from "@/ui/page";
import { useProductionTexts } from "./texts";
import "./import.css";

interface Count {
  new: number;
  changed: number;
  same: number;
  failed: number;
}

interface Fault {
  sheet: string;
  row: number;
  column: string;
  value: string;
  rule: string;
  level: "error" | "warning";
  message: string;
}

interface ImportResult {
  importId: string;
  committed: boolean;
  counts: Record<string, Count>;
  faults: Fault[];
  faultCount: number;
}

const faultsShown = 200;

/** Upload, look at what would happen, then write: nothing happens unseen. */
export function ImportPage() {
  const t = useProductionTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const [file, setFile] = useState<File | null>(null);

  const template = useMutation({
    mutationFn: () => download("production/template"),
  });
  const check = useMutation({
    meta: { quiet: true, showsFields: true },
    mutationFn: (chosen: File) => {
      const form = new FormData();
      form.set("file", chosen);
      form.set("dryRun", "true");
      return call<ImportResult>("POST", "production/import", { form });
    },
  });
  const write = useMutation({
    meta: { quiet: true, showsFields: true },
    mutationFn: (importId: string) => {
      const form = new FormData();
      form.set("importId", importId);
      form.set("dryRun", "false");
      return call<ImportResult>("POST", "production/import", { form });
    },
    onSuccess: (done) => {
      message.destroy();
      void message.success(t("written", sumOf(done)));
      void client.invalidateQueries({ queryKey: ["list"] });
    },
  });

  function take(next: File) {
    setFile(next);
    write.reset();
    check.mutate(next);
  }

  const result = write.data ?? check.data;
  const failure = write.error ?? check.error;
  const isBusy = check.isPending || write.isPending;
  const sum = sumOf(check.data);
  const hasWork = sum.fresh + sum.changed > 0;
  const isWritten = write.data?.committed ?? false;

  return (
    <Page
      title={t("title")}
      tools={
        <>
          <span className="push" />
          <Button
            loading={template.isPending}
            onClick={() => template.mutate()}
          >
            {t("template")}
          </Button>
        </>
      }
    >
      <div className="production-import">
        <p className="soft">{t("hint")}</p>
        <FileDrop
          title={file ? t("other", { name: file.name }) : t("choose")}
          hint={t("kinds")}
          accept=".xlsx,.csv,.json"
          disabled={isBusy}
          onFile={take}
        />
        <div role="status">
          {isBusy && t(check.isPending ? "checking" : "writing")}
          {!isBusy && failure && (
            <p className="form-fault">{wordsOf(failure)}</p>
          )}
          {!isBusy && !failure && result && (
            <p>
              {result.faultCount > 0 ? (
                <strong className="form-fault">
                  {t("faults", { count: result.faultCount })}
                </strong>
              ) : (
                t("clean")
              )}
              {!hasWork && ` ${t("nothing")}`}
            </p>
          )}
        </div>
        {!isBusy && result && (
          <>
            <Counts counts={result.counts} />
            <p className="production-actions">
              {isWritten ? (
                <Link to="/aps/schedule">{t("next")}</Link>
              ) : (
                <Button
                  type="primary"
                  disabled={!hasWork}
                  loading={write.isPending}
                  onClick={() => write.mutate(result.importId)}
                >
                  {t("write", sum)}
                </Button>
              )}
            </p>
            {result.faults.length > 0 && <Faults faults={result.faults} />}
          </>
        )}
      </div>
    </Page>
  );
}

function Counts({ counts }: { counts: Record<string, Count> }) {
  const t = useProductionTexts();
  const kinds = ["new", "changed", "same", "failed"] as const;
  return (
    <table className="production-table numbers">
      <thead>
        <tr>
          <th scope="col">{t("sheet")}</th>
          {kinds.map((kind) => (
            <th scope="col" key={kind}>
              {t(kind)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(counts).map(([sheet, count]) => (
          <tr key={sheet}>
            <th scope="row">{sheet}</th>
            {kinds.map((kind) => (
              <td key={kind}>{count[kind]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Faults({ faults }: { faults: Fault[] }) {
  const t = useProductionTexts();
  return (
    <table className="production-table">
      <thead>
        <tr>
          <th scope="col">{t("sheet")}</th>
          <th scope="col">{t("row")}</th>
          <th scope="col">{t("column")}</th>
          <th scope="col">{t("value")}</th>
          <th scope="col">{t("reason")}</th>
        </tr>
      </thead>
      <tbody>
        {faults.slice(0, faultsShown).map((fault, at) => (
          <tr key={at}>
            <td>{fault.sheet}</td>
            <td>{fault.row || ""}</td>
            <td>{fault.column}</td>
            <td>{fault.value}</td>
            <td>{fault.message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumOf(result: ImportResult | undefined) {
  const counts = Object.values(result?.counts ?? {});
  return {
    fresh: counts.reduce((sum, count) => sum + count.new, 0),
    changed: counts.reduce((sum, count) => sum + count.changed, 0),
  };
}

/** The server's words: on the field, else of the reply as a whole. */
function wordsOf(failure: unknown) {
  return failure instanceof ApiFailure
    ? failure.reply.message
    : String(failure);
}
