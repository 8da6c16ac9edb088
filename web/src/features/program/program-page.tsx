import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { App, Checkbox, Switch } from "antd";
import { useCallback, useMemo, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { joined } from "@/i18n/joined";
import { DataGrid } from "@/grid/data-grid";
import type { GridColumn } from "@/grid/grid-column";
import { useColumnLayout } from "@/grid/use-column-layout";
import { useMenuName } from "@/session/menu-name";
import { useCan } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { RecordName } from "@/ui/record-name";
import { SearchInput } from "@/ui/search-input";
import { StatusMark } from "@/ui/status-mark";
import { useUiTexts } from "@/ui/texts";
import { useDebounced } from "@/ui/use-debounced";
import {
  isReady,
  programsQuery,
  setTransfer,
  transferQuery,
  type ProgramOperation,
} from "./program-queries";
import { useProgramTexts } from "./texts";
import "@/resource/resource.css";
import "./program.css";

const idOf = (row: ProgramOperation) => row.operationId;
const addressOf = (row: ProgramOperation) => `/mf/program/${row.operationId}`;

/** The operations that need a CAM program, and whether they have it. */
export function ProgramPage() {
  const t = useProgramTexts();
  const ui = useUiTexts();
  const navigate = useNavigate();
  const title = useMenuName("/mf/program") ?? t("title");
  const [params, setParams] = useSearchParams();
  const missing = params.get("missing") === "true";
  const [typed, setTyped] = useState(params.get("q") ?? "");
  const search = useDebounced(typed).trim();
  const list = useInfiniteQuery(programsQuery(search, missing));
  const rows = useMemo(
    () => list.data?.pages.flatMap((page) => page.rows) ?? [],
    [list.data],
  );
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, fetchNextPage]);
  const [layout, setLayout] = useColumnLayout("mf.program", {
    pinned: ["mouldNo"],
  });
  return (
    <Page
      title={title}
      tools={
        <>
          <SearchInput value={typed} onChange={setTyped} />
          <Checkbox
            checked={missing}
            onChange={({ target }) =>
              setParams(target.checked ? { missing: "true" } : {}, {
                replace: true,
              })
            }
          >
            {t("missing")}
          </Checkbox>
          <span className="push" />
          <TransferSwitch />
        </>
      }
    >
      <DataGrid
        label={title}
        columns={useColumns()}
        rows={rows}
        onEndReached={more}
        rowId={idOf}
        layout={layout}
        onLayoutChange={setLayout}
        onOpen={(row) => void navigate(addressOf(row))}
        empty={
          list.isPending ? (
            ui("loading")
          ) : list.isError ? (
            <Failure of={list.error} onRetry={() => void list.refetch()} />
          ) : (
            t(search || missing ? "notFound" : "none")
          )
        }
      />
    </Page>
  );
}

/** The service of the factory: everybody sees it, some open and close it. */
function TransferSwitch() {
  const t = useProgramTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  const mayChange = useCan("mf.program.modify");
  const now = useQuery(transferQuery).data;
  const change = useMutation({
    mutationFn: setTransfer,
    onSuccess: (after) => {
      client.setQueryData(transferQuery.queryKey, after);
      message.destroy();
      void message.success(t(after.open ? "transferOpened" : "transferShut"));
    },
    onError: () =>
      client.invalidateQueries({ queryKey: transferQuery.queryKey }),
  });
  if (!now) {
    return null;
  }
  const { version } = now;

  async function flip(open: boolean) {
    const agreed =
      open ||
      (await modal.confirm({
        title: t("closeTitle"),
        content: t("closeText"),
        okText: t("closeDo"),
        okButtonProps: { danger: true },
        cancelText: ui("cancel"),
      }));
    if (agreed) {
      change.mutate({ open, version });
    }
  }

  return (
    <span className="transfer">
      {t("transfer")}
      {mayChange ? (
        <Switch
          checked={now.open}
          loading={change.isPending}
          aria-label={t("transfer")}
          checkedChildren={t("transferOpen")}
          unCheckedChildren={t("transferClosed")}
          onChange={(open) => void flip(open)}
        />
      ) : (
        <StatusMark meaning={now.open ? "active" : "off"}>
          {t(now.open ? "transferOpen" : "transferClosed")}
        </StatusMark>
      )}
    </span>
  );
}

function useColumns() {
  const t = useProgramTexts();
  return useMemo(
    (): GridColumn<ProgramOperation>[] => [
      {
        id: "mouldNo",
        title: t("mould"),
        width: 128,
        value: (row) => row.mouldNo,
        // Enter opens the row, so the link need not be a stop of its own.
        render: (row) => (
          <Link to={addressOf(row)} tabIndex={-1}>
            {row.mouldNo}
          </Link>
        ),
      },
      {
        id: "partNo",
        title: t("part"),
        width: 112,
        value: (row) => row.partNo,
      },
      { id: "opNo", title: t("opNo"), width: 104, value: (row) => row.opNo },
      {
        id: "process",
        title: t("process"),
        width: 160,
        value: (row) => row.process,
        render: (row) => <RecordName>{row.process}</RecordName>,
      },
      {
        id: "group",
        title: t("group"),
        width: 144,
        value: (row) => row.group,
        render: (row) => <RecordName>{row.group}</RecordName>,
      },
      {
        id: "state",
        title: t("state"),
        width: 120,
        value: (row) => t(`status${row.camStatus}`),
        render: (row) => (
          <StatusMark meaning={isReady(row) ? "done" : "at-risk"}>
            {t(`status${row.camStatus}`)}
          </StatusMark>
        ),
      },
      {
        id: "files",
        title: t("files"),
        width: 320,
        value: (row) => joined(row.files.map((file) => file.name)),
      },
    ],
    [t],
  );
}
