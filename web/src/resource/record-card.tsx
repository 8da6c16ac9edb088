import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { useUiTexts } from "@/ui/texts";
import type { Meta, OneRow } from "./metadata";
import { OperationButton } from "./operation-button";
import { formId, RecordForm } from "./record-form";
import { metaQuery, rowQuery } from "./resource-queries";
import { useResourceTexts } from "./texts";
import { useDirtyGuard } from "./use-dirty-guard";
import { useRecordForm } from "./use-record-form";
import { useSavedWord } from "./use-saved-word";
import "./resource.css";

interface RecordCardProps {
  entity: string;
  id: string;
  /** The parameter of the address that the form hangs on, beside the path. */
  holder: string;
  /** What the button says in place of "Save". */
  saveLabel?: string;
  onSaved?: () => void;
}

/** The form of one stored record in the middle of a page; after a save it goes on with what is stored. */
export function RecordCard(props: RecordCardProps) {
  const { entity, id } = props;
  const client = useQueryClient();
  const meta = useQuery(metaQuery(entity));
  const record = useQuery({
    ...rowQuery(meta.data ?? { entity, path: "" }, id),
    enabled: meta.data !== undefined,
  });
  const [saves, setSaves] = useState(0);
  if (!meta.data || !record.data) {
    // Here, and not in place of the page: it may have other parts.
    const failed = [meta, record].find(({ error }) => error);
    return failed ? (
      <Failure of={failed.error} onRetry={() => void failed.refetch()} />
    ) : (
      <Loading />
    );
  }
  const { queryKey } = rowQuery(meta.data, id);
  return (
    <OpenCard
      key={saves}
      {...props}
      isAgain={saves > 0}
      meta={meta.data}
      record={record.data}
      onSaved={(saved) => {
        client.setQueryData(queryKey, saved);
        setSaves(saves + 1);
        props.onSaved?.();
      }}
    />
  );
}

interface OpenCardProps extends Omit<RecordCardProps, "onSaved"> {
  meta: Meta;
  record: OneRow;
  /** It follows a save: the focus stays at the button. */
  isAgain: boolean;
  onSaved: (saved: OneRow) => void;
}

function OpenCard(props: OpenCardProps) {
  const { meta, record, holder, saveLabel, isAgain, onSaved } = props;
  const t = useResourceTexts();
  const ui = useUiTexts();
  const tell = useSavedWord(meta);
  const form = useRecordForm(meta, record.row, (saved) => {
    tell(saved);
    onSaved(saved);
  });
  useDirtyGuard(form.isDirty, holder);
  const { undecided } = form.clashes;
  return (
    <div className="record-card">
      <RecordForm
        meta={meta}
        row={record.row}
        names={{ ...record.names, ...form.names }}
        form={form}
      />
      <footer className="record-card-foot">
        <OperationButton
          {...{ meta, operation: "modify" }}
          type="primary"
          htmlType="submit"
          form={formId}
          autoFocus={isAgain}
          loading={form.isPending}
          disabled={undecided.length > 0}
          title={t("saveHint")}
        >
          {saveLabel ?? ui("save")}
        </OperationButton>
        <span role="status">
          {undecided.length > 0
            ? t("decideFirst", { count: undecided.length })
            : form.errors.length > 0 &&
              t("faultsAbove", { count: form.errors.length })}
        </span>
      </footer>
    </div>
  );
}
