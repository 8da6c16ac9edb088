import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { DatePicker, Select, Tag } from "antd";
import dayjs from "dayjs";
import { useCallback, useMemo } from "react";
import { download } from "@/api/download";
import { DataGrid } from "@/grid/data-grid";
import { ExportMenu, type SheetFormat } from "@/grid/export-menu";
import type { GridColumn } from "@/grid/grid-column";
import { useColumnLayout } from "@/grid/use-column-layout";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { SearchInput } from "@/ui/search-input";
import { useUiTexts } from "@/ui/texts";
import { LinePanel } from "./line-panel";
import {
  linesQuery,
  paramsOf,
  path,
  peopleQuery,
  type Line,
} from "./operation-log";
import { useOperationLogTexts } from "./texts";
import { useLogAddress } from "./use-log-address";
import "@/resource/resource.css";

const idOf = (line: Line) => line.id;

/** A day of the address; null for none, or for what is no day. */
function dayOf(text: string) {
  const day = dayjs(text, "YYYY-MM-DD");
  return text && day.isValid() ? day : null;
}

/** Who changed what in the company, deleted records and imports included. */
export function OperationLogPage() {
  const t = useOperationLogTexts();
  const ui = useUiTexts();
  const { language } = useLanguage();
  const { narrowing, choose, typed, setTyped, openId, open, showRows } =
    useLogAddress();
  const people = useQuery(peopleQuery).data?.names;
  const list = useInfiniteQuery(linesQuery(narrowing, language));
  const first = list.data?.pages[0];
  const rows = useMemo(
    () => list.data?.pages.flatMap((page) => page.rows) ?? [],
    [list.data],
  );
  const [layout, setLayout] = useColumnLayout("common.operationLog", {});
  const columns = useLineColumns();
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, fetchNextPage]);
  const exported = useMutation({
    mutationFn: (format: SheetFormat) =>
      download(`${path}/export`, {
        query: { ...paramsOf(narrowing), format },
      }),
    meta: { stays: true, says: ui("exported") },
  });
  const isNarrowed = Object.keys(paramsOf(narrowing)).length > 1;

  const choice = (
    key: "entity" | "action" | "through" | "person",
    any: string,
    options: { value: string; name: string }[] | undefined,
  ) => (
    <Select
      aria-label={t(key)}
      value={narrowing[key]}
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      onChange={(value: string) => choose({ [key]: value })}
      options={[
        { value: "", label: any },
        ...(options ?? []).map(({ value, name }) => ({ value, label: name })),
      ]}
    />
  );

  return (
    <Page
      title={t("title")}
      tools={
        <>
          <SearchInput value={typed} onChange={setTyped} />
          {choice(
            "person",
            t("anyPerson"),
            people?.map((name) => ({ value: name, name })),
          )}
          {choice("entity", t("anyEntity"), first?.entities)}
          {choice("action", t("anyAction"), first?.actions)}
          {choice("through", t("anyThrough"), first?.throughs)}
          <DatePicker.RangePicker
            aria-label={t("days")}
            allowEmpty={[true, true]}
            placeholder={[t("firstDay"), t("lastDay")]}
            value={[dayOf(narrowing.from), dayOf(narrowing.to)]}
            onChange={(_, days) =>
              choose({ from: days?.[0] ?? "", to: days?.[1] ?? "" })
            }
          />
          {narrowing.import && (
            <Tag closable onClose={() => choose({ import: "" })}>
              {t("rowsOf")}
            </Tag>
          )}
          <span role="status" className="resource-count numbers soft">
            {first &&
              t(first.more ? "countMore" : "count", { total: first.total })}
          </span>
          <span className="push" />
          <ExportMenu
            permission="common.operationLog.export"
            onExport={(format) => exported.mutate(format)}
          />
        </>
      }
      aside={
        openId && (
          <LinePanel
            key={openId}
            id={openId}
            onRows={(importId) => showRows(importId)}
            onClose={() => open("")}
          />
        )
      }
    >
      <DataGrid
        label={t("title")}
        columns={columns}
        rows={rows}
        rowId={idOf}
        layout={layout}
        onLayoutChange={setLayout}
        sortedByServer
        onOpen={(line) => open(line.id)}
        openId={openId}
        onEndReached={more}
        empty={
          list.isPending ? (
            ui("loading")
          ) : list.isError ? (
            <Failure of={list.error} onRetry={() => void list.refetch()} />
          ) : (
            t(narrowing.import ? "noRows" : isNarrowed ? "notFound" : "none")
          )
        }
      />
    </Page>
  );
}

function useLineColumns() {
  const t = useOperationLogTexts();
  const zone = useZone();
  return useMemo(
    (): GridColumn<Line>[] => [
      {
        id: "at",
        title: t("at"),
        width: 144,
        sortable: false,
        value: (line) => formatInstant(line.at, zone),
      },
      {
        id: "by",
        title: t("by"),
        width: 128,
        sortable: false,
        value: (line) => line.by,
      },
      {
        id: "action",
        title: t("action"),
        width: 104,
        sortable: false,
        value: (line) => line.actionName,
      },
      {
        id: "entity",
        title: t("entity"),
        width: 136,
        sortable: false,
        value: (line) => line.entityName,
      },
      {
        id: "title",
        title: t("record"),
        width: 200,
        sortable: false,
        value: (line) => line.title,
      },
      {
        id: "summary",
        title: t("summary"),
        width: 360,
        sortable: false,
        value: (line) => line.summary,
      },
      {
        id: "through",
        title: t("through"),
        width: 112,
        sortable: false,
        value: (line) => line.throughName,
      },
    ],
    [t, zone],
  );
}
