import {
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";

export type Favourite = Schema<"FavouriteView">;

export type FavouriteFolder = Schema<"FavouriteFolderView">;

/** The favourites of a folder; "" gives those in no folder that is there. */
export function favouritesIn(
  folderId: string,
  { kept, folders }: { kept: Favourite[]; folders: FavouriteFolder[] },
) {
  return kept.filter((one) =>
    folderId
      ? one.folderId === folderId
      : !folders.some((folder) => folder.folderId === one.folderId),
  );
}

export const favouritesKey = ["favourites"];

export const favouritesQuery = queryOptions({
  queryKey: favouritesKey,
  queryFn: () =>
    call("POST", "upms/userMenu/getUserMenuList", {
      body: {},
    }),
  staleTime: 60_000,
  meta: { quiet: true },
});

export const foldersQuery = queryOptions({
  queryKey: ["favourite-folders"],
  queryFn: () =>
    call("POST", "upms/userMenu/getFolderList", {
      body: {},
    }),
  staleTime: 60_000,
  meta: { quiet: true },
});

/** Every change answers with the whole list. */
function useChange(change: (wanted: string) => Promise<Favourite[]>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (list) => client.setQueryData(favouritesKey, list),
  });
}

export const useAddFavourite = () =>
  useChange((menuKey) =>
    call("POST", "upms/userMenu/addUserMenu", { body: { menuKey } }),
  );

export const useRemoveFavourite = () =>
  useChange((userMenuIds) =>
    call("POST", "upms/userMenu/removeUserMenu", { body: { userMenuIds } }),
  );
