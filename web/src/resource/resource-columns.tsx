import { Fragment, useMemo } from "react";
import { Link, useLocation } from "react-router";
import type { GridColumn } from "@/grid/grid-column";
import { headingWidth } from "@/grid/heading-width";
import { formatInstant } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { joined } from "@/i18n/joined";
import { bracketed } from "@/i18n/punctuation";
import { RecordName } from "@/ui/record-name";
import {
  belongs,
  isBilingual,
  isExpired,
  may,
  shownText,
  shownTitle,
  titleOf,
  type Field,
  type Meta,
  type Names,
  type Row,
} from "./metadata";
import { plainValue } from "./plain-value";
import { Swatch } from "./swatch";
import { useResourceTexts } from "./texts";
import { useReader } from "./use-reader";

const numeric = new Set(["integer", "decimal", "hours"]);
// What the server orders no list by.
const unsorted = new Set([
  "lines",
  "reference",
  "references",
  "longText",
  "secret",
]);

/** Whether the server sorts the list by a key: a kept layout may name a field that is gone. */
export const sortsBy = (meta: Meta, key: string) =>
  meta.fields.some(
    (field) => field.key === key.replace(/^-/, "") && isSorted(field),
  );

const isSorted = ({ kind, derived }: Field) => !unsorted.has(kind) && !derived;

const widths: Partial<Record<Field["kind"], number>> = {
  integer: 96,
  decimal: 104,
  hours: 96,
  flag: 80,
  date: 112,
  instant: 144,
  time: 80,
  longText: 200,
};

/** The columns of a list; fields that the metadata hides stand out of its first view. */
export function useColumns(meta: Meta, names: Names, home: string) {
  const { say, language } = useLanguage();
  const t = useResourceTexts();
  const reader = useReader();
  const today = formatInstant(new Date(), reader.zone).slice(0, 10);
  const { search } = useLocation();

  return useMemo(() => {
    const shown = meta.fields.filter((field) => field.kind !== "secret");
    return shown.map((field): GridColumn<Row> => {
      const unit = field.unit ? bracketed(say(field.unit)) : "";
      const isTitle = field.key === meta.title;
      const opens = isTitle && may(meta, "detail");
      return {
        id: field.key,
        title: say(field.label) + unit,
        width: Math.max(
          isTitle ? 160 : (widths[field.kind] ?? 112),
          ...(field.options ?? []).map(({ label }) =>
            Math.min(headingWidth(say(label)), 220),
          ),
        ),
        away: field.hideInList,
        numeric: numeric.has(field.kind),
        sortable: isSorted(field),
        value: (row) =>
          belongs(field, row)
            ? row[field.key] === true && isExpired(field, row, today)
              ? t("expired")
              : plainValue(
                  field,
                  shownText(field, row, language),
                  names,
                  reader,
                )
            : "",
        ...(language === "en" && {
          ...(field.english && {
            render: (row: Row) => (
              <RecordName>{String(shownText(field, row, language))}</RecordName>
            ),
          }),
          ...(field.bilingual && {
            render: (row: Row) => (
              <ReferenceNames value={row[field.key]} names={names} />
            ),
          }),
        }),
        ...(field.colour && {
          render: (row: Row) => <Swatch colour={row[field.key]} />,
        }),
        ...(opens && {
          render: (row: Row) => (
            <Link to={`${home}/${row.id}${search}`} tabIndex={-1}>
              {isBilingual(meta) ? (
                <RecordName>{shownTitle(meta, row, language)}</RecordName>
              ) : (
                titleOf(meta, row)
              )}
            </Link>
          ),
        }),
      };
    });
  }, [meta, names, reader, say, language, t, today, home, search]);
}

/** One or more records that a cell names. */
function ReferenceNames({ value, names }: { value: unknown; names: Names }) {
  const ids = [value ?? []].flat() as string[];
  return ids.filter(Boolean).map((id, at) => (
    <Fragment key={id}>
      {at > 0 && joined(["", ""])}
      <RecordName>{names[id] ?? id}</RecordName>
    </Fragment>
  ));
}
