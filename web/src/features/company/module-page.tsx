import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { useLanguage } from "@/i18n/language";
import { listed } from "@/i18n/listed";
import { fieldOf, may, titleOf, type Meta } from "@/resource/metadata";
import { choicesQuery, metaQuery } from "@/resource/resource-queries";
import { useMenuName } from "@/session/menu-name";
import { useSession } from "@/session/session";
import { Failure } from "@/ui/failure";
import { coming, Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { SearchInput } from "@/ui/search-input";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { moduleRows, wholeTreeQuery, type ModuleRow } from "./module-rows";
import { useModuleTexts } from "./module-texts";
import "@/ui/line-table.css";
import "@/ui/sheet.css";
import "./modules.css";

const RecordPanel = lazy(async () => ({
  default: (await import("@/resource/record-panel")).RecordPanel,
}));

const home = "/settings/module";

/** Every module of the company: whether it is opened, where it is entered, and what is still to come. */
export function ModulePage() {
  const t = useModuleTexts();
  const navigate = useNavigate();
  const { id } = useParams<{ id: string }>();
  const [search] = useSearchParams();
  const title = useMenuName(home) ?? t("title");
  const [typed, setTyped] = useState("");
  const { data: meta } = useSuspenseQuery(metaQuery("module-setting"));
  const modules = useModules();
  const rows = modules.rows;
  const chosen = search.get("module");
  const close = () => void navigate(home);
  const begun = rows?.find(({ key, isForeign }) => key === chosen && isForeign);
  // Of a module that has an address already, that one opens.
  const openId = id === "new" ? (begun?.setting?.id ?? id) : id;
  const wanted = typed.trim().toLowerCase();
  const shown = rows?.filter(({ key, name, setting }) =>
    [key, name, setting ? titleOf(meta, setting) : ""].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
  return (
    <Page
      title={title}
      tools={<SearchInput value={typed} onChange={setTyped} />}
      aside={
        openId &&
        // A new address is that of the module: its name is there first.
        (openId !== "new" || !chosen || begun) && (
          <Suspense fallback={coming}>
            <RecordPanel
              key={`${openId} ${chosen ?? ""}`}
              meta={meta}
              id={openId}
              onClose={close}
              begins={
                begun && {
                  values: { module: begun.key },
                  names: { [begun.key]: begun.name },
                }
              }
            />
          </Suspense>
        )
      }
    >
      <p className="soft modules-lead">{t("lead")}</p>
      {modules.error ? (
        <Failure of={modules.error} onRetry={modules.retry} />
      ) : shown ? (
        <div className="sheet modules">
          <table className="line-table line-table-wraps" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t("module")}</th>
                <th scope="col">{t("state")}</th>
                <th scope="col">{t("entered")}</th>
                <th scope="col">{t("pages")}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr
                  key={row.key}
                  aria-current={
                    row.setting !== null && row.setting.id === openId
                  }
                >
                  <th scope="row">{row.name}</th>
                  <td>
                    <StatusMark meaning={meanings[stateOf(row)]}>
                      {t(stateOf(row))}
                    </StatusMark>
                  </td>
                  <td>
                    <Entrance row={row} meta={meta} mayAdd={may(meta, "add")} />
                  </td>
                  <td>
                    <Pages row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {shown.length === 0 && <p className="soft">{t("notFound")}</p>}
        </div>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

type State = "opened" | "closed" | "planned" | "waiting";

const meanings: Record<State, Meaning> = {
  opened: "done",
  closed: "off",
  planned: "off",
  waiting: "at-risk",
};

/** An address alone opens nothing: the operator has to. */
const stateOf = ({ state, setting }: ModuleRow): State =>
  state !== "opened" && setting ? "waiting" : state;

interface EntranceProps {
  row: ModuleRow;
  meta: Meta;
  mayAdd: boolean;
}

function Entrance({ row, meta, mayAdd }: EntranceProps) {
  const t = useModuleTexts();
  const { say } = useLanguage();
  const navigate = useNavigate();
  const { setting } = row;
  if (setting) {
    const opens = fieldOf(meta, "opens")?.options?.find(
      ({ value }) => value === setting.opens,
    );
    return (
      <>
        <Link to={`${home}/${setting.id}`}>{titleOf(meta, setting)}</Link>
        {opens && <small className="soft"> {say(opens.label)}</small>}
      </>
    );
  }
  if (row.landing) {
    return <Link to={row.landing}>{t("here")}</Link>;
  }
  if (!row.isForeign || !mayAdd) {
    return <span className="soft">{t("nowhere")}</span>;
  }
  return (
    <Button
      size="small"
      aria-label={t("setAddressOf", { name: row.name })}
      onClick={() => void navigate(`${home}/new?module=${row.key}`)}
    >
      {t("setAddress")}
    </Button>
  );
}

function Pages({ row: { pages, planned } }: { row: ModuleRow }) {
  const t = useModuleTexts();
  if (pages.length + planned.length === 0) {
    return <span className="soft">{t("noPages")}</span>;
  }
  const ready = t("ready", { count: pages.length });
  const plans = t("toCome", { count: planned.length });
  return (
    <details>
      <summary className="numbers">
        {[pages.length > 0 && ready, planned.length > 0 && plans]
          .filter(Boolean)
          .join(" · ")}
      </summary>
      {pages.length > 0 && <p>{listed(pages)}</p>}
      {planned.length > 0 && (
        <p className="soft">{t("planning", { names: listed(planned) })}</p>
      )}
    </details>
  );
}

function useModules() {
  const { language } = useLanguage();
  const inMenu = useSession((now) => now.modules);
  const tree = useQuery(wholeTreeQuery(language, inMenu));
  const { data: foreignMeta } = useSuspenseQuery(metaQuery("foreign-module"));
  const { data: settingMeta } = useSuspenseQuery(metaQuery("module-setting"));
  const foreign = useQuery(choicesQuery(foreignMeta, "", true));
  const settings = useQuery(choicesQuery(settingMeta, "", true));
  const found = [tree, foreign, settings];
  return {
    error: found.find(({ data, error }) => error && !data)?.error,
    retry: () => found.forEach(({ refetch }) => void refetch()),
    rows:
      tree.data &&
      foreign.data &&
      settings.data &&
      moduleRows(
        tree.data.moduleData,
        (foreign.data.rows ?? []).map((row) => ({
          id: row.id,
          name: titleOf(foreignMeta, row),
        })),
        settings.data.rows ?? [],
      ),
  };
}
