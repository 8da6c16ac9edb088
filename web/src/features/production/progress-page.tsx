import { useQuery } from "@tanstack/react-query";
import { Input, Segmented, Select } from "antd";
import { useMemo, useState } from "react";
import { useAddress } from "@/ui/use-address";
import { useMenuName } from "@/session/menu-name";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { useUiTexts } from "@/ui/texts";
import { cleanSearch } from "@/ui/typed-text";
import { useClearing } from "@/ui/use-clearing";
import { useDebounced } from "@/ui/use-debounced";
import { KeptReports } from "./kept-reports";
import {
  dispatchQuery,
  placesQuery,
  withKept,
  type Place,
} from "./progress-model";
import { ProgressCards } from "./progress-cards";
import { ProgressTable } from "./progress-table";
import { ReportPanel } from "./report-panel";
import { reportsIn, sendable, useKept } from "./report-queue";
import { useProgressTexts } from "./progress-texts";
import { useNarrow } from "@/ui/use-narrow";
import "./progress.css";

type By = "machine" | "mould";

const keptPlace = "mw.floor.place";

/** What is next at a machine or for a mould, and reporting on it. */
export function ProgressPage() {
  const t = useProgressTexts();
  const ui = useUiTexts();
  const clearing = useClearing();
  const isNarrow = useNarrow();
  const title = useMenuName("/mf/progress") ?? t("title");
  const [params, setParams] = useAddress();
  const by = modeOf(params);
  const [typed, setTyped] = useState(params.get("q") ?? "");
  const q = cleanSearch(useDebounced(typed));
  const status = params.get("status") ?? "";
  const places = useQuery(placesQuery);
  // A phone stays at its machine: the last choice comes back by itself, unless it is another factory's.
  const kept = localStorage.getItem(keptPlace) ?? "";
  const isHere = places.data?.machines.some(({ id }) => id === kept) ?? true;
  const here = params.get(by) ?? (by === "machine" && isHere ? kept : "");
  const list = useQuery(
    dispatchQuery({
      machine: by === "machine" ? here : "",
      mould: by === "mould" ? here : "",
      q,
      status,
    }),
  );
  const reports = useKept();
  const rows = useMemo(() => {
    const waiting = reportsIn(sendable(reports));
    return (list.data?.rows ?? []).map((row) => withKept(row, waiting));
  }, [list.data, reports]);
  // An address may name an operation, such as that of a message; another one comes while the page stands.
  const asked = params.get("open") ?? "";
  const [seen, setSeen] = useState(asked);
  const [openId, setOpenId] = useState(asked);
  if (asked !== seen) {
    setSeen(asked);
    setOpenId(asked || openId);
  }
  const open = rows.find((row) => row.operationId === openId);

  /** What is not named stays: a look at the moulds keeps the machine. */
  function choose(next: Record<string, string>) {
    setParams(
      (before) => {
        const all = { ...Object.fromEntries(before), by, open: "", ...next };
        return new URLSearchParams(
          Object.entries(all).filter(([, value]) => value),
        );
      },
      { replace: true },
    );
  }
  function close() {
    setOpenId("");
    if (asked) {
      choose({});
    }
  }
  function goTo(id: string) {
    if (by === "machine") {
      localStorage.setItem(keptPlace, id);
    }
    setOpenId("");
    choose({ [by]: id });
  }

  const shown = {
    rows,
    machines: places.data?.machines ?? [],
    openId,
    onOpen: setOpenId,
    empty: list.isPending ? (
      ui("loading")
    ) : list.isError ? (
      <Failure of={list.error} onRetry={() => void list.refetch()} />
    ) : (
      t(here || q || status ? "nothingHere" : "nothing")
    ),
  };
  return (
    <Page
      title={title}
      tools={
        <div className="floor-tools">
          <Segmented<By>
            aria-label={t("by")}
            value={by}
            onChange={(next) => {
              setOpenId("");
              choose({ by: next });
            }}
            options={[
              { value: "machine", label: t("machine") },
              { value: "mould", label: t("mould") },
            ]}
          />
          <Select
            className="floor-place"
            aria-label={t(by)}
            allowClear={clearing}
            showSearch={{ optionFilterProp: "search" }}
            placeholder={t(by === "machine" ? "allMachines" : "allMoulds")}
            value={here || null}
            loading={places.isPending}
            onChange={(id: string | undefined) => goTo(id ?? "")}
            options={optionsOf(
              by === "machine" ? places.data?.machines : places.data?.moulds,
            )}
          />
          <Input
            className="floor-search"
            allowClear={clearing}
            type="search"
            aria-label={ui("search")}
            placeholder={t("searchHint")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Select
            className="floor-status"
            aria-label={t("status")}
            value={status}
            onChange={(next: string) => choose({ status: next })}
            options={[
              { value: "", label: t("open") },
              { value: "1", label: t("status1") },
              { value: "2", label: t("status2") },
              { value: "0", label: t("status0") },
              { value: "3", label: t("status3") },
              { value: "all", label: t("all") },
            ]}
          />
          <span role="status" className="floor-count numbers soft">
            {list.data &&
              t("count", {
                shown: rows.length,
                total: list.data.total,
                count: list.data.total,
              })}
          </span>
        </div>
      }
      aside={
        open && (
          <ReportPanel
            key={`${open.operationId} ${open.reportId}`}
            turn={open}
            here={by === "machine" ? here : ""}
            machines={shown.machines}
            pauseReasons={places.data?.pauseReasons ?? []}
            blockReasons={places.data?.blockReasons ?? []}
            onClose={close}
          />
        )
      }
    >
      <KeptReports />
      {isNarrow ? <ProgressCards {...shown} /> : <ProgressTable {...shown} />}
    </Page>
  );
}

/** An address that names a mould alone comes from that mould. */
function modeOf(params: URLSearchParams): By {
  const isMould = params.has("mould") && !params.get("machine");
  return (params.get("by") ?? (isMould ? "mould" : "machine")) === "mould"
    ? "mould"
    : "machine";
}

function optionsOf(places: Place[] | undefined) {
  return (places ?? []).map(({ id, name, title }) => ({
    value: id,
    label: title ? `${name} · ${title}` : name,
    search: `${name} ${title}`,
  }));
}
