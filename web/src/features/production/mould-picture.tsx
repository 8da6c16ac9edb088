import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useMemo } from "react";
import { call } from "@/api/call";
import { fetchFile } from "@/api/download";
import { useCan } from "@/session/session";
import type { MouldTree } from "./mould-model";
import { useMouldTexts } from "./mould-texts";
import { pictureFault } from "./picture-rule";

/** How the mould looks; a press on it takes another picture. */
export function MouldPicture({ mould }: { mould: MouldTree }) {
  const t = useMouldTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const mayChange = useCan("pm.mould.modify");
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
      void message.success(t("pictureSaved"));
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
  if (!mayChange && !mould.picture) {
    return null;
  }

  function take(file: File) {
    const fault = pictureFault(file);
    if (fault) {
      message.destroy();
      void message.error(t(fault));
    } else {
      save.mutate(file);
    }
  }

  const hasPicture = mould.picture !== "" && url !== "";
  return (
    <div className={hasPicture ? "mould-picture" : "mould-picture none"}>
      {hasPicture && (
        <img src={url} alt={t("picture", { name: mould.mouldNo })} />
      )}
      {error && (
        <span className="mould-picture-fault" title={error.message}>
          {t("pictureAway")}
          <span className="unseen">{error.message}</span>
        </span>
      )}
      {mayChange && (
        <label
          title={
            error?.message ?? t(hasPicture ? "changePicture" : "addPicture")
          }
        >
          <span className={hasPicture || error ? "unseen" : ""}>
            {t(hasPicture ? "changePicture" : "addPicture")}
          </span>
          <input
            type="file"
            accept="image/png,image/jpeg"
            disabled={save.isPending}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file) {
                take(file);
              }
            }}
          />
        </label>
      )}
      {mayChange && hasPicture && (
        <button
          type="button"
          className="icon-button"
          aria-label={t("removePicture")}
          title={t("removePicture")}
          onClick={() => remove.mutate()}
        >
          ✕
        </button>
      )}
    </div>
  );
}
