import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button, Checkbox } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { download } from "@/api/download";
import { ApiFailure } from "@/api/reply";
import { useLanguage } from "@/i18n/language";
import { FileDrop } from "@/ui/file-drop";
import { wordsOf } from "@/ui/failure";
import { Declined, useQuestion } from "@/ui/use-question";
import { SidePanel } from "@/ui/side-panel";
import { useUiTexts } from "@/ui/texts";
import { ImportFaults } from "./import-faults";
import { ImportHeadings } from "./import-headings";
import { ImportLayouts } from "./import-layouts";
import { ImportMade, ImportMissing } from "./import-missing";
import { ImportPreview } from "./import-preview";
import { ImportUnseen } from "./import-unseen";
import type { Meta } from "./metadata";
import {
  downloadFailed,
  importRows,
  type CellEdit,
  type ImportAnswers,
  type ImportResult,
} from "./resource-queries";
import { useImportTexts } from "./import-texts";
import { useDirtyGuard } from "./use-dirty-guard";

const untouched: ImportAnswers = {
  edits: [],
  headings: null,
  partly: false,
  create: [],
};

interface Asked {
  file: File;
  answers: ImportAnswers;
}

interface ImportPanelProps {
  meta: Meta;
  onClose: () => void;
}

/** Upload, look at what would happen, then write: nothing happens unseen. */
export function ImportPanel({ meta, onClose }: ImportPanelProps) {
  const t = useImportTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [answers, setAnswers] = useState(untouched);
  const label = say(meta.label);

  const template = useMutation({
    mutationFn: () => download(`${meta.path}/template`),
    meta: { stays: true, says: t("templateTaken") },
  });
  const check = useMutation({
    mutationFn: (asked: Asked) => importRows(meta, asked.file, asked.answers),
    meta: { quiet: true, showsFields: true },
  });
  const ask = useQuestion();
  // The file is the browser's: who leaves before it is written chooses it, and mends it, anew.
  const waits = useRef(false);
  useDirtyGuard(
    useCallback(() => waits.current, []),
    "open",
  );
  const failed = useMutation({
    mutationFn: (asked: Asked) =>
      downloadFailed(meta, asked.file, asked.answers),
    meta: { stays: true, says: ui("exported") },
  });
  // Not while the server's question stands: nothing is being written then.
  const [isSent, setIsSent] = useState(false);
  const [isOutdated, setIsOutdated] = useState(false);
  const write = useMutation({
    mutationFn: (asked: Asked & { basis: string }) =>
      ask((confirm) => {
        setIsSent(true);
        return importRows(meta, asked.file, asked.answers, {
          basis: asked.basis,
          confirm,
        }).finally(() => setIsSent(false));
      }),
    meta: { quiet: true, showsFields: true },
    onSuccess: (done) => {
      waits.current = false;
      void client.invalidateQueries({ queryKey: ["layouts", meta.entity] });
      if (done.committed) {
        message.destroy();
        void message.success(t("written", { ...countsOf(done) }));
        void client.invalidateQueries({ queryKey: ["list", meta.entity] });
        void client.invalidateQueries({ queryKey: ["choices", meta.entity] });
        for (const { entity } of done.made) {
          void client.invalidateQueries({ queryKey: ["list", entity] });
          void client.invalidateQueries({ queryKey: ["choices", entity] });
        }
      }
      if (!done.committed) {
        void message.info(
          t("nothingWritten", { same: done.same, refused: done.refused }),
        );
      }
      if (done.faults.length === 0) {
        onClose();
      }
    },
    onError: (failure, { file, answers }) => {
      // Somebody was faster: what the file would do now is to be seen first.
      if (failure instanceof ApiFailure && failure.reply.code === 20009) {
        examine(file, answers);
        setIsOutdated(true);
      }
    },
  });

  function examine(chosen: File, next: ImportAnswers) {
    setFile(chosen);
    setAnswers(next);
    setIsOutdated(false);
    write.reset();
    check.mutate({ file: chosen, answers: next });
  }

  function mend(edits: CellEdit[]) {
    const isSame = (a: CellEdit, b: CellEdit) =>
      a.row === b.row && a.column === b.column;
    const others = answers.edits.filter(
      (old) => !edits.some((edit) => isSame(edit, old)),
    );
    examine(file!, { ...answers, edits: [...others, ...edits] });
  }

  const result = reached(write.data ?? check.data);
  const failure = write.error ?? check.error;
  const faults = result?.faults ?? [];
  const isBusy = check.isPending || write.isPending;
  const hasWork = (result?.created ?? 0) + (result?.changed ?? 0) > 0;
  const isReadable = !result?.headings.some(({ unknown }) => unknown);
  const isChecked = Boolean(file && check.data && !write.data);
  const isWaiting = check.isPending || (isChecked && (hasWork || !isReadable));
  useEffect(() => {
    waits.current = isWaiting;
  }, [isWaiting]);
  const mayLeaveOut = isReadable && hasWork && faults.length > 0;
  const canWrite = Boolean(
    file &&
      result &&
      hasWork &&
      !write.data?.committed &&
      (faults.length === 0 || (mayLeaveOut && answers.partly)),
  );

  return (
    <SidePanel
      title={t("importTitle", { label })}
      closeLabel={ui("close")}
      onClose={onClose}
      wide
      footer={
        <>
          <Button
            type="primary"
            disabled={!canWrite || isBusy}
            loading={isSent}
            onClick={() =>
              file &&
              check.data &&
              write.mutate({ file, answers, basis: check.data.basis })
            }
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
        onFile={(next) => examine(next, untouched)}
      />
      <ImportLayouts meta={meta} />
      <div role="status" className="import-state">
        {check.isPending ? t("checking") : isSent && t("writing")}
        {isOutdated && <p className="form-fault">{t("changedSince")}</p>}
        {!isBusy && failure && !(failure instanceof Declined) && (
          <p className="form-fault">{wordsOf(failure)}</p>
        )}
        {!isBusy && !failure && result && (
          <p>
            {write.data?.committed && `${t("isWritten")} `}
            {t("checked", {
              ...countsOf(result),
              count: result.read,
              same: result.same,
              refused: result.refused,
              skipped: result.skipped,
            })}
            {faults.length > 0 && (
              <strong className="form-fault">
                {" "}
                {t("faults", { count: result.faultCount })}
              </strong>
            )}
            {faults.length === 0 && !hasWork && ` ${t("nothingToWrite")}`}
            {result.notReached > 0 && (
              <strong className="form-fault">
                {" "}
                {t("notReached", { count: result.notReached })}
              </strong>
            )}
          </p>
        )}
        {!isBusy && !failure && result && (
          <ImportMade
            made={result.made}
            isWritten={Boolean(write.data?.committed)}
          />
        )}
      </div>
      {!isBusy && file && result && (
        <>
          <ImportHeadings
            meta={meta}
            headings={result.headings}
            onAnswer={(headings) => examine(file, { ...answers, headings })}
          />
          <ImportMissing
            missing={result.missing}
            create={answers.create}
            onCreate={(create) => examine(file, { ...answers, create })}
          />
          {faults.length + result.warnings.length > 0 && (
            <ImportFaults meta={meta} result={result} onMend={mend} />
          )}
          {faults.length > 0 && (
            <p className="import-more">
              {mayLeaveOut && (
                <Checkbox
                  checked={answers.partly}
                  onChange={({ target }) =>
                    setAnswers({ ...answers, partly: target.checked })
                  }
                >
                  {t("partly", { count: result.refused })}
                </Checkbox>
              )}
              {result.refused > 0 && (
                <Button
                  loading={failed.isPending}
                  onClick={() => failed.mutate({ file, answers })}
                >
                  {t("downloadFailed")}
                </Button>
              )}
            </p>
          )}
          <ImportUnseen
            sheets={[
              {
                name: result.sheet,
                hidden: result.hidden,
                unseen: result.unseen,
              },
            ]}
          />
          <ImportPreview meta={meta} result={result} />
        </>
      )}
    </SidePanel>
  );
}

/** A result without the faults of healthy rows that were not reached: one sentence tells of them, there is nothing to mend. */
function reached(result: ImportResult | undefined) {
  return (
    result && {
      ...result,
      faults: result.faults.filter(({ rule }) => rule !== "notWritten"),
      faultCount: result.faultCount - result.notReached,
    }
  );
}

function countsOf(result: ImportResult | undefined) {
  return { created: result?.created ?? 0, changed: result?.changed ?? 0 };
}
