import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DragEndEvent,
  type UniqueIdentifier,
} from "@dnd-kit/core";
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useId } from "react";
import {
  dropIdOf,
  folderOfDropId,
  moved,
  nameFaults,
  renamed,
  without,
  withoutFolder,
  type FavouriteDraft,
} from "./favourite-draft";
import {
  favouritesIn,
  type Favourite,
  type FavouriteFolder,
} from "./favourite-queries";
import { FolderIcon } from "./folder-icon";
import { dragDistance, longestFolderName } from "@/ui/sizes";
import { ModuleIcon } from "./module-icon";
import { useFavouriteTexts } from "./favourite-texts";

interface SorterProps {
  draft: FavouriteDraft;
  onChange: (draft: FavouriteDraft) => void;
  /** Wrong names are told once saving was tried. */
  showsFaults: boolean;
}

/** Favourites that are dragged, or moved by Space and the arrow keys, into their order and their folders. */
export function FavouritesSorter({
  draft,
  onChange,
  showsFaults,
}: SorterProps) {
  const t = useFavouriteTexts();
  const sensors = useSensors(
    useSensor(PointerSensor, {
      activationConstraint: { distance: dragDistance },
    }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
    }),
  );
  const faults = showsFaults ? nameFaults(draft) : undefined;
  const nameOf = (id: UniqueIdentifier) =>
    draft.kept.find((one) => one.userMenuId === id)?.menuName ?? "";

  function drop({ active, over }: DragEndEvent) {
    if (over) {
      onChange(moved(draft, String(active.id), String(over.id)));
    }
  }

  /** Where a favourite is: a place among its own, or a folder. */
  function tell(
    said: "over" | "dropped",
    id: UniqueIdentifier,
    over: UniqueIdentifier | undefined,
  ) {
    const name = nameOf(id);
    const target = draft.kept.find((one) => one.userMenuId === over);
    const folderId = target?.folderId ?? folderOfDropId(String(over ?? ""));
    const folder = draft.folders.find((one) => one.folderId === folderId);
    if (folder) {
      return t(said === "over" ? "overFolder" : "droppedInFolder", {
        name,
        folder: folder.folderName,
      });
    }
    const list = favouritesIn("", draft);
    const place = target ? list.indexOf(target) + 1 : list.length + 1;
    return t(said, { name, place });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearest}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: t("sortHelp") },
        announcements: {
          onDragStart: ({ active }) => t("lifted", { name: nameOf(active.id) }),
          onDragOver: ({ active, over }) => tell("over", active.id, over?.id),
          onDragEnd: ({ active, over }) => tell("dropped", active.id, over?.id),
          onDragCancel: ({ active }) =>
            t("putBack", { name: nameOf(active.id) }),
        },
      }}
    >
      <div className="favourites-boxes">
        <Box
          folderId=""
          list={favouritesIn("", draft)}
          onRemove={(id) => onChange(without(draft, id))}
        />
        {draft.folders.map((folder) => (
          <div key={folder.folderId} className="folder-box">
            <FolderName
              folder={folder}
              fault={faults?.get(folder.folderId)}
              onRename={(name) =>
                onChange(renamed(draft, folder.folderId, name))
              }
              onRemove={() => onChange(withoutFolder(draft, folder.folderId))}
            />
            <Box
              folderId={folder.folderId}
              list={favouritesIn(folder.folderId, draft)}
              onRemove={(id) => onChange(without(draft, id))}
            />
          </div>
        ))}
      </div>
    </DndContext>
  );
}

/** Under the pointer first, a favourite before the folder around it; the keyboard has no pointer. */
const nearest: CollisionDetection = (args) => {
  const under = pointerWithin(args);
  const favourite = under.find(
    ({ id }) => folderOfDropId(String(id)) === undefined,
  );
  if (favourite) {
    return [favourite];
  }
  return under.length > 0 ? under : closestCenter(args);
};

interface BoxProps {
  folderId: string;
  list: Favourite[];
  onRemove: (id: string) => void;
}

function Box({ folderId, list, onRemove }: BoxProps) {
  const t = useFavouriteTexts();
  const { setNodeRef, isOver } = useDroppable({ id: dropIdOf(folderId) });
  return (
    <SortableContext
      items={list.map((one) => one.userMenuId)}
      strategy={rectSortingStrategy}
    >
      <ul
        ref={setNodeRef}
        className={isOver ? "favourites-list box-over" : "favourites-list"}
      >
        {list.map((one) => (
          <Sortable key={one.userMenuId} one={one} onRemove={onRemove} />
        ))}
        {list.length === 0 && <li className="soft">{t("dropHere")}</li>}
      </ul>
    </SortableContext>
  );
}

interface FolderNameProps {
  folder: FavouriteFolder;
  fault: "nameNeeded" | "nameLong" | "nameTwice" | undefined;
  onRename: (name: string) => void;
  onRemove: () => void;
}

function FolderName({ folder, fault, onRename, onRemove }: FolderNameProps) {
  const t = useFavouriteTexts();
  const faultId = useId();
  const name = folder.folderName;
  return (
    <div className="folder-head">
      <FolderIcon isOpen />
      <input
        value={name}
        aria-label={t("folderName")}
        placeholder={t("folderName")}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && faultId}
        // The first wrong name is where the person goes on; so is a new one.
        autoFocus={name === ""}
        onChange={(event) => onRename(event.target.value)}
      />
      <button
        type="button"
        className="favourite-remove"
        aria-label={t("removeFolder", { name })}
        title={t("removeFolder", { name })}
        onClick={onRemove}
      >
        ×
      </button>
      {fault && (
        <p id={faultId} role="alert">
          {t(fault, { most: longestFolderName, name: name.trim() })}
        </p>
      )}
    </div>
  );
}

interface SortableProps {
  one: Favourite;
  onRemove: (id: string) => void;
}

function Sortable({ one, onRemove }: SortableProps) {
  const t = useFavouriteTexts();
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
