import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { outcomeOfFailure, type FieldError } from "@/api/errors";
import type { Text } from "@/i18n/language";
import {
  clashesOf,
  editsAfter,
  flowTimesKey,
  flowTimesQuery,
  isChanged,
  linesOf,
  onto,
  removeFlowTimes,
  saveFlowTimes,
  type Edits,
  type FlowLine,
  type Place,
} from "./flow-times";
import type { Clash } from "@/resource/merge-versions";
import { useClashes, type Side } from "@/resource/use-clashes";
import { useDraft } from "@/resource/use-draft";
import { useBasedataTexts } from "./texts";

/** What the server says of a line, by its field. */
export type Faults = Record<string, Record<string, Text>>;

const noEntries: never[] = [];

/** What was typed and not saved. */
interface Kept {
  added: FlowLine[];
  edits: Edits;
  ticked: string[];
}

/** The state of the flow-time screen: lines, what is ticked, saving and removing. */
export function useFlowLines() {
  const t = useBasedataTexts();
  const { message } = App.useApp();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(flowTimesQuery);
  const draft = useDraft<Kept>("flow-times");
  const { restored, keep } = draft;
  const [added, setAdded] = useState<FlowLine[]>(restored?.added ?? []);
  const [edits, setEdits] = useState<Edits>(restored?.edits ?? {});
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    new Set(restored?.ticked),
  );
  useEffect(() => {
    const isOpen = added.length + Object.keys(edits).length > 0;
    keep(isOpen ? { added, edits, ticked: [...ticked] } : null);
  }, [keep, added, edits, ticked]);
  const [faults, setFaults] = useState<Faults>({});
  const clashes = useClashes([]);
  const { typed } = clashes;

  const entries = data?.rows ?? noEntries;
  const lines = useMemo(
    () => linesOf(entries, added, edits),
    [entries, added, edits],
  );
  const places = useMemo(
    () => new Map((data?.places ?? []).map((place) => [place.id, place])),
    [data],
  );
  const chosen = lines.filter((line) => ticked.has(line.key));

  const tick = useCallback((keys: string[], on: boolean) => {
    setTicked((before) => {
      const next = new Set(before);
      keys.forEach((key) => (on ? next.add(key) : next.delete(key)));
      return next;
    });
  }, []);

  const type = useCallback(
    (key: string, hours: number | null) => {
      setEdits((before) => {
        const entry = entries.find(({ id }) => id === key) ?? null;
        return { ...before, [key]: { hours, on: before[key]?.on ?? entry } };
      });
      setFaults((before) => without(before, key));
      tick([key], true);
      typed(key, hours);
    },
    [tick, entries, typed],
  );

  const forget = (keys: string[]) => {
    const gone = new Set(keys);
    setAdded((before) => before.filter((line) => !gone.has(line.key)));
    setEdits((before) => without(before, ...keys));
    setFaults((before) => without(before, ...keys));
    tick(keys, false);
  };
  const latest = useRef(edits);
  useEffect(() => {
    latest.current = edits;
  });
  async function readAgain() {
    await client.invalidateQueries({ queryKey: flowTimesKey });
    return client.getQueryData(flowTimesQuery.queryKey)?.rows ?? [];
  }

  const save = useMutation({
    mutationFn: (ready: FlowLine[]) => saveFlowTimes(ready),
    meta: { showsFields: true },
    onMutate: () => setFaults({}),
    onSuccess: async ({ count }, ready) => {
      const now = await readAgain();
      const left = editsAfter(ready, latest.current, now);
      forget(ready.map((line) => line.key));
      setEdits(left);
      const isSent = new Set(ready.map((line) => line.key));
      tick(
        Object.keys(left).filter(
          (key) => isSent.has(key) || !(key in latest.current),
        ),
        true,
      );
      clashes.forget();
      message.destroy();
      void message.success(t("flowSaved", { count }));
    },
    onError: (failure, ready) => {
      const outcome = outcomeOfFailure(failure);
      if (!outcome) {
        throw failure;
      }
      if (outcome.kind === "fields") {
        setFaults(faultsOf(outcome.errors, ready));
      }
      if (outcome.kind === "conflict") {
        const who = outcome.conflict.changedBy;
        void mergeTyped().then((found) => clashes.begin(who, found));
      }
    },
  });

  /** Somebody was faster: what was typed lies over what is stored now, and where both changed a line it is asked for. */
  async function mergeTyped() {
    const now = await readAgain();
    const found = clashesOf(now, latest.current);
    setEdits((before) => onto(now, before));
    return found;
  }

  function decide({ field, ...of }: Clash, side: Side) {
    const on = entries.find(({ id }) => id === field) ?? null;
    const hours = of[side] as number | null;
    setEdits((before) =>
      side === "theirs"
        ? without(before, field)
        : { ...before, [field]: { hours, on } },
    );
    tick([field], side === "mine");
    clashes.decide(field, side);
  }

  const remove = useMutation({
    mutationFn: async (gone: FlowLine[]) => {
      const stored = gone.flatMap(({ entry }) => entry ?? []);
      return stored.length > 0 ? removeFlowTimes(stored) : { count: 0 };
    },
    onSuccess: async (_done, gone) => {
      await readAgain();
      forget(gone.map((line) => line.key));
      message.destroy();
      void message.success(t("flowRemoved", { count: gone.length }));
    },
    // The code table says who was faster; what they made of it is to be seen before it goes.
    onError: async (failure) => {
      const outcome = outcomeOfFailure(failure);
      if (outcome?.kind === "conflict") {
        const found = await mergeTyped();
        if (found.length > 0) {
          clashes.begin(outcome.conflict.changedBy, found);
        }
      }
    },
  });

  const add = (fresh: FlowLine[]) => {
    setAdded((before) => [...fresh, ...before]);
    tick(
      fresh.map((line) => line.key),
      true,
    );
  };
  const { mutate: send } = save;
  const saveTicked = () => {
    if (save.isPending || !clashes.mayGo()) {
      return;
    }
    const ready = chosen.filter(isChanged);
    if (ready.length > 0) {
      send(ready);
    } else {
      void message.info(
        t(chosen.length === 0 ? "tickFirst" : "nothingChanged"),
      );
    }
  };

  return {
    isRestored: restored !== null,
    dropDraft: () => {
      draft.drop();
      clashes.forget();
      setAdded([]);
      setEdits({});
      setTicked(new Set());
      setFaults({});
    },
    isPending,
    error,
    refetch,
    lines,
    places,
    chosen,
    ticked,
    tick,
    type,
    faults,
    clashes,
    decide,
    isSaving: save.isPending,
    add,
    save: saveTicked,
    remove: (gone: FlowLine[]) => remove.mutate(gone),
  };
}

export type FlowLines = ReturnType<typeof useFlowLines>;
export type Places = ReadonlyMap<string, Place>;

function without<Value>(all: Record<string, Value>, ...keys: string[]) {
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => !keys.includes(key)),
  );
}

/** "rows.2.down" speaks of the third line that was sent. */
function faultsOf(errors: FieldError[], sent: FlowLine[]) {
  const all: Faults = {};
  for (const { field, texts } of errors) {
    const [, at, name] = field.split(".");
    const line = sent[Number(at)];
    if (line && name) {
      (all[line.key] ??= {})[name] = texts;
    }
  }
  return all;
}
