import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { outcomeOfFailure, type FieldError } from "@/api/errors";
import { ApiFailure } from "@/api/reply";
import { Declined, useQuestion } from "@/ui/use-question";
import { draftFrom, mergeDraft, type Draft } from "./draft";
import { changes, mergeVersions, type Clash } from "./merge-versions";
import {
  initialValues,
  type Meta,
  type Names,
  type OneRow,
  type Row,
  type Values,
} from "./metadata";
import { saveRow } from "./resource-queries";
import { useClashes, type Side } from "./use-clashes";
import { useDraft } from "./use-draft";

/** The state of one form: its values, what the server says of them, its saving. */
export function useRecordForm(
  meta: Meta,
  row: Row | null,
  onSaved: (saved: OneRow) => void,
  begins: Values = {},
) {
  const [base, setBase] = useState<Values>(
    () => row ?? { ...initialValues(meta.fields), ...begins },
  );
  const { restored, keep, drop } = useDraft<Draft>(
    // What is typed into a new record that begins with something is of that alone.
    [meta.entity, row?.id ?? "new", ...Object.values(begins)].join("."),
  );
  // A draft outlives other people's changes: it is merged with them like a save that came too late.
  const [begun] = useState(() => mergeDraft(restored, base));
  const [values, setValues] = useState<Values>(begun.values);
  const [errors, setErrors] = useState<FieldError[]>([]);
  // Of rows that somebody else has chosen meanwhile.
  const [names, setNames] = useState<Names>({});
  const clashes = useClashes(begun.clashes, begun.isBehind);
  const [focus, setFocus] = useState({ path: "", times: 0 });
  const isSaved = useRef(false);
  const ask = useQuestion();

  const keys = useMemo(() => meta.fields.map((field) => field.key), [meta]);
  const changed = Object.keys(changes(keys, base, values)).length > 0;
  const latest = useRef(changed);
  // Read by guards while they run, long after this render.
  // eslint-disable-next-line react-hooks/refs
  latest.current = changed;
  const isDirty = useCallback(() => latest.current && !isSaved.current, []);

  useEffect(() => {
    if (!isSaved.current) {
      const open = meta.fields.filter((field) => field.kind !== "secret");
      keep(
        draftFrom(
          open.map((field) => field.key),
          base,
          values,
        ),
      );
    }
  });

  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      ask((confirm) =>
        saveRow(meta, row ? (base as Row) : null, values, confirm),
      ),
    meta: { showsFields: true },
    onMutate: () => setErrors([]),
    onSuccess: (saved) => {
      isSaved.current = true;
      keep(null);
      onSaved(saved);
    },
    onError: (failure) => {
      if (failure instanceof ApiFailure) {
        answer(failure);
      } else if (!(failure instanceof Declined)) {
        throw failure;
      }
    },
  });

  function answer(failure: ApiFailure) {
    const outcome = outcomeOfFailure(failure);
    if (outcome?.kind === "fields") {
      setErrors(outcome.errors);
      const first = firstIn(meta, outcome.errors);
      setFocus((before) => ({ path: first, times: before.times + 1 }));
    }
    if (outcome?.kind === "conflict") {
      const { current, changedBy, names = {} } = outcome.conflict;
      setNames(names);
      const result = mergeVersions(keys, base, values, current);
      setBase(current);
      setValues(result.merged);
      clashes.begin(changedBy, result.clashes);
    }
  }

  const { typed, decide } = clashes;
  function set(key: string, value: unknown) {
    setValues((before) => ({ ...before, [key]: value }));
    // A word about the old value would now be wrong.
    setErrors((before) =>
      before.filter(
        ({ field }) => field !== key && !field.startsWith(`${key}.`),
      ),
    );
  }

  function change(key: string, value: unknown) {
    set(key, value);
    typed(key, value);
  }

  function choose(clash: Clash, side: Side) {
    set(clash.field, clash[side]);
    decide(clash.field, side);
  }

  return {
    values,
    errors,
    clashes,
    names,
    choose,
    focus,
    isDirty,
    isPending,
    // The row is not as it is shown here any more.
    isOver: isPending || isSuccess,
    isRestored: restored !== null,
    dropDraft: () => {
      drop();
      clashes.forget();
      setValues(base);
    },
    change,
    // What two people changed is decided first: a save that waits would overwrite unseen.
    submit: () => !isPending && clashes.mayGo() && mutate(),
  };
}

/** The first wrong field in the order of the form, whatever the server's was. */
export function firstIn(meta: Meta, errors: FieldError[]) {
  const order = meta.groups.flatMap((group) => group.fields);
  const place = ({ field }: FieldError) => {
    const at = order.indexOf(field.split(".")[0]!);
    return at < 0 ? order.length : at;
  };
  return [...errors].sort((a, b) => place(a) - place(b))[0]?.field ?? "";
}
