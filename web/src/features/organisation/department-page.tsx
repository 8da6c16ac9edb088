import {
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { App, Button, Segmented } from "antd";
import { lazy, Suspense, useMemo, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { call } from "@/api/call";
import { download } from "@/api/download";
import { may, type Meta } from "@/resource/metadata";
import { OperationButton } from "@/resource/operation-button";
import { RecordPanel } from "@/resource/record-panel";
import { metaQuery } from "@/resource/resource-queries";
import { useMenuName } from "@/session/menu-name";
import { coming, Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { RecordName } from "@/ui/record-name";
import { useUiTexts } from "@/ui/texts";
import { DepartmentChart } from "./department-chart";
import { DepartmentPeople } from "./department-people";
import { treeOf, within, type Branch } from "./department-tree";
import { MoveDialog } from "./move-dialog";
import { useOrganisationTexts } from "./texts";
import "./organisation.css";

const ImportPanel = lazy(async () => ({
  default: (await import("@/resource/import-panel")).ImportPanel,
}));

const home = "/settings/department";

type View = "tree" | "chart";

/** Below the key of its list, so that whatever reads departments again reads the tree again. */
const treeQuery = {
  queryKey: ["list", "department", "tree"],
  queryFn: () => call("GET", "upms/department-tree"),
};

/** The departments as a tree, with the people of the chosen one beside it. */
export function DepartmentPage() {
  const t = useOrganisationTexts();
  const ui = useUiTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { message } = App.useApp();
  const { id: openId } = useParams<{ id: string }>();
  const [search] = useSearchParams();
  const { data: meta } = useSuspenseQuery(metaQuery("department"));
  const tree = useQuery(treeQuery);
  const rows = useMemo(() => tree.data?.rows ?? [], [tree.data]);
  const branches = useMemo(() => treeOf(rows), [rows]);
  const [moving, setMoving] = useState(false);
  const title = useMenuName(home) ?? t("departments");

  const chosenId = search.get("department") ?? openId ?? rows[0]?.id;
  const chosen = find(branches, chosenId);
  const view = search.get("view") === "chart" ? "chart" : "tree";
  const at = (path: string, department = chosenId, shown: View = view) => {
    const params = new URLSearchParams({
      ...(department && { department }),
      ...(shown === "chart" && { view: shown }),
    });
    void navigate({
      pathname: path ? `${home}/${path}` : home,
      search: params.toString(),
    });
  };

  const move = useMutation({
    mutationFn: ({ id, parentId }: { id: string; parentId: string }) => {
      const { version } = rows.find((row) => row.id === id)!;
      const body = { version, parentId };
      return call("PATCH", "upms/department/{id}", { query: { id }, body });
    },
    onSuccess: (_row, { id }) => {
      const name = rows.find((row) => row.id === id)?.name ?? "";
      void message.success(t("moved", { name }));
    },
    onSettled: () =>
      client.invalidateQueries({ queryKey: ["list", "department"] }),
  });
  const moveTo = (id: string, parentId: string) => {
    const row = rows.find((one) => one.id === id);
    if (row && row.parentId !== parentId && !within(rows, id).has(parentId)) {
      move.mutate({ id, parentId });
    }
  };
  const exported = useMutation({
    mutationFn: () =>
      download("upms/department/export", { query: { format: "xlsx" } }),
    meta: { stays: true, says: ui("exported") },
  });

  return (
    <Page
      title={title}
      tools={
        <>
          {branches.length > 0 && (
            <Segmented<View>
              aria-label={t("views")}
              value={view}
              options={[
                { value: "tree", label: t("tree") },
                { value: "chart", label: t("chart") },
              ]}
              onChange={(shown) => at("", chosenId, shown)}
            />
          )}
          <span className="push" />
          <OperationButton
            {...{ meta, operation: "export" }}
            className="resource-whole"
            loading={exported.isPending}
            onClick={() => exported.mutate()}
          >
            {t("export")}
          </OperationButton>
          <OperationButton
            {...{ meta, operation: "add" }}
            className="resource-whole"
            onClick={() => at("import")}
          >
            {t("import")}
          </OperationButton>
          <OperationButton
            {...{ meta, operation: "add" }}
            type="primary"
            onClick={() => at("new", "")}
          >
            {t("new")}
          </OperationButton>
        </>
      }
      aside={
        openId === "import" ? (
          <Suspense fallback={coming}>
            <ImportPanel meta={meta} onClose={() => at("")} />
          </Suspense>
        ) : (
          openId && (
            <RecordPanel
              key={`${openId} ${openId === "new" ? (search.get("department") ?? "") : ""}`}
              meta={
                openId === "new" ? below(meta, search.get("department")) : meta
              }
              id={openId}
              onClose={() => at("")}
            />
          )
        )
      }
    >
      {view === "chart" && branches.length > 0 ? (
        <DepartmentChart
          branches={branches}
          chosenId={chosen?.id}
          onOpen={(id) => at("", id, "tree")}
        />
      ) : (
        <div className="organisation">
          <nav className="organisation-tree" aria-label={t("departments")}>
            {branches.length > 0 ? (
              <>
                <Branches
                  branches={branches}
                  chosenId={chosen?.id}
                  onChoose={(id) => at("", id)}
                  {...(may(meta, "modify") && { onMove: moveTo })}
                />
                {may(meta, "modify") && <p className="soft">{t("hint")}</p>}
              </>
            ) : tree.isPending ? (
              <Loading />
            ) : (
              <>
                <p className="soft">{t("none")}</p>
                {may(meta, "add") && (
                  <Button onClick={() => at("new", "")}>{t("first")}</Button>
                )}
              </>
            )}
          </nav>
          {chosen ? (
            <section className="organisation-chosen" aria-label={chosen.name}>
              <header>
                <h2>
                  <RecordName>{chosen.name}</RecordName>
                </h2>
                <span className="soft numbers">
                  {chosen.code} · {t("level", { level: chosen.level })} ·{" "}
                  {t("countBelow", { own: chosen.people, total: chosen.total })}
                  {!chosen.valid && ` · ${t("invalid")}`}
                </span>
                <span className="push" />
                {may(meta, "detail") && (
                  <Button onClick={() => at(chosen.id)}>{t("edit")}</Button>
                )}
                <OperationButton
                  {...{ meta, operation: "modify" }}
                  onClick={() => setMoving(true)}
                >
                  {t("moveTo")}
                </OperationButton>
                <OperationButton
                  {...{ meta, operation: "add" }}
                  onClick={() => at("new")}
                >
                  {t("newBelow")}
                </OperationButton>
              </header>
              <dl>
                <dt>{t("manager")}</dt>
                <dd>{chosen.manager || t("noManager")}</dd>
                {chosen.phone && (
                  <>
                    <dt>{t("phone")}</dt>
                    <dd>{chosen.phone}</dd>
                  </>
                )}
                {chosen.address && (
                  <>
                    <dt>{t("address")}</dt>
                    <dd>{chosen.address}</dd>
                  </>
                )}
              </dl>
              <DepartmentPeople id={chosen.id} />
              {moving && (
                <MoveDialog
                  key={chosen.id}
                  department={chosen}
                  rows={rows}
                  onMove={(parentId) => {
                    moveTo(chosen.id, parentId);
                    setMoving(false);
                  }}
                  onClose={() => setMoving(false)}
                />
              )}
            </section>
          ) : (
            <p className="soft organisation-chosen">{t("choose")}</p>
          )}
        </div>
      )}
    </Page>
  );
}

/** The form of a new department with its parent filled in. */
function below(meta: Meta, parent: string | null): Meta {
  const fields = meta.fields.map((field) =>
    field.key === "parentId" && parent ? { ...field, initial: parent } : field,
  );
  return { ...meta, fields };
}

function find(branches: Branch[], id?: string): Branch | undefined {
  for (const branch of branches) {
    const found = branch.id === id ? branch : find(branch.below, id);
    if (found) {
      return found;
    }
  }
  return undefined;
}

interface BranchesProps {
  branches: Branch[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  onMove?: (id: string, parentId: string) => void;
}

function Branches({ branches, chosenId, onChoose, onMove }: BranchesProps) {
  const t = useOrganisationTexts();
  return (
    <ul>
      {branches.map((branch) => (
        <li key={branch.id}>
          <button
            type="button"
            aria-current={branch.id === chosenId ? "true" : undefined}
            className={branch.valid ? undefined : "soft"}
            draggable={Boolean(onMove)}
            onDragStart={(event) =>
              event.dataTransfer.setData("text/plain", branch.id)
            }
            onDragOver={(event) => onMove && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              onMove?.(event.dataTransfer.getData("text/plain"), branch.id);
            }}
            onClick={() => onChoose(branch.id)}
          >
            <span>
              <RecordName>{branch.name}</RecordName>
            </span>
            <small className="soft numbers">
              {t("count", { count: branch.total })}
            </small>
          </button>
          {branch.below.length > 0 && (
            <Branches
              branches={branch.below}
              {...{ chosenId, onChoose }}
              {...(onMove && { onMove })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
