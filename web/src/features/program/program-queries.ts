import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";

/** What CAM hands over to a section. */
export const takes = { both: 1, sheet: 2, program: 3 } as const;

export type FileKind = "program" | "sheet";

export interface ProgramFile {
  fileId: string;
  name: string;
  kind: FileKind;
  /** Bytes. */
  size: number;
  at: string;
}

export interface ProgramOperation {
  operationId: string;
  mouldNo: string;
  partNo: string;
  opNo: number;
  process: string;
  group: string;
  camStatus: 0 | 1 | 2 | 3;
  camUploadType: 1 | 2 | 3;
  files: ProgramFile[];
}

export interface MachineTransfer {
  open: boolean;
  since: string | null;
  version: number;
}

/** From here on an operation does not wait for its program. */
export const isReady = ({ camStatus }: ProgramOperation) => camStatus >= 2;

/** The kinds of files that a section takes in. */
export const kindsOf = ({ camUploadType }: ProgramOperation): FileKind[] =>
  camUploadType === takes.sheet
    ? ["sheet"]
    : camUploadType === takes.program
      ? ["program"]
      : ["program", "sheet"];

const key = "programs";

/** The most that one page of the server holds. */
export const mostRows = 500;

export const programsQuery = (q: string, missing: boolean) =>
  queryOptions({
    queryKey: [key, "list", q, missing],
    queryFn: ({ signal }) =>
      call<{ rows: ProgramOperation[]; total: number }>("GET", "mf/program", {
        query: { q, missing: missing ? "true" : "", size: mostRows },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: [key, id],
    queryFn: ({ signal }) =>
      call<ProgramOperation>("GET", `mf/program/${id}`, { signal }),
  });

export const transferQuery = queryOptions({
  queryKey: ["machine-transfer"],
  queryFn: ({ signal }) =>
    call<MachineTransfer>("GET", "mf/machine-transfer", { signal }),
  meta: { quiet: true },
});

export const programsKey = [key];

export function upload(id: string, files: File[]) {
  const form = new FormData();
  for (const file of files) {
    form.append("file", file);
  }
  return call<ProgramOperation>("POST", `mf/program/${id}/upload`, { form });
}

export const removeFile = (id: string, fileId: string) =>
  call<ProgramOperation>("POST", `mf/program/${id}/remove`, {
    body: { fileId },
  });

/** Turns the service on or off, as it was read. */
export const setTransfer = ({
  open,
  version,
}: Pick<MachineTransfer, "open" | "version">) =>
  call<MachineTransfer>("POST", "mf/machine-transfer", {
    body: { open, version },
  });
