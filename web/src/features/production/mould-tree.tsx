import { useVirtualizer } from "@tanstack/react-virtual";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { formatInstant, formatNumber } from "@/i18n/format";
import { useLanguage } from "@/i18n/language";
import { useZone } from "@/session/session";
import { RecordName } from "@/ui/record-name";
import { StatusMark, type Meaning } from "@/ui/status-mark";
import { ProgressBar } from "@/ui/progress-bar";
import { ElectrodeSteps } from "./figures";
import { shareOf, type TreeLine, type TreeNode } from "./mould-model";
import { useMouldTexts } from "./mould-texts";
import "@/ui/sheet.css";

const rowHeight = 36;

interface MouldTreeGridProps {
  label: string;
  lines: TreeLine[];
  openId: string | undefined;
  empty: string;
  onToggle: (key: string, isOpen: boolean) => void;
  onOpen: (node: TreeNode) => void;
}

/** The lines of a mould: arrows walk and open, Enter edits, as in any tree. */
export function MouldTreeGrid(props: MouldTreeGridProps) {
  const { label, lines, openId, empty, onToggle, onOpen } = props;
  const t = useMouldTexts();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState("");
  const active = Math.max(
    0,
    lines.findIndex((line) => line.node.key === activeKey),
  );
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: 32,
    scrollPaddingStart: 32,
    overscan: 10,
  });

  function go(to: number) {
    const line = lines[to];
    if (line) {
      setActiveKey(line.node.key);
      virtual.scrollToIndex(to);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const line = lines[active];
    if (!line || event.target !== event.currentTarget) {
      return;
    }
    const { node, isOpen, level } = line;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      Home: () => go(0),
      End: () => go(lines.length - 1),
      PageDown: () => go(Math.min(lines.length - 1, active + 15)),
      PageUp: () => go(Math.max(0, active - 15)),
      ArrowRight: () => {
        if (node.children.length > 0 && !isOpen) {
          onToggle(node.key, true);
        } else if (isOpen) {
          go(active + 1);
        }
      },
      ArrowLeft: () => {
        if (isOpen) {
          onToggle(node.key, false);
        } else {
          go(
            lines.findLastIndex(
              (other, at) => at < active && other.level < level,
            ),
          );
        }
      },
      " ": () => onToggle(node.key, !isOpen),
      Enter: () => onOpen(node),
    };
    const act = keys[event.key];
    if (act) {
      act();
      event.preventDefault();
    }
  }

  const items = virtual.getVirtualItems();
  return (
    <div className="grid-frame">
      <div
        ref={scroller}
        role="treegrid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={lines.length + 1}
        aria-activedescendant={
          items.some((item) => item.index === active)
            ? `${id}-${active}`
            : undefined
        }
        className="sheet mould-tree"
        onKeyDown={onKeyDown}
      >
        <div
          className="mould-tree-body"
          role="presentation"
          style={{ height: virtual.getTotalSize() }}
        >
          <div className="mould-tree-head mould-tree-row" role="row">
            {columns.map((column) => (
              <span
                role="columnheader"
                key={column}
                className={`tree-${column}`}
              >
                {t(column)}
              </span>
            ))}
          </div>
          {items.map(({ index, start }) => {
            const line = lines[index]!;
            const classes = ["mould-tree-row"];
            if (line.node.key === openId) {
              classes.push("open");
            }
            if (index === active) {
              classes.push("active");
            }
            if (!line.node.operation) {
              classes.push("of-part");
            }
            return (
              <div
                key={line.node.key}
                id={`${id}-${index}`}
                role="row"
                aria-level={line.level}
                aria-posinset={line.position}
                aria-setsize={line.siblings}
                aria-rowindex={index + 2}
                aria-expanded={
                  line.node.children.length > 0 ? line.isOpen : undefined
                }
                className={classes.join(" ")}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => setActiveKey(line.node.key)}
                onDoubleClick={() => onOpen(line.node)}
              >
                <LineCells line={line} onToggle={onToggle} onOpen={onOpen} />
              </div>
            );
          })}
        </div>
      </div>
      {lines.length === 0 && <div className="grid-empty">{empty}</div>}
    </div>
  );
}

const columns = [
  "what",
  "where",
  "status",
  "hours",
  "share",
  "readiness",
  "start",
  "end",
] as const;

interface LineCellsProps {
  line: TreeLine;
  onToggle: (key: string, isOpen: boolean) => void;
  onOpen: (node: TreeNode) => void;
}

function LineCells({ line, onToggle, onOpen }: LineCellsProps) {
  const t = useMouldTexts();
  const zone = useZone();
  const { language } = useLanguage();
  const { node, level, isOpen } = line;
  const { part, operation } = node;
  const span = operation ?? part;
  const state = operation ? stateOfOperation(node) : stateOfPart(node);
  return (
    <>
      <span
        role="gridcell"
        className="tree-what"
        style={{ paddingLeft: 8 + (level - 1) * 20 }}
      >
        {node.children.length > 0 ? (
          <button
            type="button"
            tabIndex={-1}
            className="tree-toggle"
            data-open={isOpen || undefined}
            aria-label={t(isOpen ? "close" : "open")}
            onClick={() => onToggle(node.key, !isOpen)}
          >
            ▸
          </button>
        ) : (
          <span className="tree-toggle" aria-hidden="true" />
        )}
        <i
          className={`tree-kind kind-${operation ? "op" : part.kind}`}
          aria-hidden="true"
        >
          {operation ? "" : (["", "▭", "⬟", "▣"][part.kind] ?? "")}
        </i>
        <button
          type="button"
          tabIndex={-1}
          className="tree-name"
          onClick={() => onOpen(node)}
        >
          {operation ? (
            <>
              <b className="numbers">
                {operation.opNo}
                {operation.branch && `#${operation.branch}`}
              </b>{" "}
              <RecordName>{operation.process}</RecordName>
            </>
          ) : (
            <>
              <b>{part.partNo}</b> {part.name}
              {part.qty > 1 && <small> ×{part.qty}</small>}
              {part.kind === 2 && part.pieces > 1 && (
                <small> ×{part.pieces}</small>
              )}
            </>
          )}
        </button>
      </span>
      <span role="gridcell" className="tree-where">
        {operation ? (
          <RecordName>
            {operation.outsourced
              ? operation.supplier
              : operation.machine || operation.group}
          </RecordName>
        ) : part.kind === 2 ? (
          part.stockPosition
        ) : (
          part.material
        )}
      </span>
      <span role="gridcell" className="tree-status">
        {state && <StatusMark meaning={state}>{wordsOf(node, t)}</StatusMark>}
      </span>
      <span role="gridcell" className="tree-hours numbers">
        {span.hours > 0 ? formatNumber(span.hours, language) : ""}
      </span>
      <span role="gridcell" className="tree-share">
        {span.hours > 0 && <ProgressBar share={shareOf(span)} />}
      </span>
      <span role="gridcell" className="tree-readiness">
        {operation?.electrodes && operation.electrodes.total > 0 && (
          <ElectrodeSteps readiness={operation.electrodes} />
        )}
      </span>
      <span role="gridcell" className="tree-start numbers">
        {formatInstant(operation?.realStart ?? span.plannedStart, zone)}
      </span>
      <span
        role="gridcell"
        className={
          span.late ? "tree-end numbers mould-late" : "tree-end numbers"
        }
      >
        {formatInstant(
          operation?.realEnd ?? operation?.promised ?? span.plannedEnd,
          zone,
        )}
      </span>
    </>
  );
}

function stateOfOperation({ operation }: TreeNode): Meaning {
  if (operation!.settled) {
    return "done";
  }
  if (operation!.outsourced && operation!.status !== 3) {
    return "outsourced";
  }
  return (["off", "active", "at-risk", "done"] as const)[operation!.status];
}

function stateOfPart({ part }: TreeNode): Meaning | null {
  if (part.kind === 2) {
    return part.state === 4 ? "done" : "electrode";
  }
  if (part.hours === 0) {
    return null;
  }
  if (part.doneHours >= part.hours) {
    return "done";
  }
  return part.late ? "late" : part.doneHours > 0 ? "active" : "off";
}

function wordsOf(node: TreeNode, t: ReturnType<typeof useMouldTexts>) {
  const { part, operation } = node;
  if (operation?.settled) {
    return t("settled");
  }
  if (operation) {
    return operation.outsourced && operation.status !== 3
      ? t("outsourced")
      : t(`operation${operation.status}`);
  }
  if (part.kind === 2) {
    return t(`electrode${part.state}`);
  }
  if (part.doneHours >= part.hours) {
    return t("operation3");
  }
  return part.late
    ? t("late")
    : t(part.doneHours > 0 ? "operation1" : "operation0");
}
