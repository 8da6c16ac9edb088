import {
  DndContext,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { Input } from "antd";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { dragDistance } from "@/ui/sizes";
import { useGroupTexts } from "./group-texts";
import "./group.css";

/** Somebody or something that is in a group, or may come. */
export interface BoardItem {
  id: string;
  name: string;
  /** Where it is now, or what is odd about it. */
  note: string;
  /** Moved, and not saved. */
  isMoved: boolean;
}

interface BoardProps {
  titleIn: string;
  titleOut: string;
  inside: BoardItem[];
  outside: BoardItem[];
  emptyIn: string;
  /** Below what may come: that there is more, or that it is still asked for. */
  below?: ReactNode;
  search: string;
  searchLabel: string;
  onSearch: (text: string) => void;
  isLocked: boolean;
  onMove: (id: string, isIn: boolean) => void;
}

/** Two columns, in and out: what is in one is dragged into the other, or goes by its arrow. */
export function GroupBoard(props: BoardProps) {
  const { inside, outside, isLocked, onMove } = props;
  const t = useGroupTexts();
  const sensors = useSensors(
    useSensor(PointerSensor, {
      activationConstraint: { distance: dragDistance },
    }),
  );
  const [dragged, setDragged] = useState("");
  const board = useRef<HTMLDivElement>(null);
  // What was moved is gone from under the focus: it goes to whatever took its place, so that the next can follow.
  const next = useRef<{ side: string; at: number } | null>(null);
  useEffect(() => {
    if (!next.current) {
      return;
    }
    const { side, at } = next.current;
    next.current = null;
    const column = board.current?.querySelector<HTMLElement>(
      `[data-side="${side}"]`,
    );
    const arrows = column?.querySelectorAll<HTMLElement>("li button") ?? [];
    (arrows[Math.min(at, arrows.length - 1)] ?? column)?.focus();
  });

  const column = (isIn: boolean) => {
    const items = isIn ? inside : outside;
    return (
      <Column
        side={isIn ? "in" : "out"}
        title={isIn ? props.titleIn : props.titleOut}
        above={
          !isIn && (
            <Input
              type="search"
              size="small"
              aria-label={props.searchLabel}
              placeholder={props.searchLabel}
              value={props.search}
              onChange={(event) => props.onSearch(event.target.value)}
            />
          )
        }
        below={!isIn && props.below}
        empty={isIn ? props.emptyIn : t("nothingFound")}
        isEmpty={items.length === 0}
      >
        {items.map((item, at) => (
          <Item
            key={item.id}
            item={item}
            isIn={isIn}
            isLocked={isLocked}
            onMove={() => {
              next.current = { side: isIn ? "in" : "out", at };
              onMove(item.id, !isIn);
            }}
          />
        ))}
      </Column>
    );
  };
  const name = [...inside, ...outside].find(({ id }) => id === dragged)?.name;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged("")}
      onDragEnd={({ active, over }) => {
        setDragged("");
        const id = String(active.id);
        const wasIn = inside.some((item) => item.id === id);
        if (over && wasIn !== (over.id === "in")) {
          onMove(id, !wasIn);
        }
      }}
      // Who does not see it moves by the arrows, which say what they do.
      accessibility={{
        screenReaderInstructions: { draggable: "" },
        announcements: {
          onDragStart: nothing,
          onDragOver: nothing,
          onDragEnd: nothing,
          onDragCancel: nothing,
        },
      }}
    >
      <div ref={board} className="group-board">
        {column(true)}
        {column(false)}
      </div>
      <DragOverlay dropAnimation={null}>
        {name && <div className="group-dragged">{name}</div>}
      </DragOverlay>
    </DndContext>
  );
}

const nothing = () => undefined;

interface ColumnProps {
  side: "in" | "out";
  title: string;
  above: ReactNode;
  below: ReactNode;
  empty: string;
  isEmpty: boolean;
  children: ReactNode;
}

function Column(props: ColumnProps) {
  const { side, title, above, below, empty, isEmpty, children } = props;
  const { setNodeRef, isOver } = useDroppable({ id: side });
  const heading = useId();
  return (
    <section
      ref={setNodeRef}
      className={isOver ? "group-column group-over" : "group-column"}
      aria-labelledby={heading}
      data-side={side}
      tabIndex={-1}
    >
      <h4 id={heading}>{title}</h4>
      {above}
      <ul aria-labelledby={heading}>
        {children}
        {isEmpty && <li className="soft">{empty}</li>}
      </ul>
      {below}
    </section>
  );
}

interface ItemProps {
  item: BoardItem;
  isIn: boolean;
  isLocked: boolean;
  onMove: () => void;
}

function Item({ item, isIn, isLocked, onMove }: ItemProps) {
  const { id, name, note, isMoved } = item;
  const t = useGroupTexts();
  const { setNodeRef, listeners } = useDraggable({ id, disabled: isLocked });
  const action = t(isIn ? "takeOut" : "takeIn", { name });
  return (
    <li ref={setNodeRef} className={isMoved ? "group-moved" : undefined}>
      <span
        className={isLocked ? "group-name" : "group-name group-grip"}
        {...listeners}
      >
        {name}
        {note && <small className="soft">{note}</small>}
        {isMoved && <small className="group-unsaved">{t("unsaved")}</small>}
      </span>
      {!isLocked && (
        <button
          type="button"
          className="icon-button"
          aria-label={action}
          title={action}
          onClick={onMove}
        >
          {isIn ? "→" : "←"}
        </button>
      )}
    </li>
  );
}
