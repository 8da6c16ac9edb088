import { useQuery } from "@tanstack/react-query";
import { App } from "antd";
import { lazy, Suspense, useState } from "react";
import { useUiTexts } from "@/ui/texts";
import {
  favouritesQuery,
  useSaveFavourites,
  type Favourite,
} from "./favourite-queries";
import { MenuLink } from "./menu-link";
import { ModuleIcon } from "./module-icon";
import { usePanelTexts } from "./panel-texts";
import "@/ui/plain-button.css";

// The drag kit is loaded by those who sort.
const FavouritesSorter = lazy(async () => {
  const { FavouritesSorter } = await import("./favourites-sorter");
  return { default: FavouritesSorter };
});

interface Draft {
  kept: Favourite[];
  removed: string[];
}

/** The starred menus; in the settings mode they are sorted and removed, then saved. */
export function FavouritesBar({ onOpen }: { onOpen: () => void }) {
  const t = usePanelTexts();
  const ui = useUiTexts();
  const { message } = App.useApp();
  const { data } = useQuery(favouritesQuery);
  const [draft, setDraft] = useState<Draft | null>(null);
  const save = useSaveFavourites();
  const list = data ?? [];

  function remove(id: string) {
    setDraft(
      (now) =>
        now && {
          kept: now.kept.filter((one) => one.userMenuId !== id),
          removed: [...now.removed, id],
        },
    );
  }

  async function keep(wanted: Draft) {
    await save.mutateAsync(wanted);
    setDraft(null);
    void message.success(t("saved"));
  }

  return (
    <section className="favourites" aria-label={t("favourites")}>
      <h2>{t("favourites")}</h2>
      {draft ? (
        <Suspense>
          <FavouritesSorter
            list={draft.kept}
            onSort={(kept) => setDraft({ ...draft, kept })}
            onRemove={remove}
          />
        </Suspense>
      ) : list.length === 0 ? (
        <p className="soft">{t("noFavourites")}</p>
      ) : (
        <ul>
          {list.map((one) => (
            <li key={one.userMenuId}>
              <MenuLink
                item={{ ...one, display: 1 }}
                className="favourite"
                onOpen={onOpen}
              >
                <ModuleIcon name={one.iconName} size={16} />
                {one.menuName}
              </MenuLink>
            </li>
          ))}
        </ul>
      )}
      <span className="favourites-tools">
        {draft ? (
          <>
            <button
              type="button"
              className="plain-button plain-button-small plain-button-main"
              disabled={save.isPending}
              onClick={() => void keep(draft).catch(() => undefined)}
            >
              {ui("save")}
            </button>
            <button
              type="button"
              className="plain-button plain-button-small"
              onClick={() => setDraft(null)}
            >
              {ui("cancel")}
            </button>
          </>
        ) : (
          list.length > 0 && (
            <button
              type="button"
              className="plain-button plain-button-small"
              onClick={() => setDraft({ kept: list, removed: [] })}
            >
              {t("settings")}
            </button>
          )
        )}
      </span>
    </section>
  );
}
