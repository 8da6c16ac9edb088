import {
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/api/call";
import type { FavouriteDraft } from "./favourite-draft";

export interface Favourite {
  userMenuId: string;
  menuKey: string;
  menuName: string;
  menuUrl: string;
  moduleKey: string;
  treeKey: string;
  iconName: string;
  sortOrder: number;
  newWindowFlag: number;
  externalUrlFlag: number;
  /** Empty: in no folder. */
  folderId: string;
}

export interface FavouriteFolder {
  folderId: string;
  folderName: string;
  /** 1: made last. */
  newestFolder: number;
}

const key = ["favourites"];

export const favouritesQuery = queryOptions({
  queryKey: key,
  queryFn: () =>
    call<Favourite[] | null>("POST", "upms/userMenu/getUserMenuList", {
      body: {},
    }),
  staleTime: 60_000,
  meta: { quiet: true },
});

export const foldersQuery = queryOptions({
  queryKey: ["favourite-folders"],
  queryFn: () =>
    call<FavouriteFolder[] | null>("POST", "upms/userMenu/getFolderList", {
      body: {},
    }),
  staleTime: 60_000,
  meta: { quiet: true },
});

/** Every change answers with the whole list. */
function useChange<Wanted>(path: string, bodyOf: (wanted: Wanted) => unknown) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      call<Favourite[] | null>("POST", `upms/userMenu/${path}`, {
        body: bodyOf(wanted),
      }),
    onSuccess: (list) => client.setQueryData(key, list),
  });
}

export const useAddFavourite = () =>
  useChange("addUserMenu", (menuKey: string) => ({ menuKey }));

export const useRemoveFavourite = () =>
  useChange("removeUserMenu", (userMenuIds: string) => ({ userMenuIds }));

/** Saves what the settings mode has arranged: the order counts from 0. */
export function useSaveFavourites() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kept, removed, folders }: FavouriteDraft) => {
      const list = await call<Favourite[] | null>(
        "POST",
        "upms/userMenu/editUserMenus",
        {
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
        },
      );
      // New folders have their identities from the server: both lists change together.
      await client.fetchQuery({ ...foldersQuery, staleTime: 0 });
      client.setQueryData(key, list);
    },
  });
}
