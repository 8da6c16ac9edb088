import {
  useInfiniteQuery,
  useMutation,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { Button } from "antd";
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import { useNavigate } from "react-router";
import { download } from "@/api/download";
import { sortKeyOf } from "@/grid/column-layout";
import { ColumnMenu } from "@/grid/column-menu";
import { DataGrid } from "@/grid/data-grid";
import { useColumnLayout } from "@/grid/use-column-layout";
import { ViewMenu } from "@/grid/view-menu";
import { useLanguage } from "@/i18n/language";
import { useMenuName } from "@/session/menu-name";
import { coming } from "@/ui/loading";
import { Narrowed } from "@/ui/narrowed";
import { Page } from "@/ui/page";
import { SearchInput } from "@/ui/search-input";
import { useUiTexts } from "@/ui/texts";
import { FilterMenu } from "./filter-menu";
import { inSentence, may, type Names, type Row } from "./metadata";
import { OperationButton } from "./operation-button";
import type { RecordExtras } from "./record-panel";
import { sortsBy, useColumns } from "./resource-columns";
import { listQuery, metaQuery, queryOf } from "./resource-queries";
import { SpecialInputsProvider, type SpecialInputs } from "./special-inputs";
import { useResourceTexts } from "./texts";
import { useDelete } from "./use-delete";
import { useListAddress } from "./use-list-address";
import "./resource.css";

interface ResourcePageProps {
  entity: string;
  /** The path of the list. */
  home: string;
  /** From the address: a row's id, "new", "import", or nothing open. */
  openId: string | undefined;
  /** Inputs that the entity brings for fields of its own. */
  inputs?: SpecialInputs | undefined;
  /** Buttons that the entity brings, after those of every list. */
  tools?: ReactNode;
  /** What the entity adds to an open record. */
  record?: RecordExtras | undefined;
  /** In place of a record, for an openId of the entity's own. */
  aside?: ReactNode;
}

const noInputs: SpecialInputs = {};

// The list comes first; a record's form is fetched while the list is read.
const recordPanel = () => import("./record-panel");
const RecordPanel = lazy(async () => ({
  default: (await recordPanel()).RecordPanel,
}));
const ImportPanel = lazy(async () => ({
  default: (await import("./import-panel")).ImportPanel,
}));

const idOf = (row: Row) => row.id;

/** The whole screen of an entity, from what the server says about it. */
export function ResourcePage(props: ResourcePageProps) {
  const { entity, home, openId, inputs = noInputs } = props;
  const t = useResourceTexts();
  const ui = useUiTexts();
  const { say } = useLanguage();
  const navigate = useNavigate();
  const { data: meta } = useSuspenseQuery(metaQuery(entity));
  const { search, filters, choose, typed, setTyped } = useListAddress();
  const [chosen, setChosen] = useState<string[]>([]);
  const first = { pinned: [meta.title] };
  const [layout, setLayout] = useColumnLayout(`resource.${entity}`, first);

  const chosenSort = sortKeyOf(layout);
  const sort = sortsBy(meta, chosenSort) ? chosenSort : meta.sort;
  const question = { sort, search, filters };
  const list = useInfiniteQuery(listQuery(meta, question));
  const rows = useMemo(
    () => list.data?.pages.flatMap((page) => page.rows ?? []) ?? [],
    [list.data],
  );
  const names = useMemo(() => {
    const all: Names = {};
    for (const page of list.data?.pages ?? []) {
      Object.assign(all, page.names);
    }
    return all;
  }, [list.data]);
  const total = list.data?.pages[0]?.total ?? 0;
  const columns = useColumns(meta, names, home);

  const open = useCallback(
    (id: string) =>
      void navigate({ pathname: `${home}/${id}`, search: location.search }),
    [navigate, home],
  );
  const close = useCallback(
    () => void navigate({ pathname: home, search: location.search }),
    [navigate, home],
  );
  const onDeleted = useCallback(
    (ids: string[]) => {
      setChosen([]);
      if (openId && ids.includes(openId)) {
        close();
      }
    },
    [openId, close],
  );
  const remove = useDelete(meta, onDeleted);
  const exported = useMutation({
    mutationFn: () =>
      download(`${meta.path}/export`, {
        query: { ...queryOf(question), format: "xlsx" },
      }),
    meta: { stays: true, says: ui("exported") },
  });

  const { hasNextPage, isFetching, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, fetchNextPage]);

  useEffect(() => {
    recordPanel().catch(() => undefined); // Asked for again when one is opened.
  }, []);

  const label = say(meta.label);
  const menuName = useMenuName(home);
  const isNarrowed = search !== "" || Object.keys(filters).length > 0;
  const chosenRows = rows.filter((row) => chosen.includes(row.id));

  return (
    <Page
      title={menuName ?? label}
      tools={
        <>
          <SearchInput value={typed} onChange={setTyped} />
          <FilterMenu
            meta={meta}
            filters={filters}
            names={names}
            onChange={(filters) => choose({ filters })}
          />
          <span role="status" className="resource-count numbers soft">
            {chosen.length > 0
              ? t("chosen", { count: chosen.length })
              : list.data &&
                t("rows", { shown: rows.length, total, count: total })}
          </span>
          {meta.narrowed && meta.narrowed.length > 0 && (
            <Narrowed kinds={meta.narrowed}>{t("limited")}</Narrowed>
          )}
          <span className="push" />
          {chosenRows.length > 0 && (
            <OperationButton
              {...{ meta, operation: "delete" }}
              danger
              onClick={() => void remove(chosenRows)}
            >
              {ui("delete")}
            </OperationButton>
          )}
          <ViewMenu
            name={`resource.${entity}`}
            current={{ layout, search, filters }}
            onApply={(view) => {
              setLayout(view.layout);
              setTyped(view.search);
              choose({ search: view.search, filters: view.filters });
            }}
          />
          <ColumnMenu
            columns={columns}
            layout={layout}
            first={first}
            onLayoutChange={setLayout}
          />
          <OperationButton
            {...{ meta, operation: "export" }}
            className="resource-whole"
            loading={exported.isPending}
            onClick={() => exported.mutate()}
          >
            {t("export")}
          </OperationButton>
          {meta.imports !== false && (
            <OperationButton
              {...{ meta, operation: "add" }}
              className="resource-whole"
              onClick={() => open("import")}
            >
              {t("import")}
            </OperationButton>
          )}
          <OperationButton
            {...{ meta, operation: "add" }}
            type="primary"
            onClick={() => open("new")}
          >
            {t("new")}
          </OperationButton>
          {props.tools}
        </>
      }
      aside={
        props.aside ? (
          props.aside
        ) : openId === "import" ? (
          <Suspense fallback={coming}>
            <ImportPanel meta={meta} onClose={close} />
          </Suspense>
        ) : (
          openId && (
            <SpecialInputsProvider value={inputs}>
              <Suspense fallback={coming}>
                <RecordPanel
                  key={openId}
                  meta={meta}
                  id={openId}
                  onClose={close}
                  extras={props.record}
                />
              </Suspense>
            </SpecialInputsProvider>
          )
        )
      }
    >
      <DataGrid
        label={label}
        columns={columns}
        rows={rows}
        rowId={idOf}
        layout={layout}
        onLayoutChange={setLayout}
        selection={chosen}
        onSelectionChange={setChosen}
        sortedByServer
        openId={openId}
        {...(may(meta, "detail") && { onOpen: (row: Row) => open(row.id) })}
        onEndReached={more}
        empty={
          list.isPending ? (
            ui("loading")
          ) : list.isError ? (
            <>
              <p>{t("notLoaded", { label: inSentence(label) })}</p>
              <Button onClick={() => void list.refetch()}>{ui("retry")}</Button>
            </>
          ) : isNarrowed ? (
            t("nothingFound")
          ) : (
            <>
              <p>{t("nothingYet", { label: inSentence(label) })}</p>
              {may(meta, "add") && (
                <Button onClick={() => open("new")}>{t("createFirst")}</Button>
              )}
            </>
          )
        }
      />
    </Page>
  );
}
