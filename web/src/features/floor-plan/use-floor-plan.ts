import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { outcomeOfFailure, type FieldError } from "@/api/errors";
import type { Text } from "@/i18n/language";
import { useDirtyGuard } from "@/resource/use-dirty-guard";
import { useDraft } from "@/resource/use-draft";
import {
  among,
  arrangementOf,
  sameArrangement,
  withoutPlace,
  withPlace,
  type Arrangement,
  type Layout,
  type Tile,
} from "./floor";
import { layoutQuery, saveLayout } from "./floor-queries";
import { useFloorTexts } from "./texts";

/** What an arrangement was begun on. */
interface Base {
  version: number;
  plan: Arrangement;
}

interface Kept {
  base: Base;
  mine: Arrangement;
}

/** What the server says of the grid ("width", "height") and of machines, by their ids. */
type Faults = Record<string, Text>;

const baseOn = (layout: Layout): Base => ({
  version: layout.version,
  plan: arrangementOf(layout),
});

/**
 * A section as it is being arranged: what was begun on, what has become of it,
 * and, where somebody else has saved meanwhile, which of the two goes on.
 */
export function useFloorPlan(stored: Layout) {
  const t = useFloorTexts();
  const client = useQueryClient();
  const { message } = App.useApp();
  const draft = useDraft<Kept>(`machine-layout-${stored.sectionId}`);
  const { restored, keep } = draft;
  const [base, setBase] = useState(restored?.base ?? baseOn(stored));
  const [mine, setMine] = useState(restored?.mine ?? base.plan);
  const [aside, setAside] = useState<Arrangement | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [who, setWho] = useState("");
  const isDirty = !sameArrangement(mine, base.plan);

  const save = useMutation({
    mutationFn: (sent: Arrangement) =>
      saveLayout(stored.sectionId, base.version, sent),
    meta: { showsFields: true },
    onMutate: () => setFaults({}),
    onSuccess: (saved) => {
      // What was moved while the save was under way stays, not saved.
      setBase(baseOn(saved));
      setAside(null);
      client.setQueryData(layoutQuery(stored.sectionId).queryKey, saved);
      message.destroy();
      void message.success(t("saved"));
    },
    onError: (failure, sent) => {
      const outcome = outcomeOfFailure(failure);
      if (outcome?.kind === "fields") {
        setFaults(faultsOf(outcome.errors, Object.keys(sent.places)));
      } else if (outcome?.kind === "conflict") {
        const { current, changedBy } = outcome.conflict;
        setWho(changedBy);
        client.setQueryData(
          layoutQuery(stored.sectionId).queryKey,
          current as unknown as Layout,
        );
      }
    },
  });

  // Whoever has changed nothing sees what others save.
  const isNewer = stored.version > base.version;
  if (isNewer && !isDirty) {
    setBase(baseOn(stored));
    setMine(arrangementOf(stored));
  }
  const isBehind = isNewer && isDirty && !save.isPending;

  useEffect(() => {
    keep(isDirty ? { base, mine } : null);
  }, [keep, isDirty, base, mine]);
  const latest = useRef(isDirty);
  useEffect(() => {
    latest.current = isDirty;
  }, [isDirty]);
  useDirtyGuard(
    useCallback(() => latest.current, []),
    "section",
  );

  const change = (next: (before: Arrangement) => Arrangement, of: string) => {
    setMine(next);
    setFaults(({ [of]: _gone, ...rest }) => rest);
  };
  const begin = (on: Layout, plan: Arrangement) => {
    setBase(baseOn(on));
    setMine(plan);
    setFaults({});
    setWho("");
  };

  return {
    plan: mine,
    faults,
    isDirty,
    isBehind,
    who,
    isSaving: save.isPending,
    isRestored: restored !== null,
    put: (id: string, tile: Tile) =>
      change((before) => withPlace(before, id, tile), id),
    takeBack: (id: string) => change((before) => withoutPlace(before, id), id),
    resize: (side: "width" | "height", cells: number) =>
      change((before) => ({ ...before, [side]: cells }), side),
    save: () => save.mutate(among(mine, stored)),
    /** Goes on with one's own arrangement, over what the other one has saved. */
    keepMine: () => begin(stored, among(mine, stored)),
    /** Goes on with what is stored; one's own arrangement can be had back. */
    takeStored: () => {
      setAside(mine);
      draft.drop();
      begin(stored, arrangementOf(stored));
    },
    /** Whether an arrangement was given up that can be had back. */
    isAside: aside !== null,
    bringBack: () => {
      if (aside) {
        setMine(among(aside, stored));
        setAside(null);
      }
    },
  };
}

export type FloorPlan = ReturnType<typeof useFloorPlan>;

/** "machines.2.place.x" speaks of the third machine that was sent. */
function faultsOf(errors: FieldError[], sent: string[]): Faults {
  const all: Faults = {};
  for (const { field, texts } of errors) {
    const [list, at] = field.split(".");
    const of = list === "machines" ? sent[Number(at)] : list;
    if (of) {
      all[of] ??= texts;
    }
  }
  return all;
}
