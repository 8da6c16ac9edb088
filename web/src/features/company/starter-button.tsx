import { useMutation } from "@tanstack/react-query";
import { download } from "@/api/download";
import { useTemplateTexts } from "./template-texts";

/** The workbook with examples, which an empty factory imports as it is. */
export function StarterButton() {
  const t = useTemplateTexts();
  const starter = useMutation({
    mutationFn: () =>
      download("production/template", { query: { examples: true } }),
  });
  return (
    <button
      type="button"
      aria-disabled={starter.isPending}
      onClick={() => !starter.isPending && starter.mutate()}
    >
      {t("starter")}
    </button>
  );
}
