import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from "@dnd-kit/core";
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { Favourite } from "./favourite-queries";
import { ModuleIcon } from "./module-icon";
import { usePanelTexts } from "./panel-texts";

/** A press is a drag once it has moved so many pixels. */
export const dragDistance = 10;

interface SorterProps {
  list: Favourite[];
  onSort: (list: Favourite[]) => void;
  onRemove: (id: string) => void;
}

/** Favourites that are dragged, or moved by Space and the arrow keys, into their order. */
export function FavouritesSorter({ list, onSort, onRemove }: SorterProps) {
  const t = usePanelTexts();
  const sensors = useSensors(
    useSensor(PointerSensor, {
      activationConstraint: { distance: dragDistance },
    }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
    }),
  );
  const nameOf = (id: string | number | undefined) =>
    list.find((one) => one.userMenuId === id)?.menuName ?? "";
  const placeOf = (id: string | number | undefined) =>
    list.findIndex((one) => one.userMenuId === id) + 1;

  function drop({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) {
      onSort(arrayMove(list, placeOf(active.id) - 1, placeOf(over.id) - 1));
    }
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: t("sortHelp") },
        announcements: {
          onDragStart: ({ active }) => t("lifted", { name: nameOf(active.id) }),
          onDragOver: ({ active, over }) =>
            t("over", { name: nameOf(active.id), place: placeOf(over?.id) }),
          onDragEnd: ({ active, over }) =>
            t("dropped", { name: nameOf(active.id), place: placeOf(over?.id) }),
          onDragCancel: ({ active }) =>
            t("putBack", { name: nameOf(active.id) }),
        },
      }}
    >
      <SortableContext
        items={list.map((one) => one.userMenuId)}
        strategy={rectSortingStrategy}
      >
        <ul>
          {list.map((one) => (
            <Sortable key={one.userMenuId} one={one} onRemove={onRemove} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface SortableProps {
  one: Favourite;
  onRemove: (id: string) => void;
}

function Sortable({ one, onRemove }: SortableProps) {
  const t = usePanelTexts();
  const {
    attributes,
    listeners,
    setNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: one.userMenuId });
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? "favourite-moving" : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <span className="favourite favourite-sortable">
        <span className="favourite-grip" {...attributes} {...listeners}>
          <ModuleIcon name={one.iconName} size={16} />
          {one.menuName}
        </span>
        <button
          type="button"
          className="favourite-remove"
          aria-label={t("removeNamed", { name: one.menuName })}
          onClick={() => onRemove(one.userMenuId)}
        >
          ×
        </button>
      </span>
    </li>
  );
}
