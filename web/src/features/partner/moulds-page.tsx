import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { formatDue, formatInstant, formatNumber } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { ProgressBar, wholePercent } from "@/ui/progress-bar";
import { slackOf } from "@/ui/slack";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { PartnerList, type Column } from "./partner-list";
import { usePartnerTexts } from "./texts";

type Mould = Schema<"PartnerMould">;

const mouldsQuery = (finished: boolean) =>
  queryOptions({
    queryKey: ["partner", "moulds", finished],
    queryFn: ({ signal }) =>
      call("GET", "upms/partner-mould", { query: { finished }, signal }),
  });

const meaningOfMould: Record<Mould["state"], Meaning> = {
  inTime: "on-time",
  late: "late",
  finished: "done",
  unplanned: "off",
};

/** The moulds that are made for a customer, the next delivery first, and those that were finished lately. */
export function MouldsPage() {
  const t = usePartnerTexts();
  const [tab, setTab] = useState<"inWork" | "finished">("inWork");
  const query = useQuery(mouldsQuery(tab === "finished"));

  const columns = useMemo(
    (): Column<Mould>[] => [
      { key: "mouldNo", title: t("mouldNo"), cell: (mould) => mould.mouldNo },
      { key: "name", title: t("name"), cell: (mould) => mould.name },
      {
        key: "delivery",
        title: t("delivery"),
        cell: (mould) => formatDue(mould.delivery, mould.zone),
      },
      {
        key: "plannedEnd",
        title: t("plannedEnd"),
        cell: (mould) => <PlannedEnd mould={mould} />,
      },
      {
        key: "progress",
        title: t("progress"),
        cell: (mould) => <Progress mould={mould} />,
      },
      {
        key: "state",
        title: t("state"),
        cell: (mould) => <State mould={mould} />,
      },
    ],
    [t],
  );

  return (
    <PartnerList
      title={t("moulds")}
      about={(company) => t("mouldsFrom", { company })}
      tabs={[
        {
          key: "inWork",
          title: t("inWork"),
          empty: t("noMoulds"),
          states: {
            inTime: t("mould_inTime"),
            late: t("mould_late"),
            unplanned: t("mould_unplanned"),
          },
        },
        { key: "finished", title: t("finished"), empty: t("noFinished") },
      ]}
      active={tab}
      onTab={setTab}
      query={query}
      searchHint={t("searchMoulds")}
      textOf={({ mouldNo, name }) => `${mouldNo} ${name}`}
      keyOf={({ mouldNo, name, delivery }) =>
        [mouldNo, name, delivery].join(" ")
      }
      columns={columns}
      card={(mould) => <Card mould={mould} />}
    />
  );
}

function State({ mould }: { mould: Mould }) {
  const t = usePartnerTexts();
  const { language } = useLanguage();
  const slack = slackOf(mould.delivery, mould.plannedEnd);
  const words =
    mould.state !== "late" || !slack
      ? t(`mould_${mould.state}`)
      : "hours" in slack
        ? t("lateHours", { hours: formatNumber(slack.hours, language) })
        : t("lateDays", { days: formatNumber(slack.days, language, 1) });
  return <StatusMark meaning={meaningOfMould[mould.state]}>{words}</StatusMark>;
}

function PlannedEnd({ mould }: { mould: Mould }) {
  return (
    <span className={mould.state === "late" ? "partner-late" : ""}>
      {formatInstant(mould.plannedEnd, mould.zone) || "—"}
    </span>
  );
}

function Progress({ mould }: { mould: Mould }) {
  const t = usePartnerTexts();
  return (
    <span className="partner-progress">
      <ProgressBar share={mould.share} />
      <span>{t("percent", { share: wholePercent(mould.share) })}</span>
    </span>
  );
}

function Card({ mould }: { mould: Mould }) {
  const t = usePartnerTexts();
  return (
    <article className="partner-card" data-state={mould.state}>
      <header>
        <b>{mould.mouldNo}</b>
        <State mould={mould} />
      </header>
      {mould.name && <p>{mould.name}</p>}
      <Progress mould={mould} />
      <dl className="numbers">
        <dt>{t("delivery")}</dt>
        <dd>{formatDue(mould.delivery, mould.zone)}</dd>
        <dt>{t("plannedEnd")}</dt>
        <dd>
          <PlannedEnd mould={mould} />
        </dd>
      </dl>
    </article>
  );
}
