import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Checkbox, Select } from "antd";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { download } from "@/api/download";
import { useLanguage } from "@/i18n/language";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useDraft } from "@/resource/use-draft";
import { FileDrop } from "@/ui/file-drop";
import { Failure, permissionOf, wordsOf } from "@/ui/failure";
import { Page } from "@/ui/page";
import { useUiTexts } from "@/ui/texts";
import { Tabs } from "@/ui/tabs";
import { Declined, useQuestion } from "@/ui/use-question";
import { ImportCauses } from "./import-causes";
import { ImportFaults } from "./import-faults";
import { ImportHeadings } from "./import-headings";
import { ImportLayouts } from "./import-layouts";
import {
  checkFile,
  commitFile,
  downloadFailed,
  importModes,
  isRunning,
  layoutsQuery,
  mergeEdits,
  mergeMissing,
  mergeReplaced,
  namesOf,
  noteSeen,
  runQuery,
  sheetsQuery,
  sumOf,
  type Edit,
  type Headings,
  type ImportMode,
  type ImportResult,
  type Missing,
  type Notice,
  type Replacement,
} from "./import-model";
import { ImportRows } from "./import-rows";
import { ImportRun, Unwritten } from "./import-run";
import { ImportSummary } from "./import-summary";
import { toWriteOf, writtenOf } from "./import-written";
import { useProductionTexts } from "./texts";
import "./import.css";

/** A checked file and the cells that were typed into its preview. */
interface Kept {
  importId: string;
  typed: Record<string, Edit>;
  /** Of another import, told beside the file until it is closed. */
  notice?: Notice | null;
}

type Tab = "faults" | "rows" | "headings";

/** Upload, look at what would happen, mend it, then write: nothing unseen. */
export function ImportPage() {
  const t = useProductionTexts();
  const ui = useUiTexts();
  const { language } = useLanguage();
  const client = useQueryClient();
  const { message } = App.useApp();
  const ask = useQuestion();
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<ImportResult>();
  const [shownRun, setShownRun] = useState("");
  const [tab, setTab] = useState<Tab>("rows");
  const [taught, setTaught] = useState(0);
  const [typed, setTyped] = useState<Record<string, Edit>>({});
  const { restored, keep, drop } = useDraft<Kept>("import");
  const [notice, setNotice] = useState(restored?.notice ?? null);
  const [withMasters, setWithMasters] = useState(false);
  const [onlyXls, setOnlyXls] = useState(false);
  const known = useQuery(sheetsQuery(language));
  const shapes = known.data;
  const names = useMemo(() => namesOf(shapes), [shapes]);

  const template = useMutation({
    mutationFn: () =>
      download("production/template", { query: { masters: withMasters } }),
  });
  const starter = useMutation({
    mutationFn: () =>
      download("production/template", { query: { examples: true } }),
  });
  const failed = useMutation({
    mutationFn: () => downloadFailed(result!.importId),
    meta: { stays: true, says: ui("exported") },
  });
  const check = useMutation({
    meta: { quiet: true, showsFields: true },
    mutationFn: checkFile,
    onSuccess: (next, asked) => {
      setResult(next);
      if (asked.headings) {
        setTaught((before) => before + 1);
        void client.invalidateQueries(layoutsQuery());
      }
      if (asked.file || !result) {
        setTab(firstTab(next));
      } else if (tab === "headings" && !hasHeadings(next)) {
        setTab(next.faultCount > 0 ? "faults" : "rows");
      }
    },
  });
  const { mutate: checkAgain } = check;
  // Who reloads while an import is written sees its run alone: its file is the one that waits here, and once it has ended its
  // outcome is shown. What another tab writes would change what a check of ours says.
  const hasRestored = useRef(false);
  const hasWaited = useRef(false);
  const runs = useQuery(runQuery());
  const run = runs.isFetchedAfterMount ? runs.data : undefined;
  const isRunKnown = run !== undefined || runs.isError;
  useEffect(() => {
    if (!restored || hasRestored.current || !isRunKnown) {
      return;
    }
    if (isRunning(run)) {
      hasWaited.current = true;
      return;
    }
    hasRestored.current = true;
    const isOver = hasWaited.current || run?.result?.committed === true;
    if (isOver && run?.result?.importId === restored.importId) {
      drop();
    } else {
      checkAgain({ importId: restored.importId }, { onError: drop });
    }
  }, [restored, isRunKnown, run, checkAgain, drop]);
  // Not while the server's question stands: nothing is being written then.
  const [isSent, setIsSent] = useState(false);
  const write = useMutation({
    meta: { quiet: true, showsFields: true },
    mutationFn: (importId: string) =>
      ask((confirm) => {
        setIsSent(true);
        return commitFile(importId, confirm).finally(() => setIsSent(false));
      }),
    onSettled: () => void client.invalidateQueries(runQuery()),
    onSuccess: (done) => {
      if (done.runId) {
        noteSeen(done.runId);
        setShownRun(done.runId);
        setNotice(null); // of another one, beside a file that waits no longer
      }
      setResult(done);
      message.destroy();
      if (!done.committed) {
        return; // the page says it as long as the outcome stands
      }
      void message.success(writtenOf(done, t));
      for (const kind of ["list", "choices", "mould-tree", "dispatch"]) {
        void client.invalidateQueries({ queryKey: [kind] });
      }
    },
  });

  const sum = sumOf(result);
  const toWrite = sum.new + sum.changed + sum.removed + sum.followed + sum.made;
  // A file that was checked and not written yet waits, as in a list: it comes back after a reload, and who leaves is asked
  // where there is something to write or something was mended, and while it is being checked. What is being written goes on
  // without us; it is kept until the server has answered, which may ask or refuse.
  const isChecked = result?.committed === false && !!result.importId;
  const isWaiting = isChecked && !isSent;
  // One that a reload has interrupted waits for its check, which waits for the run.
  const isReturning = !!restored && !result && !check.isError;
  const held = check.isPending
    ? ""
    : isWaiting
      ? result.importId
      : isReturning
        ? restored.importId
        : null;
  const isOpen =
    check.isPending ||
    (isWaiting &&
      (toWrite > 0 ||
        result.edits.length +
          (result.replaced?.length ?? 0) +
          (result.create?.length ?? 0) >
          0 ||
        Object.keys(typed).length > 0));
  const latest = useRef(isOpen);
  useEffect(() => {
    latest.current = isOpen;
    if (result) {
      // What was checked waits at the server, with the cells mended in it.
      keep(isChecked ? { importId: result.importId, typed, notice } : null);
    }
  }, [isOpen, isChecked, keep, result, typed, notice]);
  useDirtyGuard(useCallback(() => latest.current, []));

  const showOutcome = useCallback((outcome: ImportResult, run: string) => {
    setShownRun(run);
    setFile(null);
    setNotice(null);
    setResult(outcome);
  }, []);
  function take(next: File) {
    setFile(next);
    setResult(undefined);
    write.reset();
    check.mutate({ file: next, onlyXls });
  }
  function again(change: {
    edits?: Edit[];
    replaced?: Replacement[];
    create?: Missing[];
    headings?: Headings;
    mode?: ImportMode;
  }) {
    write.reset();
    check.mutate({
      importId: result!.importId,
      ...change,
      ...(change.edits && { edits: mergeEdits(result!.edits, change.edits) }),
    });
  }

  const name = file?.name ?? result?.name;
  const failure = write.error ?? check.error;
  const isBusy = check.isPending || write.isPending;
  const isWritten = result?.committed ?? false;

  if (permissionOf(known.error)) {
    return (
      <Page title={t("title")}>
        <Failure of={known.error} onRetry={() => void known.refetch()} />
      </Page>
    );
  }
  return (
    <Page
      title={t("title")}
      tools={
        <>
          {name && (
            <span className="import-name soft" title={name}>
              {name}
            </span>
          )}
          <span className="push" />
          <Checkbox
            checked={withMasters}
            onChange={(event) => setWithMasters(event.target.checked)}
          >
            {t("withMasters")}
          </Checkbox>
          <Button
            loading={template.isPending}
            onClick={() => template.mutate()}
          >
            {t("template")}
          </Button>
          <Button loading={starter.isPending} onClick={() => starter.mutate()}>
            {t("starter")}
          </Button>
        </>
      }
    >
      <div className={result ? "import import-checked" : "import"}>
        <ImportRun
          isExpected={isSent}
          shown={shownRun}
          held={held}
          notice={notice}
          onNotice={setNotice}
          onOutcome={showOutcome}
        />
        {result && <Unwritten result={result} />}
        {!result && (
          <p className="soft import-hint">
            {t("hint")} {t("starterHint")}
          </p>
        )}
        <FileDrop
          title={name ? t("other") : t("choose")}
          hint={t(onlyXls ? "oldKinds" : "kinds")}
          accept={onlyXls ? ".xls" : ".xlsx,.xls,.csv,.json"}
          disabled={isBusy}
          onFile={take}
        />
        {!result && (
          <Checkbox
            checked={onlyXls}
            onChange={(event) => setOnlyXls(event.target.checked)}
          >
            {t("fromOld")}
          </Checkbox>
        )}
        {!result && <ImportLayouts names={names} />}
        <div role="status" className="import-status">
          {check.isPending ? t("checking") : isSent && t("writing")}
          {!isBusy && failure && !(failure instanceof Declined) && (
            <p className="import-failure">{wordsOf(failure)}</p>
          )}
        </div>
        {result && (
          <>
            <ImportSummary result={result} names={names} />
            {result.rows.length + result.faults.length > 0 ||
            hasHeadings(result) ? (
              <Tabs<Tab>
                label={t("title")}
                tabs={[
                  {
                    key: "faults",
                    title: t("tabFaults", { count: result.faultCount }),
                  },
                  {
                    key: "rows",
                    title: t("tabRows", { count: result.rowCount }),
                  },
                  ...(hasHeadings(result)
                    ? [{ key: "headings" as const, title: t("tabHeadings") }]
                    : []),
                ]}
                active={tab}
                onChange={setTab}
              >
                {/* Hidden, not gone: what was mended survives a look at the rows. */}
                <div hidden={tab !== "faults"}>
                  <ImportCauses
                    key={result.importId}
                    result={result}
                    names={names}
                    disabled={isBusy || isWritten}
                    onReplace={(replaced) =>
                      again({
                        replaced: mergeReplaced(result.replaced, replaced),
                      })
                    }
                    onCreate={(missing) =>
                      again({ create: mergeMissing(result.create, missing) })
                    }
                  />
                  <ImportFaults
                    result={result}
                    names={names}
                    disabled={isBusy || isWritten}
                    restored={
                      restored?.importId === result.importId
                        ? restored.typed
                        : undefined
                    }
                    onTyping={setTyped}
                    onMend={(edits) => again({ edits })}
                  />
                </div>
                {tab === "rows" && <ImportRows result={result} names={names} />}
                <div hidden={tab !== "headings"}>
                  <ImportHeadings
                    // Another file, or an answer: new questions.
                    key={`${result.importId} ${taught}`}
                    result={result}
                    shapes={shapes ?? []}
                    names={names}
                    disabled={isBusy || isWritten}
                    onTeach={(headings) => again({ headings })}
                  />
                </div>
              </Tabs>
            ) : (
              <p className="soft">{t("nothing")}</p>
            )}
            <footer className="import-foot">
              {isWritten ? (
                <>
                  <span className="import-done">✓ {t("done")}</span>
                  <Link to="/pm/mould">{t("toMoulds")}</Link>
                  <Link to="/aps/schedule">{t("next")}</Link>
                </>
              ) : (
                <>
                  {result.stopped && result.importId ? (
                    <Button
                      type="primary"
                      disabled={isBusy}
                      onClick={() => again({})}
                    >
                      {t("recheckNone")}
                    </Button>
                  ) : (
                    <Button
                      type="primary"
                      disabled={toWrite === 0 || isBusy}
                      loading={isSent}
                      onClick={() => write.mutate(result.importId)}
                    >
                      {toWriteOf(result, t)}
                    </Button>
                  )}
                  <Select<ImportMode>
                    aria-label={t("mode")}
                    className="import-mode"
                    disabled={isBusy}
                    value={
                      (check.isPending ? check.variables.mode : undefined) ??
                      result.mode
                    }
                    options={importModes.map((mode) => ({
                      value: mode,
                      label: t(`${mode}Mode`),
                    }))}
                    onChange={(mode) => again({ mode })}
                  />
                  <span className="soft">{t(`${result.mode}Hint`)}</span>
                </>
              )}
              <span className="push" />
              {sum.refused > 0 && (
                <Button
                  loading={failed.isPending}
                  onClick={() => failed.mutate()}
                >
                  {t("downloadFailed", { count: sum.refused })}
                </Button>
              )}
            </footer>
          </>
        )}
      </div>
    </Page>
  );
}

function hasHeadings({ unknown, strange }: ImportResult) {
  return unknown.length > 0 || Object.keys(strange ?? {}).length > 0;
}

/** What needs an answer first: headings, then faults, else the rows. */
function firstTab(result: ImportResult): Tab {
  if (hasHeadings(result)) {
    return "headings";
  }
  return result.faultCount > 0 ? "faults" : "rows";
}
