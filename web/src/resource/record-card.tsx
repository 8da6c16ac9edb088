import {
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { useUiTexts } from "@/ui/texts";
import { may, type Meta, type OneRow } from "./metadata";
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
  const { data: meta } = useSuspenseQuery(metaQuery(entity));
  const query = rowQuery(meta, id);
  const { data, error, refetch } = useQuery(query);
  const [saves, setSaves] = useState(0);
  if (!data) {
    return error ? (
      <Failure of={error} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  return (
    <OpenCard
      key={saves}
      {...props}
      meta={meta}
      record={data}
      onSaved={(saved) => {
        client.setQueryData(query.queryKey, saved);
        setSaves(saves + 1);
        props.onSaved?.();
      }}
    />
  );
}

interface OpenCardProps extends Omit<RecordCardProps, "onSaved"> {
  meta: Meta;
  record: OneRow;
  onSaved: (saved: OneRow) => void;
}

function OpenCard(props: OpenCardProps) {
  const { meta, record, holder, saveLabel, onSaved } = props;
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
      {may(meta, "modify") && (
        <footer className="record-card-foot">
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            loading={form.isPending}
            disabled={undecided.length > 0}
            title={t("saveHint")}
          >
            {saveLabel ?? ui("save")}
          </Button>
          <span role="status">
            {undecided.length > 0
              ? t("decideFirst", { count: undecided.length })
              : form.errors.length > 0 &&
                t("faultsAbove", { count: form.errors.length })}
          </span>
        </footer>
      )}
    </div>
  );
}
