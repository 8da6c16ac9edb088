import { useState } from "react";
import type { Branch } from "./department-tree";
import { useOrganisationTexts } from "./texts";

interface ChartProps {
  branches: Branch[];
  chosenId: string | undefined;
  onOpen: (id: string) => void;
}

/** The departments as boxes below one another, each with its manager and its people; what stands below a box folds away. */
export function DepartmentChart(props: ChartProps) {
  const t = useOrganisationTexts();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) {
        next.add(id);
      }
      return next;
    });
  return (
    <div className="organisation-chart" role="region" aria-label={t("chart")}>
      <Boxes {...props} folded={folded} onToggle={toggle} />
    </div>
  );
}

interface BoxesProps extends ChartProps {
  folded: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

function Boxes({ branches, ...shared }: BoxesProps) {
  const { chosenId, folded, onOpen, onToggle } = shared;
  const t = useOrganisationTexts();
  return (
    <ul>
      {branches.map(({ id, name, manager, people, total, valid, below }) => (
        <li key={id}>
          <div className={valid ? "chart-box" : "chart-box soft"}>
            <button
              type="button"
              aria-current={id === chosenId ? "true" : undefined}
              onClick={() => onOpen(id)}
            >
              <strong>{name}</strong>
              <span>
                <span className="soft">{t("manager")}</span>{" "}
                {manager || t("noManager")}
              </span>
              <small className="soft numbers">
                {below.length > 0
                  ? t("countBelow", { own: people, total })
                  : t("count", { count: people })}
                {!valid && ` · ${t("invalid")}`}
              </small>
            </button>
            {below.length > 0 && (
              <button
                type="button"
                className="chart-fold numbers"
                aria-expanded={!folded.has(id)}
                aria-label={t(folded.has(id) ? "unfold" : "fold", { name })}
                onClick={() => onToggle(id)}
              >
                {folded.has(id) ? `+${below.length}` : "−"}
              </button>
            )}
          </div>
          {below.length > 0 && !folded.has(id) && (
            <Boxes branches={below} {...shared} />
          )}
        </li>
      ))}
    </ul>
  );
}
