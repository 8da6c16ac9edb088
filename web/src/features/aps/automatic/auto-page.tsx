import { useQuery } from "@tanstack/react-query";
import { App } from "antd";
import { useCallback, useState } from "react";
import { call } from "@/api/call";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { PermissionButton } from "@/ui/permission-button";
import { SidePanel } from "@/ui/side-panel";
import { useUiTexts } from "@/ui/texts";
import { AutoCard } from "./auto-card";
import { AutoForm } from "./auto-form";
import { useAutoTexts } from "./auto-texts";
import "../plan/plan.css";
import "./automatic.css";

/** The auto-schedules of the factory, and the form of one of them beside. */
export function AutoPage() {
  const t = useAutoTexts();
  const ui = useUiTexts();
  const { message } = App.useApp();
  const mayChange = useCan("aps.autoSchedule.modify");
  const found = useQuery({
    queryKey: ["auto-schedules"],
    queryFn: () => call("POST", "aps/automaticScheduling/query", { body: {} }),
  });
  // The id of what is in the form, "new" for a new one.
  const [open, setOpen] = useState<string | null>(null);
  const [isDirty, onDirty] = useState(false);
  const leave = useDirtyGuard(useCallback(() => isDirty, [isDirty]));
  const show = (next: string | null) =>
    leave(() => {
      onDirty(false);
      setOpen(next);
    });
  const rows = found.data?.rows ?? [];
  const edited = rows.find(({ id }) => id === open);
  const zone = found.data?.zone ?? "";

  return (
    <Page
      title={t("title")}
      tools={
        <>
          <span className="push" />
          <PermissionButton
            permission="aps.autoSchedule.modify"
            type="primary"
            onClick={() => show("new")}
          >
            {t("new")}
          </PermissionButton>
        </>
      }
      aside={
        found.data &&
        (open === "new" || edited) && (
          <SidePanel
            title={edited?.name ?? t("new")}
            closeLabel={ui("close")}
            onClose={() => show(null)}
            wide
          >
            <AutoForm
              key={open}
              of={edited}
              schedules={found.data.schedules}
              zone={zone}
              onDirty={onDirty}
              onSaved={(name) => {
                onDirty(false);
                setOpen(null);
                void message.success(t("saved", { name }));
              }}
            />
          </SidePanel>
        )
      }
    >
      {found.isPending && <Loading />}
      {found.isError && !found.data && (
        <Failure of={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data && (
        <div
          className="auto-cards"
          role="region"
          aria-label={t("title")}
          tabIndex={0}
        >
          <p className="soft">
            {rows.length === 0
              ? t(mayChange ? "none" : "noneFor")
              : t("about", { zone })}
          </p>
          {rows.map((row) => (
            <AutoCard
              key={row.id}
              of={row}
              zone={zone}
              onEdit={() => show(row.id)}
              onDeleted={() => {
                if (open === row.id) {
                  onDirty(false);
                  setOpen(null);
                }
              }}
            />
          ))}
        </div>
      )}
    </Page>
  );
}
