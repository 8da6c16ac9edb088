import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { call } from "@/api/call";
import { useCan } from "@/session/session";
import type { Row } from "@/resource/metadata";
import { RecordPicture } from "@/ui/record-picture";
import { usePictureTexts } from "@/ui/record-picture-texts";

/** How somebody looks, beside their form. */
export function UserPhoto({ user }: { user: Row }) {
  const t = usePictureTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const mayChange = useCan("system.user.modify");
  const query = { id: user.id };
  const { data: photo, error } = useQuery({
    queryKey: ["user-photo", user.id],
    queryFn: ({ signal }) =>
      call("GET", "upms/user/{id}/photo", { query, signal }),
  });

  // What is replaced is what is seen here.
  const basedOn = photo?.id || "none";
  const again = () => {
    void client.invalidateQueries({ queryKey: ["log", "user"] });
    return client.invalidateQueries({ queryKey: ["user-photo", user.id] });
  };
  const save = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set("file", file);
      form.set("basedOn", basedOn);
      return call("POST", "upms/user/{id}/photo", { query, form });
    },
    onSuccess: () => {
      message.destroy();
      void message.success(t("photo.saved"));
    },
    onSettled: again,
  });
  const remove = useMutation({
    mutationFn: () =>
      call("POST", "upms/user/{id}/photo/remove", { query, body: { basedOn } }),
    onSettled: again,
  });
  return (
    <RecordPicture
      word="photo"
      src={photo?.base64 ?? ""}
      alt={String(user.realName)}
      mayChange={mayChange && photo !== undefined}
      error={error}
      isBusy={save.isPending || remove.isPending}
      onTake={(file) => save.mutate(file)}
      onRemove={() => remove.mutate()}
    />
  );
}
