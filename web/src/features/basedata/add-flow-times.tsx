import { joined } from "@/i18n/joined";
import { Button, InputNumber, Select } from "antd";
import { useMemo, useState } from "react";
import { useClearing } from "@/ui/use-clearing";
import {
  intersection,
  newLines,
  type FlowLine,
  type Place,
} from "./flow-times";
import { useBasedataTexts } from "./texts";
import type { Places } from "./use-flow-lines";

interface AddFlowTimesProps {
  places: Places;
  lines: FlowLine[];
  onAdd: (fresh: FlowLine[]) => void;
}

/** Adds a line for every pair of some resources: they are saved once ticked. */
export function AddFlowTimes({ places, lines, onAdd }: AddFlowTimesProps) {
  const t = useBasedataTexts();
  const clearing = useClearing();
  const [ups, setUps] = useState<string[]>([]);
  const [downs, setDowns] = useState<string[]>([]);
  const [hours, setHours] = useState<number | null>(1);
  const [says, setSays] = useState("");

  const options = useMemo(() => {
    const of = (kind: Place["kind"]) =>
      [...places.values()]
        .filter((place) => place.kind === kind)
        .map((place) => ({
          value: place.id,
          label: place.title ? `${place.name} ${place.title}` : place.name,
        }));
    return [
      { label: t("kindGroup"), options: of("group") },
      { label: t("kindMachine"), options: of("machine") },
    ];
  }, [places, t]);

  function add() {
    const of = (ids: string[]) =>
      ids.flatMap((id) => places.get(id) ?? ([] as Place[]));
    const both = intersection(of(ups), of(downs));
    if (ups.length === 0 || downs.length === 0) {
      setSays(t("pickBoth"));
    } else if (hours === null) {
      setSays(t("pickHours"));
    } else if (both.length > 0) {
      setSays(t("intersect", { names: joined(both) }));
    } else {
      const { fresh, skipped } = newLines(of(ups), of(downs), hours, lines);
      onAdd(fresh);
      setUps([]);
      setDowns([]);
      setSays(skipped > 0 ? t("skipped", { count: skipped }) : "");
    }
  }

  const shared = {
    mode: "multiple" as const,
    allowClear: clearing,
    maxTagCount: "responsive" as const,
    options,
    showSearch: { optionFilterProp: "label" },
  };
  return (
    <div className="add-flow" role="group" aria-label={t("addFlows")}>
      <Select
        {...shared}
        aria-label={t("up")}
        placeholder={t("pickUp")}
        value={ups}
        onChange={setUps}
      />
      <span aria-hidden="true">→</span>
      <Select
        {...shared}
        aria-label={t("down")}
        placeholder={t("pickDown")}
        value={downs}
        onChange={setDowns}
      />
      <InputNumber
        aria-label={t("hours")}
        controls={false}
        min={0}
        suffix="h"
        value={hours}
        onChange={setHours}
      />
      <Button onClick={add}>{t("addFlow")}</Button>
      <p role="status" className="add-flow-words">
        {says}
      </p>
    </div>
  );
}
