import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/call";
import { formatInstant, formatNumber } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { FieldInput } from "@/resource/field-input";
import type { FieldInputProps } from "@/resource/field-input-props";
import { useRecordValues } from "@/resource/record-values";
import { useZone } from "@/session/session";
import { useBasedataTexts } from "./texts";
import "./basedata.css";

/** As many rates as a line of this width can tell apart. */
const shown = 500;

const width = 560;
const height = 96;

export interface Rate {
  rate: number;
  baseCode: string;
  from: string;
}

/** The exchange rate of a currency, and below it how it has gone: a step at each change, against the base currency of today. */
export function RateHistory(props: FieldInputProps) {
  const t = useBasedataTexts();
  const { language } = useLanguage();
  const zone = useZone();
  const [now] = useState(Date.now);
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
  const rates = steps.map(({ rate }) => rate);
  const figure = (rate: number) => formatNumber(rate, language, 6);
  return (
    <>
      <FieldInput {...props} />
      {steps.length > 1 && (
        <figure className="rates">
          <figcaption className="soft">
            {t("rateHistory", { base: steps[0]!.baseCode })}
          </figcaption>
          <svg
            role="img"
            aria-label={t("rateChart", { currency })}
            viewBox={`0 -4 ${width} ${height + 8}`}
          >
            <path d={pathOf(steps, now)} />
          </svg>
          <p className="soft numbers">
            <span>{formatInstant(steps[0]!.from, zone).slice(0, 10)}</span>
            <span>
              {t("rateSpan", {
                low: figure(Math.min(...rates)),
                high: figure(Math.max(...rates)),
              })}
            </span>
            <span>{t("rateToday")}</span>
          </p>
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

/** The line of rates from the first change to now: level between two changes, the lowest at the bottom. */
export function pathOf(steps: readonly Rate[], now: number) {
  const rates = steps.map(({ rate }) => rate);
  const low = Math.min(...rates);
  const begin = Date.parse(steps[0]!.from);
  const x = (at: number) =>
    Math.round((width * (at - begin)) / Math.max(1, now - begin));
  const y = (rate: number) =>
    Math.round(
      height - (height * (rate - low)) / (Math.max(...rates) - low || 1),
    );
  const line = steps.map(({ rate, from }, i) =>
    i === 0 ? `M0 ${y(rate)}` : `H${x(Date.parse(from))}V${y(rate)}`,
  );
  return `${line.join("")}H${width}`;
}
