import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { keepPreference, preferenceQuery } from "@/api/preference";
import type { ColumnLayout } from "@/grid/column-layout";
import { useCloseOutside } from "@/ui/use-close-outside";
import type { Filters } from "./filter-menu";
import { useResourceTexts } from "./texts";

/** How a list looks: its columns and what it is narrowed to. */
export interface View {
  layout: ColumnLayout;
  search: string;
  filters: Filters;
}

interface Kept extends View {
  name: string;
}

interface ViewMenuProps {
  entity: string;
  /** What is on the screen now. */
  current: View;
  onApply: (view: View) => void;
}

/** Views that their owner has saved; the server keeps them. */
export function ViewMenu({ entity, current, onApply }: ViewMenuProps) {
  const t = useResourceTexts();
  const menu = useCloseOutside();
  const client = useQueryClient();
  const key = `views.resource.${entity}`;
  const preference = preferenceQuery<Kept[]>(key);
  const views = useQuery(preference).data ?? [];
  const [name, setName] = useState("");

  async function keep(next: Kept[]) {
    await keepPreference(key, next.length > 0 ? next : null);
    client.setQueryData(preference.queryKey, next);
  }

  async function save() {
    const title = name.trim();
    if (!title) {
      return;
    }
    const others = views.filter((view) => view.name !== title);
    await keep([...others, { name: title, ...current }]);
    setName("");
  }

  return (
    <details ref={menu} className="column-menu view-menu">
      <summary>{t("views")}</summary>
      <div className="column-menu-list">
        {views.length === 0 && <p className="soft">{t("noViews")}</p>}
        <ul>
          {views.map((view) => (
            <li key={view.name}>
              <button
                type="button"
                className="view-apply"
                onClick={() => {
                  onApply(view);
                  menu.current?.removeAttribute("open");
                }}
              >
                {view.name}
              </button>
              <button
                type="button"
                aria-label={t("removeView", { name: view.name })}
                onClick={() =>
                  void keep(views.filter(({ name: one }) => one !== view.name))
                }
              >
                ×
              </button>
            </li>
          ))}
        </ul>
        <form
          className="view-save"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Input
            size="small"
            maxLength={40}
            aria-label={t("viewName")}
            placeholder={t("viewName")}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button size="small" htmlType="submit" disabled={!name.trim()}>
            {t("saveView")}
          </Button>
        </form>
      </div>
    </details>
  );
}
