import { Select } from "antd";
import type { ReactNode } from "react";
import { RecordName } from "@/ui/record-name";
import { useApsTexts } from "./texts";

/** The names that rows have, each once; a row without one stands among all alone. */
export const namesOf = <Row,>(rows: Row[], of: (row: Row) => string) =>
  [...new Set(rows.map(of))]
    .filter(Boolean)
    .map((name) => [name, name] as const);

interface ChoiceProps {
  label: string;
  all: string;
  value: string;
  options: (readonly [string, string])[];
  onChange: (value: string) => void;
}

/** A filter by the names that are there. */
export function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  // A link may name what is not in this week's plan: it is shown as chosen, so that it can be taken back.
  const isKnown = !value || options.some(([one]) => one === value);
  const listed = isKnown ? options : [...options, [value, value] as const];
  return (
    <Select
      className="name-choice"
      aria-label={label}
      showSearch={{ optionFilterProp: "label" }}
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: all },
        ...listed.map(([one, name]) => ({ value: one, label: name })),
      ]}
      labelRender={({ label }) => <Marked>{label}</Marked>}
      optionRender={({ label }) => <Marked>{label}</Marked>}
    />
  );
}

interface SectionAndGroupProps {
  /** What there is to choose from. */
  rows: { section: string; group: string }[];
  section: string;
  group: string;
  onChange: (choice: { section?: string; group: string }) => void;
}

/** The filters by section and by resource group: another section has other groups. */
export function SectionAndGroup(props: SectionAndGroupProps) {
  const { rows, section, group, onChange } = props;
  const t = useApsTexts();
  const ofSection = rows.filter((row) => !section || row.section === section);
  return (
    <>
      <Choice
        label={t("section")}
        all={t("allSections")}
        value={section}
        options={namesOf(rows, (row) => row.section)}
        onChange={(value) => onChange({ section: value, group: "" })}
      />
      <Choice
        label={t("group")}
        all={t("allGroups")}
        value={group}
        options={namesOf(ofSection, (row) => row.group)}
        onChange={(value) => onChange({ group: value })}
      />
    </>
  );
}

/** A choice of the picker, which knows its label as anything. */
const Marked = ({ children }: { children: ReactNode }) =>
  typeof children === "string" ? <RecordName>{children}</RecordName> : children;
