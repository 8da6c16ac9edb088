import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { rowsPerPage } from "@/session/rows-per-page";

/** Rights in program files, which are bound to roles beside the permissions of the page. */
export const rights = {
  see: "file.program.see",
  download: "file.program.download",
  replace: "file.program.replace",
};

/** What CAM hands over to a section. */
export const takes = { both: 1, sheet: 2, program: 3 } as const;

export type FileKind = "program" | "sheet";

export type ProgramFile = Schema<"ProgramFileView">;

export type ProgramOperation = Schema<"ProgramView">;

export type MachineTransfer = Schema<"ProgramTransferView">;

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

/** The operations, page by page. */
export const programsQuery = (q: string, missing: boolean) =>
  infiniteQueryOptions({
    queryKey: [key, "list", q, missing],
    queryFn: ({ pageParam, signal }) =>
      call("GET", "mf/program", {
        query: {
          q,
          missing: missing || "",
          page: pageParam,
          size: rowsPerPage(),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * rowsPerPage() < last.total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
  });

export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: [key, id],
    queryFn: ({ signal }) =>
      call("GET", "mf/program/{id}", { query: { id }, signal }),
  });

export const transferQuery = queryOptions({
  queryKey: ["machine-transfer"],
  queryFn: ({ signal }) => call("GET", "mf/machine-transfer", { signal }),
  meta: { quiet: true },
});

export const programsKey = [key];

export function upload(id: string, files: File[]) {
  const form = new FormData();
  for (const file of files) {
    form.append("file", file);
  }
  return call("POST", "mf/program/{id}/upload", { query: { id }, form });
}

export const removeFile = (id: string, fileId: string) =>
  call("POST", "mf/program/{id}/remove", { query: { id }, body: { fileId } });

/** Turns the service on or off, as it was read. */
export const setTransfer = ({
  open,
  version,
}: Pick<MachineTransfer, "open" | "version">) =>
  call("POST", "mf/machine-transfer", {
    body: { open, version },
  });
