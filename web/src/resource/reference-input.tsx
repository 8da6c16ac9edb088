import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState, type ReactNode } from "react";
import { useLanguage } from "@/i18n/language";
import { RecordName } from "@/ui/record-name";
import { useClearing } from "@/ui/use-clearing";
import { useDebounced } from "@/ui/use-debounced";
import type { FieldInputProps, SharedProps } from "./field-input-props";
import { shownTitle } from "./metadata";
import { narrowedBy, useRecordValues } from "./record-values";
import { choicesQuery, metaQuery } from "./resource-queries";
import { useResourceTexts } from "./texts";

interface ReferenceInputProps extends FieldInputProps {
  shared: SharedProps;
  /** A filter looks for rows that are not valid any more, too. */
  all?: boolean;
}

/** A row of another entity, found by typing; the server does the searching. */
export function ReferenceInput(props: ReferenceInputProps) {
  const { field, value, names, onChange, shared, all } = props;
  const t = useResourceTexts();
  const { language } = useLanguage();
  const clearing = useClearing();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  // What was picked here is not among the names that came with the row.
  const [picked, setPicked] = useState<Record<string, string>>({});
  const search = useDebounced(typed);
  const filters = narrowedBy(field, useRecordValues());

  const meta = useQuery({
    ...metaQuery(field.reference ?? ""),
    enabled: open && Boolean(field.reference),
  });
  const choices = useQuery({
    ...choicesQuery(meta.data, search, all, filters),
    enabled: open,
  });

  const found = (choices.data?.rows ?? []).map((row) => ({
    value: row.id,
    label: shownTitle(meta.data!, row, language),
  }));
  const isMany = field.kind === "references";
  const held = (isMany ? ((value as string[] | null) ?? []) : [value]).filter(
    (id): id is string => typeof id === "string" && id !== "",
  );
  const missing = held
    .filter((id) => !found.some((option) => option.value === id))
    .map((id) => ({ value: id, label: picked[id] ?? names[id] ?? id }));

  const marked = (label: ReactNode) =>
    field.bilingual && typeof label === "string" ? (
      <RecordName>{label}</RecordName>
    ) : (
      label
    );

  return (
    <Select
      {...shared}
      {...(isMany && { mode: "multiple" as const })}
      className="field-fill"
      allowClear={clearing}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={meta.isFetching || choices.isFetching}
      notFoundContent={choices.isFetching ? "…" : t("noChoice")}
      placeholder={t("searchChoice")}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setTyped("");
      }}
      value={isMany ? held : (held[0] ?? null)}
      // While searching, only what was found; otherwise also what is held.
      options={search ? found : [...missing, ...found]}
      onChange={(next: string | string[] | null | undefined) => {
        const labels = [...missing, ...found].map(
          (option) => [option.value, option.label] as const,
        );
        setPicked((before) => ({ ...before, ...Object.fromEntries(labels) }));
        onChange(next ?? (isMany ? [] : ""));
      }}
      labelRender={({ value: id, label }) =>
        marked(label ?? picked[String(id)] ?? names[String(id)] ?? String(id))
      }
      optionRender={({ label }) => marked(label)}
    />
  );
}
