import { useQuery } from "@tanstack/react-query";
import { formatInstant } from "@/i18n/format";
import { useZone } from "@/session/session";
import { Failure } from "@/ui/failure";
import { Loading } from "@/ui/loading";
import type { PlanOf } from "../plan/plan-version";
import { figure } from "../plan/figure";
import { evaluationQuery, type DataHint } from "./result";
import { useResultTexts } from "./result-texts";

/** Data that the run has missed and did without, per part, task or machine: a list for each kind. */
export function DataHints({ of }: { of: PlanOf }) {
  const t = useResultTexts();
  const measured = useQuery(evaluationQuery(of));
  const hints = measured.data?.hints ?? [];
  const counts = measured.data?.hintCounts ?? [];
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <section>
      <h2>
        {t("hints")} <span className="soft numbers">{figure(all)}</span>
      </h2>
      {measured.isError && !measured.data && (
        <Failure of={measured.error} onRetry={() => void measured.refetch()} />
      )}
      {measured.isPending && <Loading />}
      {measured.data && all === 0 && <p className="soft">{t("hintsNone")}</p>}
      {all > 0 && <p className="soft">{t("hintsAbout")}</p>}
      {counts.map(({ kind, count }) => (
        <HintsOfKind
          key={kind}
          kind={kind}
          count={count}
          hints={hints.filter((hint) => hint.kind === kind)}
        />
      ))}
    </section>
  );
}

function HintsOfKind(props: {
  kind: DataHint["kind"];
  count: number;
  hints: DataHint[];
}) {
  const { kind, count, hints } = props;
  const t = useResultTexts();
  const zone = useZone();
  const missing = (hint: DataHint) =>
    hint.at
      ? formatInstant(hint.at, zone)
      : hint.missing.map((name) => t(`part.${name}`)).join(t("and"));
  const tells = hints.some((hint) => missing(hint));
  return (
    <details className="data-hints">
      <summary>
        {t(`hint.${kind}`)}{" "}
        <span className="soft numbers">{figure(count)}</span>
      </summary>
      <p className="soft">{t(`hintRemedy.${kind}`)}</p>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t(`hintOf.${kind}`)}</th>
            {tells && <th>{t(hints[0]?.at ? "newestReport" : "missing")}</th>}
          </tr>
        </thead>
        <tbody>
          {hints.map((hint) => (
            <tr key={nameOf(hint)}>
              <th scope="row">{nameOf(hint)}</th>
              {tells && <td>{missing(hint)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {count > hints.length && (
        <p className="soft">{t("hintsMore", { shown: hints.length })}</p>
      )}
    </details>
  );
}

function nameOf({ machine, mouldNo, partNo, batchNo, opNo }: DataHint) {
  const lot = batchNo ? `${partNo}/${batchNo}` : partNo;
  return machine || [mouldNo, lot, opNo || ""].filter(Boolean).join(" / ");
}
