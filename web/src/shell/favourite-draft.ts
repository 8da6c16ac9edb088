import type { Favourite, FavouriteFolder } from "./favourite-queries";
import { longestFolderName, mostFavourites } from "@/ui/sizes";

/** What the settings mode arranges before it is saved. */
export interface FavouriteDraft {
  kept: Favourite[];
  removed: string[];
  folders: FavouriteFolder[];
}

/** Where a drag may end beside a favourite: a folder, or "" for the bar itself. */
export const dropIdOf = (folderId: string) => `folder:${folderId}`;

export const folderOfDropId = (dropId: string) =>
  dropId.startsWith("folder:") ? dropId.slice("folder:".length) : undefined;

/** A favourite takes the place of another one, or the last place of a folder. */
export function moved(
  draft: FavouriteDraft,
  id: string,
  overId: string,
): FavouriteDraft {
  const from = draft.kept.findIndex((one) => one.userMenuId === id);
  const over = draft.kept.findIndex((one) => one.userMenuId === overId);
  const folderId = draft.kept[over]?.folderId ?? folderOfDropId(overId);
  if (from < 0 || folderId === undefined || from === over) {
    return draft;
  }
  const kept = [...draft.kept];
  const [one] = kept.splice(from, 1);
  kept.splice(over < 0 ? kept.length : over, 0, { ...one!, folderId });
  return { ...draft, kept };
}

export function without(draft: FavouriteDraft, id: string): FavouriteDraft {
  return {
    ...draft,
    kept: draft.kept.filter((one) => one.userMenuId !== id),
    removed: [...draft.removed, id],
  };
}

export const mayMakeFolder = (draft: FavouriteDraft) =>
  draft.folders.length < mostFavourites;

/** A folder that the server does not know yet goes by a word of ours. */
export function withFolder(draft: FavouriteDraft): FavouriteDraft {
  const taken = new Set(draft.folders.map((one) => one.folderId));
  let number = 1;
  while (taken.has(`new-${number}`)) {
    number++;
  }
  const made = { folderId: `new-${number}`, folderName: "", newestFolder: 1 };
  const folders = draft.folders.map((one) => ({ ...one, newestFolder: 0 }));
  return { ...draft, folders: [...folders, made] };
}

/** What was in a folder returns to the bar. */
export function withoutFolder(
  draft: FavouriteDraft,
  folderId: string,
): FavouriteDraft {
  return {
    ...draft,
    folders: draft.folders.filter((one) => one.folderId !== folderId),
    kept: draft.kept.map((one) =>
      one.folderId === folderId ? { ...one, folderId: "" } : one,
    ),
  };
}

export function renamed(
  draft: FavouriteDraft,
  folderId: string,
  folderName: string,
): FavouriteDraft {
  return {
    ...draft,
    folders: draft.folders.map((one) =>
      one.folderId === folderId ? { ...one, folderName } : one,
    ),
  };
}

export type NameFault = "nameNeeded" | "nameLong" | "nameTwice";

/** The rules of the server for names of folders; by folder, where one is broken. */
export function nameFaults({ folders }: FavouriteDraft) {
  const faults = new Map<string, NameFault>();
  const seen = new Set<string>();
  for (const { folderId, folderName } of folders) {
    const name = folderName.trim();
    if (!name) {
      faults.set(folderId, "nameNeeded");
    } else if ([...name].length > longestFolderName) {
      faults.set(folderId, "nameLong");
    } else if (seen.has(name.toLowerCase())) {
      faults.set(folderId, "nameTwice");
    }
    seen.add(name.toLowerCase());
  }
  return faults;
}
