import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import {
  favouritesIn,
  favouritesQuery,
  foldersQuery,
  type Favourite,
  type FavouriteFolder,
} from "./favourite-queries";
import { FolderIcon } from "./folder-icon";
import { MenuLink } from "./menu-link";
import { ModuleIcon } from "./module-icon";
import { usePanelTexts } from "./panel-texts";
import "@/ui/plain-button.css";
import "./favourites.css";

// The drag kit is loaded by those who arrange.
const FavouritesSettings = lazy(async () => {
  const { FavouritesSettings } = await import("./favourites-settings");
  return { default: FavouritesSettings };
});

/** The starred menus in their folders; in the settings mode they are arranged, then saved. */
export function FavouritesBar({ onOpen }: { onOpen: () => void }) {
  const t = usePanelTexts();
  const kept = useQuery(favouritesQuery).data ?? [];
  const folders = useQuery(foldersQuery).data ?? [];
  const [isArranging, setArranging] = useState(false);
  const isEmpty = kept.length === 0 && folders.length === 0;
  return (
    <section
      className={isArranging ? "favourites favourites-settings" : "favourites"}
      aria-label={t("favourites")}
    >
      <h2>{t("favourites")}</h2>
      {isArranging ? (
        <Suspense>
          <FavouritesSettings
            begin={{ kept, removed: [], folders }}
            onClose={() => setArranging(false)}
          />
        </Suspense>
      ) : isEmpty ? (
        <p className="soft">{t("noFavourites")}</p>
      ) : (
        <>
          <Favourites kept={kept} folders={folders} onOpen={onOpen} />
          <span className="favourites-tools">
            <button
              type="button"
              className="plain-button plain-button-small"
              onClick={() => setArranging(true)}
            >
              {t("settings")}
            </button>
          </span>
        </>
      )}
    </section>
  );
}

interface FavouritesProps {
  kept: Favourite[];
  folders: FavouriteFolder[];
  onOpen: () => void;
}

/** One folder stands open at a time; at first that is the one made last. */
function Favourites({ kept, folders, onOpen }: FavouritesProps) {
  const t = usePanelTexts();
  const newest = folders.find((folder) => folder.newestFolder === 1);
  const [chosen, setChosen] = useState<string | null>(null);
  const openId = chosen ?? newest?.folderId;
  return (
    <ul className="favourites-list">
      <Links list={favouritesIn("", { kept, folders })} onOpen={onOpen} />
      {folders.map(({ folderId, folderName }) => {
        const inside = favouritesIn(folderId, { kept, folders });
        const isOpen = folderId === openId;
        return (
          <li
            key={folderId}
            className={
              isOpen ? "favourite-folder folder-open" : "favourite-folder"
            }
          >
            <button
              type="button"
              className="favourite"
              aria-expanded={isOpen}
              onClick={() => setChosen(isOpen ? "" : folderId)}
            >
              <FolderIcon isOpen={isOpen} />
              <span className="folder-name">{folderName}</span>
              <small>{inside.length}</small>
            </button>
            {isOpen && (
              <ul className="favourites-list" aria-label={folderName}>
                <Links list={inside} onOpen={onOpen} />
                {inside.length === 0 && (
                  <li className="soft">{t("emptyFolder")}</li>
                )}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface LinksProps {
  list: Favourite[];
  onOpen: () => void;
}

function Links({ list, onOpen }: LinksProps) {
  return list.map((one) => (
    <li key={one.userMenuId}>
      <MenuLink item={one} className="favourite" onOpen={onOpen}>
        <ModuleIcon name={one.iconName} size={16} />
        {one.menuName}
      </MenuLink>
    </li>
  ));
}
