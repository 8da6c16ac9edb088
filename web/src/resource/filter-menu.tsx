import { Button } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLanguage } from "@/i18n/language";
import { coming } from "@/ui/loading";
import { useCloseOutside } from "@/ui/use-close-outside";
import { ranged } from "./filter-kinds";
import type { Meta, Names } from "./metadata";
import { useResourceTexts } from "./texts";

const filterable = new Set(["choice", "flag", "reference", ...ranged]);

// The list comes first; the inputs are fetched while it is read.
const filterInput = () => import("./filter-input");
const FilterInput = lazy(async () => ({
  default: (await filterInput()).FilterInput,
}));

// The options of a select stand outside of the menu they belong to.
const isPopup = (target: Element) => target.closest("#overlays") !== null;

export type Filters = Record<string, string>;

interface FilterMenuProps {
  meta: Meta;
  filters: Filters;
  names: Names;
  onChange: (filters: Filters) => void;
}

/** Narrows a list field by field; what it says stands in the address. */
export function FilterMenu({
  meta,
  filters,
  names,
  onChange,
}: FilterMenuProps) {
  const t = useResourceTexts();
  const { say } = useLanguage();
  const menu = useCloseOutside(isPopup);
  // Dozens of inputs that most visits never see.
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    filterInput().catch(() => undefined); // Asked for again when one is wanted.
  }, []);
  const fields = meta.fields.filter(
    (field) => filterable.has(field.kind) && !field.derived,
  );
  const count = Object.keys(filters).length;
  if (fields.length === 0) {
    return null;
  }

  function set(key: string, value: string | undefined) {
    const next = { ...filters };
    delete next[key];
    onChange(value ? { ...next, [key]: value } : next);
  }

  return (
    <details ref={menu} className="column-menu filter-menu">
      <summary onClick={() => setWanted(true)}>
        {count > 0 ? t("filtersOn", { count }) : t("filters")}
      </summary>
      <div className="column-menu-list">
        {(isWanted ? fields : []).map((field) => (
          <div key={field.key} className="field">
            <label htmlFor={`filter-${field.key}`}>{say(field.label)}</label>
            <Suspense fallback={coming}>
              <FilterInput
                field={field}
                value={filters[field.key]}
                names={names}
                onChange={(value) => set(field.key, value)}
              />
            </Suspense>
          </div>
        ))}
        <Button
          size="small"
          disabled={count === 0}
          onClick={() => onChange({})}
        >
          {t("clearFilters")}
        </Button>
      </div>
    </details>
  );
}
