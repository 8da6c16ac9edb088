import { expect, test } from "vitest";
import {
  dropIdOf,
  mayMakeFolder,
  moved,
  nameFaults,
  renamed,
  withFolder,
  without,
  withoutFolder,
  type FavouriteDraft,
} from "./favourite-draft";
import { favouritesIn, type Favourite } from "./favourite-queries";
import { mostFavourites } from "@/ui/sizes";

const favourite = (userMenuId: string, folderId = "") =>
  ({ userMenuId, folderId, menuName: userMenuId }) as Favourite;

const folder = (folderId: string, folderName = folderId) => ({
  folderId,
  folderName,
  newestFolder: 0,
});

const draft: FavouriteDraft = {
  kept: [favourite("a"), favourite("b"), favourite("c", "f"), favourite("d")],
  removed: [],
  folders: [folder("f"), folder("g")],
};

/** "bar | f | g" */
const shown = (now: FavouriteDraft) =>
  ["", ...now.folders.map((one) => one.folderId)]
    .map((id) =>
      favouritesIn(id, now)
        .map((one) => one.userMenuId)
        .join(""),
    )
    .join(" | ");

test.each([
  ["before another in the bar", "d", "a", "dab | c | "],
  ["behind another in the bar", "a", "d", "bda | c | "],
  ["to a favourite of a folder: into it", "a", "c", "bd | ca | "],
  ["onto an empty folder", "b", dropIdOf("g"), "ad | c | b"],
  ["onto a folder that holds some: the last", "d", dropIdOf("f"), "ab | cd | "],
  ["out of a folder onto the bar", "c", dropIdOf(""), "abdc |  | "],
  ["onto itself", "a", "a", "abd | c | "],
  ["beside everything", "a", "nothing", "abd | c | "],
])("FAV-03, FAV-05: a favourite dropped %s", (_, id, over, after) => {
  expect(shown(moved(draft, id, over))).toBe(after);
});

test("FAV-03: folders are made, named and removed; what was inside returns to the bar", () => {
  const made = withFolder(withFolder(draft));
  expect(made.folders.map((one) => one.folderId)).toEqual([
    "f",
    "g",
    "new-1",
    "new-2",
  ]);
  expect(made.folders.map((one) => one.newestFolder)).toEqual([0, 0, 0, 1]);
  expect(renamed(made, "new-1", "Daily").folders[2]!.folderName).toBe("Daily");
  expect(shown(withoutFolder(draft, "f"))).toBe("abcd | ");
  expect(without(draft, "b").removed).toEqual(["b"]);
});

test("FAV-03, FAV-04: as many folders as favourites, with names of their own", () => {
  let full = draft;
  while (mayMakeFolder(full)) {
    full = withFolder(full);
  }
  expect(full.folders).toHaveLength(mostFavourites);
  const named = {
    ...draft,
    folders: [
      folder("1", "模".repeat(20)),
      folder("2", "x".repeat(21)),
      folder("3", "  "),
      folder("4", "Daily"),
      folder("5", " DAILY"),
    ],
  };
  expect([...nameFaults(named)]).toEqual([
    ["2", "nameLong"],
    ["3", "nameNeeded"],
    ["5", "nameTwice"],
  ]);
});

test("a favourite whose folder is not there stands in the bar", () => {
  const lost = { kept: [favourite("a", "gone")], folders: [] };
  expect(favouritesIn("", lost)).toHaveLength(1);
});
