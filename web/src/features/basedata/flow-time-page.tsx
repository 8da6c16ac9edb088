import { useMutation } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { download } from "@/api/download";
import { ConflictNotice } from "@/resource/conflict-notice";
import { DraftNote } from "@/resource/draft-note";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useSaveKey } from "@/resource/use-save-key";
import { useCan } from "@/session/session";
import { Page } from "@/ui/page";
import { PermissionButton } from "@/ui/permission-button";
import { SearchInput } from "@/ui/search-input";
import { useUiTexts } from "@/ui/texts";
import { useDebounced } from "@/ui/use-debounced";
import { AddFlowTimes } from "./add-flow-times";
import { FlowTable } from "./flow-table";
import { isChanged, narrowed } from "./flow-times";
import { useBasedataTexts } from "./texts";
import { useFlowLines } from "./use-flow-lines";
import "@/resource/resource.css";
import "./basedata.css";

/** Flow times between resources: a list that is typed into and saved as ticked. */
export function FlowTimePage() {
  const t = useBasedataTexts();
  const ui = useUiTexts();
  const { modal } = App.useApp();
  const mayEdit = useCan("aps.flowTime.modify");
  const [search, setSearch] = useState("");
  const [address, setAddress] = useSearchParams();
  const flow = useFlowLines();
  const { lines, chosen, places, save } = flow;

  const latest = useRef(false);
  const dirty = lines.some(isChanged);
  useEffect(() => {
    latest.current = dirty;
  }, [dirty]);
  useDirtyGuard(useCallback(() => latest.current, []));

  useSaveKey(save, flow.isSaving);

  const exported = useMutation({
    mutationFn: () =>
      download("aps/flow-time/export", { query: { format: "xlsx" } }),
    meta: { stays: true, says: ui("exported") },
  });

  const wanted = useDebounced(search).trim().toLowerCase();
  const asked = narrowed(lines, address);
  const shown = (asked ?? lines).filter((line) =>
    [line.up, line.down].some((id) => {
      const place = places.get(id);
      return `${place?.name} ${place?.title} ${place?.otherName ?? ""}`
        .toLowerCase()
        .includes(wanted);
    }),
  );
  const faultCount = Object.values(flow.faults).flatMap(Object.keys).length;

  async function remove() {
    const agreed = await modal.confirm({
      title: t("removeTitle", { count: chosen.length }),
      content: t("removeText"),
      okText: ui("delete"),
      okButtonProps: { danger: true },
      cancelText: ui("cancel"),
    });
    if (agreed) {
      flow.remove(chosen);
    }
  }

  return (
    <Page
      title={t("flowTimes")}
      tools={
        <>
          <SearchInput value={search} onChange={setSearch} />
          <span role="status" className="numbers soft">
            {chosen.length > 0
              ? t("ticked", { count: chosen.length })
              : t("entries", { shown: shown.length, total: lines.length })}
          </span>
          {asked && (
            <Button type="link" onClick={() => setAddress({})}>
              {t("showAllFlow")}
            </Button>
          )}
          <span className="push" />
          {chosen.length > 0 && (
            <PermissionButton
              permission="aps.flowTime.delete"
              danger
              onClick={() => void remove()}
            >
              {ui("delete")}
            </PermissionButton>
          )}
          <PermissionButton
            permission="aps.flowTime.export"
            loading={exported.isPending}
            onClick={() => exported.mutate()}
          >
            {t("export")}
          </PermissionButton>
          <PermissionButton
            permission="aps.flowTime.modify"
            type="primary"
            loading={flow.isSaving}
            onClick={save}
          >
            {t("saveTicked")}
          </PermissionButton>
        </>
      }
    >
      <div className="flow-page">
        <p className="soft">{t("flowHelp")}</p>
        {flow.isRestored && <DraftNote onDrop={flow.dropDraft} />}
        {mayEdit && (
          <AddFlowTimes places={places} lines={lines} onAdd={flow.add} />
        )}
        <ConflictNotice
          clashes={flow.clashes}
          label={(key) => {
            const line = lines.find((one) => one.key === key);
            const ends = [line?.up, line?.down];
            return ends.map((id) => places.get(id ?? "")?.name).join(" → ");
          }}
          read={(_key, hours) => `${(hours as number | null) ?? ""}`}
          onDecide={flow.decide}
        />
        {faultCount > 0 && (
          <p role="alert" className="form-fault">
            {t("faultCount", { count: faultCount })}
          </p>
        )}
        {shown.length > 0 ? (
          <FlowTable lines={shown} flow={flow} locked={!mayEdit} />
        ) : (
          <div className="flow-empty soft">
            {flow.isPending ? (
              ui("loading")
            ) : flow.error ? (
              <Button onClick={() => void flow.refetch()}>{ui("retry")}</Button>
            ) : (
              t(lines.length > 0 ? "nothingFound" : "noFlow")
            )}
          </div>
        )}
      </div>
    </Page>
  );
}
