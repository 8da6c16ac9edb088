import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "@/api/call";
import { formatInstant } from "@/i18n/format";
import { FieldInput } from "@/resource/field-input";
import type { FieldInputProps } from "@/resource/field-input-props";
import { useRecordValues } from "@/resource/record-values";
import { useZone } from "@/session/session";
import { Chart, type ChartColours } from "@/ui/chart";
import { useBasedataTexts } from "./texts";
import "./basedata.css";

/** As many rates as a chart of this width can tell apart. */
const shown = 500;

export interface Rate {
  rate: number;
  baseCode: string;
  from: string;
}

/** The exchange rate of a currency, and below it how it has gone: a step at each change, against the base currency of today. */
export function RateHistory(props: FieldInputProps) {
  const t = useBasedataTexts();
  const { code } = useRecordValues();
  const currency = typeof code === "string" ? code : "";
  const { data } = useQuery({
    queryKey: ["exchange-rate", currency],
    queryFn: ({ signal }) =>
      call("GET", "bms/exchange-rate", {
        query: { "f.currency": currency, sort: "-from", page: 1, size: shown },
        signal,
      }),
    enabled: /^[A-Z]{3}$/.test(currency),
  });
  const steps = stepsOf((data?.rows ?? []) as unknown as Rate[]);
  return (
    <>
      <FieldInput {...props} />
      {steps.length > 1 && (
        <figure className="rates">
          <figcaption className="soft">
            {t("rateHistory", { base: steps[0]!.baseCode })}
          </figcaption>
          <RateChart steps={steps} label={t("rateChart", { currency })} />
        </figure>
      )}
    </>
  );
}

/** The changes against the base currency of the newest one, the oldest first. */
export function stepsOf(rates: readonly Rate[]) {
  const base = rates[0]?.baseCode;
  return rates.filter((rate) => rate.baseCode === base).reverse();
}

function RateChart({ steps, label }: { steps: Rate[]; label: string }) {
  const zone = useZone();
  const option = useCallback(
    ({ soft, line, accent }: ChartColours) => {
      const now = formatInstant(new Date(), zone);
      const points = [
        ...steps.map(({ from, rate }) => [formatInstant(from, zone), rate]),
        [now, steps.at(-1)!.rate],
      ];
      const axis = {
        axisLabel: { color: soft, hideOverlap: true },
        axisLine: { lineStyle: { color: line } },
        splitLine: { lineStyle: { color: line } },
      };
      return {
        grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
        tooltip: { trigger: "axis", renderMode: "richText", confine: true },
        xAxis: { type: "time", ...axis, splitLine: { show: false } },
        yAxis: { type: "value", scale: true, ...axis },
        series: [
          {
            type: "line",
            step: "end",
            showSymbol: steps.length < 40,
            color: accent,
            data: points,
          },
        ],
      };
    },
    [steps, zone],
  );
  return <Chart label={label} height={140} option={option} />;
}
