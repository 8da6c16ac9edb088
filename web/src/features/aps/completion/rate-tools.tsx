import { Segmented, Select } from "antd";
import dayjs from "dayjs";
import type { Schema } from "@/api/contract";
import { dayjsOf } from "@/resource/dayjs-of";
import { DayPicker } from "@/ui/day-picker";
import { SectionAndGroup } from "../plan/choice";
import { useCompletionTexts } from "./completion-texts";
import { measures } from "./figures";
import { intervalOf, presetOf, presets, type Preset } from "./interval";
import { groupings, onTimes, type useRateAddress } from "./use-rate-address";

interface ToolsProps {
  address: ReturnType<typeof useRateAddress>;
  choices: Schema<"ApsCompletionChoice">[];
}

/** What is asked: an interval, by what it is grouped and measured, and of whom. */
export function RateTools({ address, choices }: ToolsProps) {
  const t = useCompletionTexts();
  const { from, to, today, by, measure, onTime, section, group } = address;
  const { choose, show } = address;
  const day = (key: "from" | "to", value: string) => (
    <DayPicker
      className="rate-day"
      aria-label={t(key)}
      placeholder={t(key)}
      format="YYYY-MM-DD"
      value={value ? dayjs(value) : null}
      maxDate={dayjs(today)}
      onChange={(picked) =>
        choose({ from, to, [key]: dayjsOf(picked)?.format("YYYY-MM-DD") ?? "" })
      }
    />
  );
  return (
    <>
      <span className="rate-interval">
        {day("from", from)}
        <span aria-hidden>–</span>
        {day("to", to)}
      </span>
      <Select<Preset | "other">
        aria-label={t("preset")}
        popupMatchSelectWidth={false}
        value={presetOf({ from, to }, today) ?? "other"}
        onChange={(preset) =>
          preset !== "other" && choose({ ...intervalOf(preset, today) })
        }
        options={[
          ...presets.map((preset) => ({ value: preset, label: t(preset) })),
          { value: "other", label: t("otherInterval"), disabled: true },
        ]}
      />
      <Select
        aria-label={t("by")}
        popupMatchSelectWidth={false}
        value={by}
        onChange={(value) => choose({ by: value })}
        options={groupings.map((value) => ({ value, label: t(`by.${value}`) }))}
      />
      <Segmented
        aria-label={t("measure")}
        value={measure}
        onChange={(value) => show({ measure: value })}
        options={measures.map((value) => ({
          value,
          label: t(`measure.${value}`),
        }))}
      />
      <Select
        aria-label={t("onTimeBy")}
        popupMatchSelectWidth={false}
        value={onTime}
        onChange={(value) => choose({ onTime: value })}
        options={onTimes.map((value) => ({
          value,
          label: t(`onTimeBy.${value}`),
        }))}
      />
      <SectionAndGroup
        {...{ section, group }}
        rows={choices}
        onChange={choose}
      />
    </>
  );
}
