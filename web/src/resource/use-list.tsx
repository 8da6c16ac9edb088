import type { MouseEvent } from "react";
import { counted } from "@/i18n/counted";
import { RecordName } from "@/ui/record-name";
import type { Use } from "./resource-queries";
import type { RecordPath } from "./record-links";
import { useResourceTexts } from "./texts";

/** Of a kind, the records that are named; the list of the kind shows the others. */
const namedOfKind = 10;

interface UseListProps {
  /** The record that the others refer to. */
  id: string;
  uses: Use[];
  pathOf: RecordPath;
  /** Leaves for a page; the default is the link's own. */
  onVisit: (path: string) => void;
}

/** Who refers to a record: each kind with its count, the first of them as links to their pages, one a line. */
export function UseList({ id, uses, pathOf, onVisit }: UseListProps) {
  const t = useResourceTexts();
  const linkTo = (path: string) => ({
    href: path,
    onClick: (event: MouseEvent) => {
      if (!event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        onVisit(path);
      }
    },
  });
  return (
    <ul className="uses">
      {uses.map((use, at) => {
        const named = (use.rows ?? []).slice(0, namedOfKind);
        const left = use.count - named.length;
        const list = listPath(use, id, pathOf);
        const more = t("andMore", { count: left });
        return (
          // An entity that refers by two fields stands there twice.
          <li key={at}>
            <span>{use.label}</span>
            <span className="numbers">{counted(use.count)}</span>
            {named.length > 0 && (
              <ul className="uses-named">
                {named.map((row) => {
                  const path = pathOf(use.entity ?? "", row.id);
                  const title = use.bilingual ? (
                    <RecordName>{row.title}</RecordName>
                  ) : (
                    row.title
                  );
                  return (
                    <li key={row.id}>
                      {path ? <a {...linkTo(path)}>{title}</a> : title}
                    </li>
                  );
                })}
                {left > 0 && (
                  <li>{list ? <a {...linkTo(list)}>{more}</a> : more}</li>
                )}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The list of a kind, narrowed to the records that refer to one; undefined where it cannot be. */
function listPath(use: Use, id: string, pathOf: RecordPath) {
  const home = use.filter && pathOf(use.entity ?? "", "");
  return home
    ? `${home.replace(/\/$/, "")}?f.${use.filter}=${encodeURIComponent(id)}`
    : undefined;
}
