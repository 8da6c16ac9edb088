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
export const useSaveFavourites = () =>
  useChange(
    "editUserMenus",
    ({ kept, removed }: { kept: Favourite[]; removed: string[] }) => ({
      userMenus: kept.map(({ userMenuId }, sortOrder) => ({
        userMenuId,
        sortOrder,
      })),
      deleteUserMenuIds: removed.join(","),
    }),
  );
