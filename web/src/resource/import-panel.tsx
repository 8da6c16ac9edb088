import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useState } from "react";
import { download } from "@/api/download";
import { useLanguage } from "@/i18n/language";
import { FileDrop } from "@/ui/file-drop";
import { wordsOf } from "@/ui/failure";
import { Declined, useQuestion } from "@/ui/use-question";
import { SidePanel } from "@/ui/side-panel";
import { useUiTexts } from "@/ui/texts";
import { fieldOf, inSentence, type Meta } from "./metadata";
import {
  downloadFailed,
  importRows,
  type ImportResult,
} from "./resource-queries";
import { useResourceTexts } from "./texts";

const faultsShown = 500;

interface ImportPanelProps {
  meta: Meta;
  onClose: () => void;
}

/** Upload, look at what would happen, then write: nothing happens unseen. */
export function ImportPanel({ meta, onClose }: ImportPanelProps) {
  const t = useResourceTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const label = say(meta.label);

  const template = useMutation({
    mutationFn: () => download(`${meta.path}/template`),
    meta: { stays: true, says: t("templateTaken") },
  });
  const check = useMutation({
    mutationFn: (chosen: File) => importRows(meta, chosen, true),
    meta: { quiet: true, showsFields: true },
  });
  const ask = useQuestion();
  const failed = useMutation({
    mutationFn: (chosen: File) => downloadFailed(meta, chosen),
    meta: { stays: true, says: ui("exported") },
  });
  const write = useMutation({
    mutationFn: (chosen: File) =>
      ask((confirm) => importRows(meta, chosen, false, confirm)),
    meta: { quiet: true, showsFields: true },
    onSuccess: (done) => {
      if ((done.faults ?? []).length > 0) {
        return;
      }
      message.destroy();
      void message.success(t("written", { ...countsOf(done) }));
      void client.invalidateQueries({ queryKey: ["list", meta.entity] });
      void client.invalidateQueries({ queryKey: ["choices", meta.entity] });
      onClose();
    },
  });

  function take(next: File) {
    setFile(next);
    write.reset();
    check.mutate(next);
  }

  const result = write.data ?? check.data;
  const failure = write.error ?? check.error;
  const faults = result?.faults ?? [];
  const isBusy = check.isPending || write.isPending;
  const hasWork = (result?.created ?? 0) + (result?.changed ?? 0) > 0;
  const canWrite = Boolean(file && result && faults.length === 0 && hasWork);

  return (
    <SidePanel
      title={t("importTitle", { label: inSentence(label) })}
      closeLabel={ui("close")}
      onClose={onClose}
      wide
      footer={
        <>
          <Button
            type="primary"
            disabled={!canWrite}
            loading={write.isPending}
            onClick={() => file && write.mutate(file)}
          >
            {t("write", countsOf(result))}
          </Button>
          <Button onClick={onClose}>{ui("close")}</Button>
        </>
      }
    >
      <p className="soft">{t("templateHint")}</p>
      <p>
        <Button loading={template.isPending} onClick={() => template.mutate()}>
          {t("template")}
        </Button>
      </p>
      <FileDrop
        title={file ? `${file.name} · ${t("otherFile")}` : t("chooseFile")}
        hint={t("fileKinds")}
        accept=".xlsx,.xls,.csv"
        disabled={isBusy}
        onFile={take}
      />
      <div role="status" className="import-state">
        {isBusy && t(check.isPending ? "checking" : "writing")}
        {!isBusy && failure && !(failure instanceof Declined) && (
          <p className="form-fault">{wordsOf(failure)}</p>
        )}
        {!isBusy && !failure && result && (
          <p>
            {t("checked", { ...countsOf(result), same: result.same })}
            {faults.length > 0 && (
              <strong className="form-fault">
                {" "}
                {t("faults", { count: faults.length })}
              </strong>
            )}
            {faults.length === 0 && !hasWork && ` ${t("nothingToWrite")}`}
          </p>
        )}
      </div>
      {!isBusy && faults.length > 0 && (
        <>
          <FaultTable meta={meta} faults={faults} />
          <p className="import-more">
            {faults.length > faultsShown && (
              <span className="soft">
                {t("moreFaults", { count: faults.length - faultsShown })}
              </span>
            )}
            <Button
              loading={failed.isPending}
              onClick={() => file && failed.mutate(file)}
            >
              {t("downloadFailed")}
            </Button>
          </p>
        </>
      )}
    </SidePanel>
  );
}

function FaultTable({
  meta,
  faults,
}: {
  meta: Meta;
  faults: NonNullable<ImportResult["faults"]>;
}) {
  const t = useResourceTexts();
  const { say } = useLanguage();
  return (
    <table className="fault-table">
      <thead>
        <tr>
          <th scope="col">{t("row")}</th>
          <th scope="col">{t("column")}</th>
          <th scope="col">{t("value")}</th>
          <th scope="col">{t("reason")}</th>
        </tr>
      </thead>
      <tbody>
        {faults.slice(0, faultsShown).map((fault, at) => {
          const field = fieldOf(meta, fault.column.split(".")[0]!);
          return (
            <tr key={at}>
              <td className="numbers">{fault.row}</td>
              <td>{field ? say(field.label) : fault.column}</td>
              <td>{fault.value}</td>
              <td>{fault.message}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function countsOf(result: ImportResult | undefined) {
  return { created: result?.created ?? 0, changed: result?.changed ?? 0 };
}
