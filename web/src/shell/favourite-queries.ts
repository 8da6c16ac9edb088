import {
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/api/call";

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
    onSuccess: (list) => client.setQueryData(favouritesKey, list),
  });
}

export const useAddFavourite = () =>
  useChange("addUserMenu", (menuKey: string) => ({ menuKey }));

export const useRemoveFavourite = () =>
  useChange("removeUserMenu", (userMenuIds: string) => ({ userMenuIds }));
