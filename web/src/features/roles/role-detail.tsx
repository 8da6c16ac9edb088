import {
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { App } from "antd";
import type { Meta, OneRow, Row } from "@/resource/metadata";
import { OperationButton } from "@/resource/operation-button";
import { formId, RecordForm } from "@/resource/record-form";
import { metaQuery, rowQuery } from "@/resource/resource-queries";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useRecordForm } from "@/resource/use-record-form";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { useUiTexts } from "@/ui/texts";
import { systemDefined } from "./role-queries";
import { useRoleTexts } from "./texts";

interface RoleDetailProps {
  /** A role's id, or "new". */
  id: string;
  onSaved: (id: string) => void;
}

/** What a role is: the form that the server declares (ROLE-02). */
export function RoleDetail({ id, onSaved }: RoleDetailProps) {
  const { data: meta } = useSuspenseQuery(metaQuery("role"));
  const isNew = id === "new";
  const { data, error, refetch } = useQuery({
    ...rowQuery(meta, id),
    enabled: !isNew,
  });
  if (isNew || data) {
    return (
      <Form
        key={`${id} ${data?.row.version ?? ""}`}
        meta={fixedFor(meta, data?.row)}
        record={data ?? null}
        onSaved={onSaved}
      />
    );
  }
  return error ? (
    <Failure of={error} onRetry={() => void refetch()} />
  ) : (
    <Loading />
  );
}

/** Members name a role by its code, which therefore stays, as the type of a system-defined one does; nobody makes another such. */
function fixedFor(meta: Meta, row: Row | undefined): Meta {
  const isStandard = row?.type === systemDefined;
  const fields = meta.fields.map((field) => {
    switch (field.key) {
      case "code":
        return { ...field, readOnly: row !== undefined };
      case "type":
        return {
          ...field,
          readOnly: isStandard,
          options: field.options?.filter(
            ({ value }) => isStandard || value !== systemDefined,
          ),
        };
      default:
        return field;
    }
  });
  return { ...meta, fields } as Meta;
}

interface FormProps {
  meta: Meta;
  record: OneRow | null;
  onSaved: (id: string) => void;
}

function Form({ meta, record, onSaved }: FormProps) {
  const t = useRoleTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const row = record?.row ?? null;
  const form = useRecordForm(meta, row, (saved) => {
    message.destroy();
    void message.success(t("saved"));
    void client.invalidateQueries({ queryKey: ["list", "role"] });
    if (row) {
      client.setQueryData(rowQuery(meta, row.id).queryKey, saved);
    } else {
      onSaved(saved.row.id);
    }
  });
  useDirtyGuard(form.isDirty, "id");
  return (
    <div className="roles-detail">
      <RecordForm
        meta={meta}
        row={row}
        names={{ ...record?.names, ...form.names }}
        form={form}
      />
      <OperationButton
        {...{ meta, operation: row ? "modify" : "add" }}
        type="primary"
        htmlType="submit"
        form={formId}
        loading={form.isPending}
        disabled={form.clashes.undecided.length > 0}
      >
        {ui("save")}
      </OperationButton>
    </div>
  );
}
