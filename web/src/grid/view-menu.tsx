import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { keepPreference, preferenceQuery } from "@/api/preference";
import { Failure } from "@/ui/failure";
import { useUiTexts } from "@/ui/texts";
import { useCloseOutside } from "@/ui/use-close-outside";
import type { ColumnLayout } from "./column-layout";
import { useGridTexts } from "./texts";

/** How a list looks: its columns, and what else the list lets people choose. */
export type View<Choices> = Choices & { layout: ColumnLayout };

type Kept<Choices> = View<Choices> & { name: string };

interface ViewMenuProps<Choices> {
  /** Of the list, the same that its layout is kept under. */
  name: string;
  /** What is on the screen now. */
  current: View<Choices>;
  onApply: (view: View<Choices>) => void;
}

/** Views that their owner has saved; the server keeps them. */
export function ViewMenu<Choices>(props: ViewMenuProps<Choices>) {
  const { current, onApply } = props;
  const t = useGridTexts();
  const ui = useUiTexts();
  const menu = useCloseOutside();
  const client = useQueryClient();
  const key = `views.${props.name}`;
  const preference = preferenceQuery<Kept<Choices>[]>(key);
  const kept = useQuery(preference);
  const views = kept.data ?? [];
  const [name, setName] = useState("");
  const change = useMutation({
    // One after the other, each on what the server has now: no view is lost to a second tab or a quick hand.
    scope: { id: key },
    mutationFn: async (by: (views: Kept<Choices>[]) => Kept<Choices>[]) => {
      const now = await client.fetchQuery({ ...preference, staleTime: 0 });
      const next = by(now ?? []);
      await keepPreference(key, next.length > 0 ? next : null);
      client.setQueryData(preference.queryKey, next);
    },
  });
  const without = (gone: string) => (all: Kept<Choices>[]) =>
    all.filter((view) => view.name !== gone);

  function save() {
    const title = name.trim();
    if (title) {
      change.mutate(
        (all) => [...without(title)(all), { name: title, ...current }],
        { onSuccess: () => setName("") },
      );
    }
  }

  return (
    <details ref={menu} className="column-menu view-menu">
      <summary>{t("views")}</summary>
      <div className="column-menu-list">
        {kept.isError ? (
          <Failure of={kept.error} onRetry={() => void kept.refetch()} />
        ) : (
          views.length === 0 && (
            <p className="soft">
              {kept.isPending ? ui("loading") : t("noViews")}
            </p>
          )
        )}
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
                onClick={() => change.mutate(without(view.name))}
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
            save();
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
          <Button
            size="small"
            htmlType="submit"
            loading={change.isPending}
            disabled={!name.trim() || !kept.isSuccess}
          >
            {t("saveView")}
          </Button>
        </form>
      </div>
    </details>
  );
}
