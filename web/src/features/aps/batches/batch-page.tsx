import { App, Select } from "antd";
import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { ColumnMenu } from "@/grid/column-menu";
import { DataGrid } from "@/grid/data-grid";
import { useColumnLayout } from "@/grid/use-column-layout";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { PermissionButton } from "@/ui/permission-button";
import { SearchInput } from "@/ui/search-input";
import { useUiTexts } from "@/ui/texts";
import { ApplyDialog, SplitDialog } from "./batch-dialogs";
import { useBatchColumns } from "./batch-columns";
import { useBatchTexts } from "./batch-texts";
import { useBatchActions, type BatchVerb } from "./use-batch-actions";
import { rowIdOf, useBatchList, type BatchRow } from "./use-batch-list";
import "@/resource/resource.css";
import "../plan/plan.css";
import "./batches.css";

const first = { pinned: ["mould"] };

/** What needs which permission: that of the records which it changes. */
const permissions: Record<BatchVerb, string> = {
  dispatch: "bom.batch.modify",
  pause: "bom.batch.modify",
  close: "bom.batch.modify",
  finish: "bom.batch.modify",
  reset: "bom.batch.modify",
  apply: "capp.outsource.add",
  cancelApplied: "capp.outsource.delete",
};

/** The batches of open moulds, and everything that is done with several at once. */
export function BatchPage() {
  const t = useBatchTexts();
  const ui = useUiTexts();
  const { message } = App.useApp();
  const { list, rows, total, suppliers, isNarrowed, ...found } = useBatchList();
  const [chosen, setChosen] = useState<string[]>([]);
  const [open, setOpen] = useState<"apply" | "split">();
  const { act, reset } = useBatchActions(() => setChosen([]));
  const [layout, setLayout] = useColumnLayout("aps.batch", first);
  const columns = useBatchColumns();
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, fetchNextPage]);
  const picked = rows.filter((row) => chosen.includes(rowIdOf(row)));
  const toOrders = useOrders();

  function start(verb: BatchVerb) {
    const one = picked[0];
    if (!one) {
      message.destroy();
      void message.warning(t("chooseFirst"));
    } else if (verb === "apply" && picked.some(({ mayApply }) => mayApply)) {
      setOpen("apply");
    } else if (verb === "reset") {
      void reset(picked);
    } else if (verb === "dispatch" && picked.length === 1 && isSplit(one)) {
      setOpen("split");
    } else {
      act.mutate({ verb, rows: picked });
    }
  }

  const button = (verb: BatchVerb) => (
    <PermissionButton
      key={verb}
      permission={permissions[verb]}
      disabled={act.isPending}
      onClick={() => start(verb)}
    >
      {t(verb)}
    </PermissionButton>
  );

  return (
    <Page
      title={t("title")}
      tools={
        <>
          <SearchInput
            value={found.typed}
            onChange={found.setTyped}
            hint={t("searchHint")}
          />
          <BatchFilters found={found} />
          <span role="status" className="resource-count numbers soft">
            {picked.length > 0
              ? t("chosen", { count: picked.length })
              : list.data &&
                t("rows", { shown: rows.length, total, count: total })}
          </span>
          <span className="push" />
          <ColumnMenu
            columns={columns}
            layout={layout}
            first={first}
            onLayoutChange={setLayout}
          />
          <div className="aps-actions">
            {(["dispatch", "pause", "close", "finish"] as const).map(button)}
            {(["apply", "cancelApplied", "reset"] as const).map(button)}
            <PermissionButton
              permission="capp.outsource.check"
              onClick={toOrders}
            >
              {t("orders")}
            </PermissionButton>
          </div>
        </>
      }
    >
      {open === "apply" && (
        <ApplyDialog
          rows={picked}
          suppliers={suppliers}
          onClose={() => setOpen(undefined)}
          onApply={(supplierId) => {
            setOpen(undefined);
            act.mutate({ verb: "apply", rows: picked, supplierId });
          }}
        />
      )}
      {open === "split" && picked[0] && (
        <SplitDialog
          row={picked[0]}
          onClose={() => setOpen(undefined)}
          onDispatch={(qty) => {
            setOpen(undefined);
            act.mutate({ verb: "dispatch", rows: picked, qty });
          }}
        />
      )}
      <DataGrid
        label={t("title")}
        columns={columns}
        rows={rows}
        rowId={rowIdOf}
        layout={layout}
        onLayoutChange={setLayout}
        sortedByServer
        selection={chosen}
        onSelectionChange={setChosen}
        onEndReached={more}
        empty={
          list.isPending ? (
            ui("loading")
          ) : list.isError ? (
            <Failure of={list.error} onRetry={() => void list.refetch()} />
          ) : (
            t(isNarrowed ? "noneFound" : "none")
          )
        }
      />
    </Page>
  );
}

/** Pieces that are in no batch and more than one: how many of them go first is asked. */
const isSplit = (row: BatchRow) =>
  row.state === 0 && row.qty > 1 && row.kind !== 2;

/** The way to the outsourcing orders. */
function useOrders() {
  const navigate = useNavigate();
  return () => void navigate("/capp/outsource-order");
}

type Found = Pick<
  ReturnType<typeof useBatchList>,
  "kind" | "state" | "outsourcing" | "narrow"
>;

function BatchFilters({ found }: { found: Found }) {
  const t = useBatchTexts();
  const { kind, state, outsourcing, narrow } = found;
  return (
    <>
      <Select
        aria-label={t("kind")}
        value={String(kind)}
        popupMatchSelectWidth={false}
        onChange={(value: string) => narrow("kind", value)}
        options={[
          { value: "1", label: t("kind1") },
          { value: "3", label: t("kind3") },
          { value: "2", label: t("kind2") },
          { value: "0", label: t("allKinds") },
        ]}
      />
      <Select
        aria-label={t("state")}
        value={state === undefined ? "" : String(state)}
        popupMatchSelectWidth={false}
        onChange={(value: string) => narrow("state", value)}
        options={[
          { value: "", label: t("allStates") },
          ...([0, 1, 2, 3, 4] as const).map((one) => ({
            value: String(one),
            label: t(`state${one}`),
          })),
        ]}
      />
      <Select
        aria-label={t("outsourcing")}
        value={outsourcing ?? ""}
        popupMatchSelectWidth={false}
        onChange={(value: string) => narrow("outsourcing", value)}
        options={[
          { value: "", label: t("allOutsourcing") },
          { value: "possible", label: t("possible") },
          { value: "applied", label: t("applied") },
        ]}
      />
    </>
  );
}
