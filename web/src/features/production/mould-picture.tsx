import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useMemo } from "react";
import { call } from "@/api/call";
import { fetchFile } from "@/api/download";
import { useCan } from "@/session/session";
import { RecordPicture } from "@/ui/record-picture";
import { usePictureTexts } from "@/ui/record-picture-texts";
import type { MouldTree } from "./mould-model";
import { useMouldTexts } from "./mould-texts";

/** How the mould looks; a press on it takes another picture. */
export function MouldPicture({ mould }: { mould: MouldTree }) {
  const t = useMouldTexts();
  const words = usePictureTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const mayModify = useCan("pm.mould.modify");
  const maySee = useCan("file.picture.see");
  const mayReplace = useCan("file.picture.replace");
  const mayChange = mayModify && maySee && (mayReplace || mould.picture === "");
  const { data: picture, error } = useQuery({
    queryKey: ["mould-picture", mould.picture],
    queryFn: ({ signal }) => fetchFile(`bms/file/${mould.picture}`, signal),
    enabled: mould.picture !== "",
    staleTime: Infinity,
    meta: { quiet: true },
  });
  const url = useMemo(
    () => (picture ? URL.createObjectURL(picture) : ""),
    [picture],
  );
  useEffect(() => () => URL.revokeObjectURL(url), [url]);

  // What is replaced is what is seen here.
  const basedOn = mould.picture || "none";
  const again = () => client.invalidateQueries({ queryKey: ["mould-tree"] });
  const save = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set("file", file);
      form.set("basedOn", basedOn);
      return call("POST", "bms/file/mould/{id}", {
        query: { id: mould.id },
        form,
      });
    },
    onSuccess: () => {
      message.destroy();
      void message.success(words("picture.saved"));
      return again();
    },
    onError: again,
  });
  const remove = useMutation({
    mutationFn: () =>
      call("POST", "pm/mould/{id}/picture/remove", {
        query: { id: mould.id },
        body: { basedOn },
      }),
    onSettled: again,
  });
  return (
    <RecordPicture
      word="picture"
      src={mould.picture === "" ? "" : url}
      alt={t("picture", { name: mould.mouldNo })}
      mayChange={mayChange}
      error={error}
      isBusy={save.isPending || remove.isPending}
      onTake={(file) => save.mutate(file)}
      onRemove={() => remove.mutate()}
    />
  );
}
