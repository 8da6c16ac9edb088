import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Alert, App, Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { uploadBackMs } from "@/api/times";
import { formatInstant } from "@/i18n/format";
import { useCan, useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { FileDrop } from "@/ui/file-drop";
import { Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { PermissionButton } from "@/ui/permission-button";
import { RecordName } from "@/ui/record-name";
import { StatusMark } from "@/ui/status-mark";
import { OperationFiles } from "./operation-files";
import {
  kindsOf,
  operationQuery,
  programsKey,
  rights,
  transferQuery,
  upload,
  type ProgramOperation,
} from "./program-queries";
import { useProgramTexts } from "./texts";
import "./program.css";

const home = "/mf/program";
const permission = "mf.program.add";

/** The files of one operation, and the way to bring more. */
export function UploadPage() {
  const t = useProgramTexts();
  const { id = "" } = useParams<{ id: string }>();
  const { data, error, isError, refetch } = useQuery(operationQuery(id));
  const title = data
    ? t("heading", { mould: data.mouldNo, part: data.partNo, opNo: data.opNo })
    : t("title");
  return (
    <Page title={title} tools={<Link to={home}>{t("back")}</Link>}>
      {data ? (
        <div className="program-upload">
          <Wanted operation={data} />
          <OperationFiles operation={data} />
          <Upload key={id} operation={data} />
        </div>
      ) : isError ? (
        <Failure of={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Wanted({ operation }: { operation: ProgramOperation }) {
  const t = useProgramTexts();
  const maySee = useCan(rights.see);
  const has = (kind: string) =>
    operation.files.some((file) => file.kind === kind);
  return (
    <section>
      <p>
        <RecordName>{operation.process}</RecordName> ·{" "}
        <RecordName>{operation.group}</RecordName>
      </p>
      {maySee && (
        <p className="program-wanted">
          {kindsOf(operation).map((kind) => (
            <StatusMark key={kind} meaning={has(kind) ? "done" : "at-risk"}>
              {t(has(kind) ? "there" : "lacks", { kind: t(kind) })}
            </StatusMark>
          ))}
        </p>
      )}
    </section>
  );
}

function Upload({ operation }: { operation: ProgramOperation }) {
  const t = useProgramTexts();
  const zone = useZone();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const mayAdd = useCan(permission);
  const transfer = useQuery(transferQuery).data;
  const [files, setFiles] = useState<File[]>([]);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  // What is wrong with a program, and a service that is closed, the code table shows (20000).
  const send = useMutation({
    mutationFn: () => upload(operation.operationId, files),
    onSuccess: () => {
      setFiles([]);
      message.destroy();
      void message.success(t("uploaded"));
      leaving.current = setTimeout(() => void navigate(home), uploadBackMs);
      return client.invalidateQueries({ queryKey: programsKey });
    },
    onError: () =>
      client.invalidateQueries({ queryKey: transferQuery.queryKey }),
  });
  if (!mayAdd) {
    return (
      <PermissionButton permission={permission}>{t("upload")}</PermissionButton>
    );
  }
  if (transfer && !transfer.open) {
    return (
      <Alert
        type="error"
        showIcon
        title={t("closed")}
        description={t("closedSince", {
          at: formatInstant(transfer.since, zone),
        })}
      />
    );
  }

  const isBusy = send.isPending || send.isSuccess;
  const add = (file: File) =>
    setFiles((now) => [...now.filter(({ name }) => name !== file.name), file]);
  return (
    <section aria-label={t("upload")}>
      <FileDrop
        title={t("choose")}
        hint={t("endings")}
        accept=""
        disabled={isBusy}
        many
        onFile={add}
      />
      {files.length > 0 && (
        <>
          <h2>{t("chosen")}</h2>
          <ul className="program-files">
            {files.map((file) => (
              <li key={file.name}>
                {file.name}
                <Button
                  type="text"
                  size="small"
                  aria-label={t("drop", { name: file.name })}
                  disabled={isBusy}
                  onClick={() =>
                    setFiles((now) => now.filter((one) => one !== file))
                  }
                >
                  ×
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <Button
          type="primary"
          disabled={files.length === 0 || isBusy}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t("upload")}
        </Button>
      </p>
    </section>
  );
}
