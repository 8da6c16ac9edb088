import { useMutation } from "@tanstack/react-query";
import { download } from "@/api/download";
import type { SheetFormat } from "./export-menu";
import { useUiTexts } from "@/ui/texts";

/** Exports a list as it is asked for, with the columns in sight. */
export function useListExport(
  path: string,
  question: object,
  columns: string[],
) {
  const ui = useUiTexts();
  return useMutation({
    mutationFn: (format: SheetFormat) =>
      download(
        path,
        { query: { format }, body: { ...question, columns } },
        "POST",
      ),
    meta: { stays: true, says: ui("exported") },
  });
}
