import type { Use } from "./resource-queries";
import type { RecordPath } from "./record-links";

interface UseListProps {
  uses: Use[];
  pathOf: RecordPath;
  /** Leaves for a page; the default is the link's own. */
  onVisit: (path: string) => void;
}

/** Who refers to a record: each kind with its count, the first of them as links to their pages. */
export function UseList({ uses, pathOf, onVisit }: UseListProps) {
  return (
    <ul className="uses">
      {uses.map((use, at) => (
        // An entity that refers by two fields stands there twice.
        <li key={at}>
          <span>{use.label}</span>
          <span className="numbers">{use.count}</span>
          {use.rows && use.rows.length > 0 && (
            <p>
              {use.rows.map(({ id, title }, index) => {
                const path = pathOf(use.entity ?? "", id);
                return (
                  <span key={id}>
                    {index > 0 && " · "}
                    {path ? (
                      <a
                        href={path}
                        onClick={(event) => {
                          if (!event.ctrlKey && !event.metaKey) {
                            event.preventDefault();
                            onVisit(path);
                          }
                        }}
                      >
                        {title}
                      </a>
                    ) : (
                      title
                    )}
                  </span>
                );
              })}
              {use.count > use.rows.length && " …"}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
