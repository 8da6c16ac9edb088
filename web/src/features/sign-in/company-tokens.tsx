import { Tooltip } from "antd";
import { useCallback, type ReactNode } from "react";
import type { GridColumn } from "@/grid/grid-column";
import { formatInstant } from "@/i18n/format";
import { joined } from "@/i18n/joined";
import { useZone } from "@/session/session";
import { StatusMark } from "@/ui/status-mark";
import { AccessList, type EndQuestion } from "./access-list";
import {
  companyTokensQuery,
  endCompanyTokens,
  isAlive,
  type CompanyToken,
} from "./sessions";
import { useSignInTexts } from "./texts";

/** The API tokens of the company's people, and the way to end any. */
export function CompanyTokens({ choice }: { choice: ReactNode }) {
  const t = useSignInTexts();
  const columns = useTokenColumns();
  const question = (rows: CompanyToken[]): EndQuestion => ({
    title: t("endTokensTitle", { count: rows.length }),
    lines: rows.map(({ realName, name }) => `${realName} ${name}`),
    text: <p>{t("endTokensText")}</p>,
    end: async () => {
      const { endedTokens } = await endCompanyTokens(rows.map(({ id }) => id));
      return endedTokens
        ? t("tokensEnded", { count: endedTokens })
        : t("tokensGone");
    },
  });
  return (
    <AccessList
      title={t("tokens")}
      name="common.apiToken"
      choice={choice}
      query={companyTokensQuery}
      columns={columns}
      canEnd={isAlive}
      refuses={(rows) => (rows.length === 0 ? t("chooseToken") : "")}
      question={question}
      endLabel={t("endTokens")}
      none={t("noTokens")}
      notFound={t("tokensNotFound")}
    />
  );
}

function useTokenColumns() {
  const t = useSignInTexts();
  const zone = useZone();
  return useCallback(
    (now: number): GridColumn<CompanyToken>[] => {
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
    },
    [t, zone],
  );
}
