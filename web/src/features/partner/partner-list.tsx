import type { UseQueryResult } from "@tanstack/react-query";
import { Select } from "antd";
import { useState, type ReactNode } from "react";
import { startLogo, useCompanyLogo } from "@/session/company-logo";
import { useSession } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { SearchInput } from "@/ui/search-input";
import { Tabs } from "@/ui/tabs";
import { cleanSearch } from "@/ui/typed-text";
import { useNarrow } from "@/ui/use-narrow";
import { usePartnerTexts } from "./texts";

export interface Column<Row> {
  key: string;
  title: string;
  isNumeric?: boolean;
  cell: (row: Row) => ReactNode;
}

interface PartnerListProps<Row extends { state: string }, Tab extends string> {
  title: string;
  /** What the list is, by the name of the company. */
  about: (company: string) => string;
  /** Each with the states between which its rows differ, by their words. */
  tabs: {
    key: Tab;
    title: string;
    empty: string;
    states?: Record<string, string>;
  }[];
  active: Tab;
  onTab: (tab: Tab) => void;
  query: UseQueryResult<{ rows: Row[] }>;
  searchHint: string;
  /** What a search looks at. */
  textOf: (row: Row) => string;
  keyOf: (row: Row) => string;
  columns: Column<Row>[];
  card: (row: Row) => ReactNode;
  children?: ReactNode;
}

/** A list of one's own, as a table for a desk and as cards for a phone. */
export function PartnerList<Row extends { state: string }, Tab extends string>(
  props: PartnerListProps<Row, Tab>,
) {
  const { title, about, tabs, active, onTab, query, searchHint } = props;
  const { textOf, keyOf, columns, card, children } = props;
  const t = usePartnerTexts();
  const isNarrow = useNarrow();
  const company = useSession((now) => now.userData?.tenantName ?? "");
  const logo = useCompanyLogo(startLogo);
  const [typed, setTyped] = useState("");
  const words = cleanSearch(typed).toLowerCase().split(/\s+/);
  const { states, empty } = tabs.find(({ key }) => key === active)!;
  const [chosen, setChosen] = useState("");
  const state = states?.[chosen] ? chosen : "";
  const rows = query.data?.rows.filter(
    (row) =>
      (!state || row.state === state) &&
      words.every((word) => textOf(row).toLowerCase().includes(word)),
  );
  const none = query.data?.rows.length === 0 ? empty : t("notFound");

  return (
    <Page
      title={title}
      tools={
        <>
          <SearchInput value={typed} onChange={setTyped} hint={searchHint} />
          {states && (
            <Select
              className="partner-state"
              aria-label={t("state")}
              value={state}
              onChange={setChosen}
              options={[
                { value: "", label: t("allStates") },
                ...Object.entries(states).map(([value, label]) => ({
                  value,
                  label,
                })),
              ]}
            />
          )}
        </>
      }
    >
      {logo && <img src={logo} alt="" className="partner-logo" />}
      <p className="partner-about">{about(company)}</p>
      <div className="partner">
        <Tabs
          label={title}
          active={active}
          onChange={onTab}
          tabs={tabs.map(({ key, title }) => ({ key, title }))}
        >
          {!rows ? (
            query.error ? (
              <Failure of={query.error} onRetry={() => void query.refetch()} />
            ) : (
              <Loading />
            )
          ) : rows.length === 0 ? (
            <p className="partner-empty" role="status">
              {none}
            </p>
          ) : isNarrow ? (
            <div
              className="partner-cards"
              role="group"
              aria-label={title}
              tabIndex={0}
            >
              <ul aria-label={title}>
                {rows.map((row) => (
                  <li key={keyOf(row)}>{card(row)}</li>
                ))}
              </ul>
            </div>
          ) : (
            <div className="sheet" role="group" aria-label={title} tabIndex={0}>
              <table className="partner-table" aria-label={title}>
                <thead>
                  <tr>
                    {columns.map(({ key, title, isNumeric }) => (
                      <th
                        key={key}
                        scope="col"
                        className={isNumeric ? "numeric" : ""}
                      >
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={keyOf(row)}>
                      {columns.map(({ key, cell, isNumeric }) => (
                        <td key={key} className={isNumeric ? "numeric" : ""}>
                          {cell(row)}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Tabs>
      </div>
      {children}
    </Page>
  );
}
