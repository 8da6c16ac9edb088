import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import { useUiTexts } from "@/ui/texts";
import {
  mayMakeFolder,
  nameFaults,
  withFolder,
  type FavouriteDraft,
} from "./favourite-draft";
import { favouritesKey, foldersQuery } from "./favourite-queries";
import { useFavouriteTexts } from "./favourite-texts";
import { FavouritesSorter } from "./favourites-sorter";

interface SettingsProps {
  /** How the favourites stand. */
  begin: FavouriteDraft;
  onClose: () => void;
}

/** Order and folders are arranged in a draft; it is saved as a whole. */
export function FavouritesSettings({ begin, onClose }: SettingsProps) {
  const t = useFavouriteTexts();
  const ui = useUiTexts();
  const { message } = App.useApp();
  const [draft, setDraft] = useState(begin);
  const tools = useRef<HTMLSpanElement>(null);
  const [refused, setRefused] = useState(0);
  const save = useSaveFavourites();

  useEffect(() => {
    if (refused > 0) {
      tools.current?.parentElement
        ?.querySelector<HTMLElement>('[aria-invalid="true"]')
        ?.focus();
    }
  }, [refused]);

  async function keep() {
    if (nameFaults(draft).size > 0) {
      setRefused((times) => times + 1);
      return;
    }
    await save.mutateAsync(draft);
    onClose();
    void message.success(t("saved"));
  }

  return (
    <>
      <FavouritesSorter
        draft={draft}
        onChange={setDraft}
        showsFaults={refused > 0}
      />
      <span className="favourites-tools" ref={tools}>
        <button
          type="button"
          className="plain-button plain-button-small"
          disabled={!mayMakeFolder(draft)}
          onClick={() => setDraft(withFolder(draft))}
        >
          {t("newFolder")}
        </button>
        <button
          type="button"
          className="plain-button plain-button-small plain-button-main"
          disabled={save.isPending}
          onClick={() => void keep().catch(() => undefined)}
        >
          {ui("save")}
        </button>
        <button
          type="button"
          className="plain-button plain-button-small"
          onClick={onClose}
        >
          {ui("cancel")}
        </button>
      </span>
    </>
  );
}

/** Saves what was arranged: the order counts from 0. */
function useSaveFavourites() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kept, removed, folders }: FavouriteDraft) => {
      const list = await call("POST", "upms/userMenu/editUserMenus", {
        body: {
          userMenus: kept.map(({ userMenuId, folderId }, sortOrder) => ({
            userMenuId,
            sortOrder,
            folderId,
          })),
          deleteUserMenuIds: removed.join(","),
          folders: folders.map(({ folderId, folderName }) => ({
            folderId,
            folderName,
          })),
        },
      });
      // New folders have their identities from the server: both lists change together.
      await client.fetchQuery({ ...foldersQuery, staleTime: 0 });
      client.setQueryData(favouritesKey, list);
    },
  });
}
