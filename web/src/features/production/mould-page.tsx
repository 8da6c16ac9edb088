import {
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { Button } from "antd";
import { Fragment, Suspense, useCallback, useMemo, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { ApiFailure } from "@/api/reply";
import { formatDue, formatInstant, formatNumber } from "@/i18n/format";
import { useLanguage, type Language } from "@/i18n/language";
import { RecordPanel } from "@/resource/record-panel";
import { metaQuery } from "@/resource/resource-queries";
import { useZone } from "@/session/session";
import { wordsOf } from "@/ui/failure";
import { coming, Loading } from "@/ui/loading";
import { Page } from "@/ui/page";
import { PermissionButton } from "@/ui/permission-button";
import { RecordName } from "@/ui/record-name";
import { SearchInput } from "@/ui/search-input";
import { ProgressBar, wholePercent } from "@/ui/progress-bar";
import { slackOf } from "@/ui/slack";
import { StatusMark } from "@/ui/status-mark";
import { useUiTexts } from "@/ui/texts";
import { useDebounced } from "@/ui/use-debounced";
import { ElectrodeSteps } from "./figures";
import {
  growTree,
  linesOf,
  mouldTreeQuery,
  openable,
  shareOf,
  type MouldTree,
  type TreeNode,
} from "./mould-model";
import { MouldPicture } from "./mould-picture";
import { MouldTreeGrid } from "./mould-tree";
import { useMouldTexts } from "./mould-texts";
import "./mould.css";

/** One mould: what it is made of, how far it is and when it will be ready. */
export function MouldPage() {
  const { id = "" } = useParams();
  const t = useMouldTexts();
  const ui = useUiTexts();
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed).trim();
  const tree = useQuery(mouldTreeQuery(id));
  const nodes = useMemo(() => growTree(tree.data?.parts ?? []), [tree.data]);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const open = useMemo(
    () => chosen ?? new Set(firstOpen(nodes)),
    [chosen, nodes],
  );
  const lines = useMemo(
    () => linesOf(nodes, open, search),
    [nodes, open, search],
  );

  const toggle = useCallback(
    (key: string, isOpen: boolean) =>
      setChosen((before) => {
        const next = new Set(before ?? firstOpen(nodes));
        if (isOpen) {
          next.add(key);
        } else {
          next.delete(key);
        }
        return next;
      }),
    [nodes],
  );
  const edit = useCallback(
    (entity: string | null, row?: string) =>
      setParams(entity ? { open: `${entity}.${row}` } : {}, { replace: true }),
    [setParams],
  );
  const [entity, row] = (params.get("open") ?? "").split(".");

  // What was read stays when it cannot be read again: a form may stand beside it.
  if (tree.error && !tree.data) {
    const isGone =
      tree.error instanceof ApiFailure && tree.error.reply.status === 404;
    return (
      <Page title={t("mould")}>
        <div className="mould-empty">
          <p>{isGone ? t("gone") : wordsOf(tree.error)}</p>
          {isGone ? (
            <Link to="/pm/mould">{t("toList")}</Link>
          ) : (
            <Button onClick={() => void tree.refetch()}>{ui("retry")}</Button>
          )}
        </div>
      </Page>
    );
  }
  const mould = tree.data;
  return (
    <Page
      title={mould ? `${mould.mouldNo} ${mould.name}` : t("mould")}
      tools={
        mould && (
          <>
            <SearchInput
              value={typed}
              onChange={setTyped}
              hint={t("searchHint")}
            />
            <Button onClick={() => setChosen(new Set(openable(nodes)))}>
              {t("openAll")}
            </Button>
            <Button onClick={() => setChosen(new Set())}>
              {t("closeAll")}
            </Button>
            <span className="push" />
            <nav className="mould-links" aria-label={t("also")}>
              <Link to="/pm/mould">{t("toList")}</Link>
              <Link to={`/bom/part?f.mouldId=${id}`}>{t("parts")}</Link>
              <Link to={`/capp/operation?f.mouldId=${id}`}>{t("routes")}</Link>
              <Link to={`/mf/progress?mould=${id}`}>{t("progress")}</Link>
            </nav>
            <PermissionButton
              permission="pm.mould.detail"
              onClick={() => edit("mould", id)}
            >
              {t("editMould")}
            </PermissionButton>
          </>
        )
      }
      aside={
        entity &&
        row && (
          <Suspense fallback={coming}>
            <EditPanel
              key={`${entity}.${row}`}
              entity={entity}
              id={row}
              onClose={() => edit(null)}
            />
          </Suspense>
        )
      }
    >
      {mould ? (
        <>
          <MouldFigures mould={mould} />
          <MouldTreeGrid
            label={t("tree", { name: mould.mouldNo })}
            lines={lines}
            openId={row}
            empty={search ? t("nothingFound") : t("noParts")}
            onToggle={toggle}
            onOpen={(node) =>
              edit(node.operation ? "operation" : "part", node.key)
            }
          />
        </>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

/** Assemblies begin open, so that every part is in sight and no route. */
function firstOpen(nodes: TreeNode[]): string[] {
  return nodes.flatMap((node) =>
    !node.operation && node.children.some((child) => !child.operation)
      ? [node.key, ...firstOpen(node.children)]
      : [],
  );
}

const entities = new Set(["mould", "part", "operation"]);

function EditPanel(props: { entity: string; id: string; onClose: () => void }) {
  const { entity, id, onClose } = props;
  const client = useQueryClient();
  const known = entities.has(entity) ? entity : "part";
  const { data: meta } = useSuspenseQuery(metaQuery(known));
  return (
    <RecordPanel
      meta={meta}
      id={id}
      onClose={() => {
        void client.invalidateQueries({ queryKey: ["mould-tree"] });
        onClose();
      }}
    />
  );
}

function MouldFigures({ mould }: { mould: MouldTree }) {
  const t = useMouldTexts();
  const zone = useZone();
  const { language } = useLanguage();
  const share = shareOf(mould);
  return (
    <div className="mould-head">
      <div className="mould-look">
        <MouldPicture mould={mould} />
      </div>
      <dl className="mould-figures">
        <div>
          <dt>{t("state")}</dt>
          <dd>
            <StatusMark
              meaning={
                mould.status === 2
                  ? "done"
                  : mould.status === 0
                    ? mould.late
                      ? "late"
                      : "on-time"
                    : "off"
              }
            >
              {mould.status === 0 && mould.late
                ? t("late")
                : t(`mould${mould.status}`)}
            </StatusMark>
            <small>
              {[mould.customer, mould.projectNo, mould.orderType]
                .filter(Boolean)
                .map((name, at) => (
                  <Fragment key={at}>
                    {at > 0 && " · "}
                    {name === mould.projectNo ? (
                      name
                    ) : (
                      <RecordName>{name}</RecordName>
                    )}
                  </Fragment>
                ))}
            </small>
          </dd>
        </div>
        <div>
          <dt>{t("delivery")}</dt>
          <dd className="numbers">
            {formatDue(mould.delivery, zone)}
            <small>{t("priorityOf", { priority: mould.priority })}</small>
          </dd>
        </div>
        <div>
          <dt>{t("plannedEnd")}</dt>
          <dd className={mould.late ? "numbers mould-late" : "numbers"}>
            {mould.plannedEnd ? formatInstant(mould.plannedEnd, zone) : "—"}
            <small>
              {mould.planned ? slackWords(mould, t, language) : t("notPlanned")}
            </small>
          </dd>
        </div>
        <div className="mould-figure-wide">
          <dt>
            {t("done", {
              share: wholePercent(share),
            })}
          </dt>
          <dd>
            <ProgressBar share={share} />
            <small className="numbers">
              {t("doneOf", {
                done: formatNumber(mould.doneHours, language),
                hours: formatNumber(mould.hours, language),
                finished: mould.finished,
                operations: mould.operations,
              })}
            </small>
          </dd>
        </div>
        {mould.electrodes.total > 0 && (
          <div className="mould-figure-wide">
            <dt>{t("electrodes", { count: mould.electrodes.total })}</dt>
            <dd>
              <ElectrodeSteps readiness={mould.electrodes} wide />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** How far the planned end lies from the delivery, in words. */
function slackWords(
  { delivery, plannedEnd }: MouldTree,
  t: ReturnType<typeof useMouldTexts>,
  language: Language,
) {
  const slack = slackOf(delivery, plannedEnd);
  if (!slack) {
    return "";
  }
  return "hours" in slack
    ? t(slack.isLate ? "tooLateHours" : "toSpareHours", {
        hours: formatNumber(slack.hours, language),
      })
    : t(slack.isLate ? "tooLate" : "toSpare", {
        days: formatNumber(slack.days, language, 1),
      });
}
