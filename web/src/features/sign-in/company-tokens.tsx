import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App, Button, Tooltip } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import { DataGrid } from "@/grid/data-grid";
import type { GridColumn } from "@/grid/grid-column";
import { useColumnLayout } from "@/grid/use-column-layout";
import { formatInstant, joined } from "@/i18n/format";
import { useCan, useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Page } from "@/ui/page";
import { SearchInput } from "@/ui/search-input";
import { StatusMark } from "@/ui/status-mark";
import { useUiTexts } from "@/ui/texts";
import { useDebounced } from "@/ui/use-debounced";
import {
  companyTokensQuery,
  endCompanyTokens,
  isAlive,
  type CompanyToken,
} from "./sessions";
import { useSignInTexts } from "./texts";
import "@/resource/resource.css";

const idOf = (row: CompanyToken) => row.id;
const none: CompanyToken[] = [];

/** The API tokens of the company's people, and the way to end any. */
export function CompanyTokens({ choice }: { choice: ReactNode }) {
  const t = useSignInTexts();
  const ui = useUiTexts();
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  const mayEnd = useCan("common.onlineUser.kick");
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string[]>([]);
  const search = useDebounced(typed).trim();
  const list = useQuery(companyTokensQuery(search));
  const rows = list.data?.rows ?? none;
  const [layout, setLayout] = useColumnLayout("common.apiToken", {
    pinned: ["realName"],
  });
  const now = list.dataUpdatedAt;
  const columns = useTokenColumns(now);
  const picked = rows.filter(
    (row) => chosen.includes(row.id) && isAlive(row, now),
  );

  const end = useMutation({
    mutationFn: endCompanyTokens,
    onSuccess: ({ endedTokens }) => {
      message.destroy();
      void message.success(
        endedTokens
          ? t("tokensEnded", { count: endedTokens })
          : t("tokensGone"),
      );
      setChosen([]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["company-tokens"] }),
  });

  async function ask() {
    const agreed = await modal.confirm({
      title: t("endTokensTitle", { count: picked.length }),
      content: (
        <>
          <ul className="question-items">
            {picked.map((row) => (
              <li key={row.id}>
                {row.realName} {row.name}
              </li>
            ))}
          </ul>
          <p>{t("endTokensText")}</p>
        </>
      ),
      okText: t("endTokens"),
      okButtonProps: { danger: true },
      cancelText: ui("cancel"),
    });
    if (agreed) {
      end.mutate(picked.map(idOf));
    }
  }

  return (
    <Page
      title={t("tokens")}
      tools={
        <>
          {choice}
          <SearchInput value={typed} onChange={setTyped} />
          <span className="push" />
          {mayEnd && (
            <Tooltip title={picked.length === 0 ? t("chooseToken") : ""}>
              <Button
                danger
                disabled={picked.length === 0}
                loading={end.isPending}
                onClick={() => void ask()}
              >
                {t("endTokens")}
              </Button>
            </Tooltip>
          )}
        </>
      }
    >
      <DataGrid
        label={t("tokens")}
        columns={columns}
        rows={rows}
        rowId={idOf}
        layout={layout}
        onLayoutChange={setLayout}
        {...(mayEnd && {
          selection: chosen,
          onSelectionChange: setChosen,
        })}
        empty={
          list.isPending ? (
            ui("loading")
          ) : list.isError ? (
            <Failure of={list.error} onRetry={() => void list.refetch()} />
          ) : (
            t(search ? "tokensNotFound" : "noTokens")
          )
        }
      />
    </Page>
  );
}

function useTokenColumns(now: number) {
  const t = useSignInTexts();
  const zone = useZone();
  return useMemo((): GridColumn<CompanyToken>[] => {
    const state = (row: CompanyToken) =>
      t(
        row.revokedAt !== null
          ? "over"
          : isAlive(row, now)
            ? "alive"
            : "expired",
      );
    return [
      {
        id: "realName",
        title: t("name"),
        width: 160,
        value: (row) => row.realName,
      },
      { id: "userName", title: t("userName"), value: (row) => row.userName },
      { id: "name", title: t("tokenName"), value: (row) => row.name },
      {
        id: "state",
        title: t("state"),
        width: 104,
        value: state,
        render: (row) => (
          <StatusMark meaning={isAlive(row, now) ? "active" : "off"}>
            {state(row)}
          </StatusMark>
        ),
      },
      {
        id: "scopes",
        title: t("rights"),
        width: 160,
        value: (row) =>
          row.scopes[0] === "*"
            ? t("rightsAll")
            : t("rightsCount", { count: row.scopes.length }),
        render: (row) => (
          <Tooltip title={joined(row.scopes)}>
            <span>
              {row.scopes[0] === "*"
                ? t("rightsAll")
                : t("rightsCount", { count: row.scopes.length })}
            </span>
          </Tooltip>
        ),
      },
      {
        id: "usedAt",
        title: t("lastUsed"),
        width: 144,
        value: (row) =>
          row.usedAt ? formatInstant(row.usedAt, zone) : t("neverUsed"),
      },
      {
        id: "expiresAt",
        title: t("expires"),
        width: 144,
        value: (row) => formatInstant(row.expiresAt, zone),
      },
      {
        id: "createdAt",
        title: t("created"),
        width: 144,
        value: (row) => formatInstant(row.createdAt, zone),
      },
      {
        id: "factoryName",
        title: t("factory"),
        width: 160,
        value: (row) => row.factoryName,
      },
    ];
  }, [t, zone, now]);
}
