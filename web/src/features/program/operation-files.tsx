import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { download } from "@/api/download";
import { formatInstant } from "@/i18n/format";
import { useCan, useZone } from "@/session/session";
import { PermissionButton } from "@/ui/permission-button";
import { useUiTexts } from "@/ui/texts";
import {
  programsKey,
  removeFile,
  rights,
  type ProgramFile,
  type ProgramOperation,
} from "./program-queries";
import { useProgramTexts } from "./texts";

/** What was uploaded for an operation: to be taken to the machine, or away. */
export function OperationFiles({ operation }: { operation: ProgramOperation }) {
  const t = useProgramTexts();
  const ui = useUiTexts();
  const zone = useZone();
  const maySee = useCan(rights.see);
  const mayDelete = useCan("mf.program.delete");
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  const take = useMutation({
    mutationFn: (fileId: string) => download(`bms/file/${fileId}`),
    meta: { stays: true, says: t("taken") },
  });
  const remove = useMutation({
    mutationFn: (fileId: string) => removeFile(operation.operationId, fileId),
    onSuccess: () => {
      message.destroy();
      void message.success(t("removed"));
      return client.invalidateQueries({ queryKey: programsKey });
    },
  });

  async function ask(file: ProgramFile) {
    const agreed = await modal.confirm({
      title: t("removeTitle", { name: file.name }),
      content: t("removeText"),
      okText: ui("delete"),
      okButtonProps: { danger: true },
      cancelText: ui("cancel"),
    });
    if (agreed) {
      remove.mutate(file.fileId);
    }
  }

  return (
    <section aria-label={t("files")}>
      <h2>{t("files")}</h2>
      {!maySee ? (
        <p>
          <PermissionButton permission={rights.see} size="small">
            {t("unseen")}
          </PermissionButton>
        </p>
      ) : operation.files.length === 0 ? (
        <p className="soft">{t("noFiles")}</p>
      ) : (
        <ul className="program-files">
          {operation.files.map((file) => (
            <li key={file.fileId}>
              <PermissionButton
                permission={rights.download}
                type="link"
                size="small"
                aria-label={t("download", { name: file.name })}
                onClick={() => take.mutate(file.fileId)}
              >
                {file.name}
              </PermissionButton>
              <span className="soft">
                {t(file.kind)} · {sizeOf(file.size)} ·{" "}
                {formatInstant(file.at, zone)}
              </span>
              <PermissionButton
                permission={mayDelete ? rights.replace : "mf.program.delete"}
                type="text"
                size="small"
                aria-label={t("remove", { name: file.name })}
                onClick={() => void ask(file)}
              >
                ×
              </PermissionButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** "12 kB"; nobody counts the bytes of a program. */
function sizeOf(bytes: number) {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
