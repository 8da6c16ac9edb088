import { useMutation } from "@tanstack/react-query";
import type { FormInstance } from "antd";
import { useEffect, useRef, useState } from "react";
import { call } from "@/api/call";
import type { BodyOf } from "@/api/contract";
import { outcomeOfFailure, type Conflict, type FieldError } from "@/api/errors";
import { useFormFaults } from "@/ui/form-faults";
import { showFirstFault } from "@/ui/first-fault";
import type { ScheduleValues } from "./schedule-config";

interface ScheduleSave {
  form: FormInstance<ScheduleValues>;
  /** The form in the page. */
  root: () => HTMLElement | null | undefined;
  /** What the server is told of the form's values. */
  body: (values: ScheduleValues) => BodyOf<"POST", "aps/exe/job/configSave">;
  onSaved: (name: string, warnings: string[]) => void;
  /** Somebody was faster: nothing was written. */
  onConflict: (conflict: Conflict) => void;
}

/** Saves a schedule's form: what the server refuses stands at its fields. */
export function useScheduleSave({
  form,
  root,
  body,
  onSaved,
  onConflict,
}: ScheduleSave) {
  const [errors, setErrors] = useState<FieldError[]>([]);
  const showFaults = useFormFaults(form);
  const save = useMutation({
    meta: { showsFields: true },
    mutationFn: (values: ScheduleValues) =>
      call("POST", "aps/exe/job/configSave", { body: body(values) }),
    onSuccess: ({ warnings }, values) =>
      onSaved(
        values.name,
        warnings.map(({ message }) => message),
      ),
    onError: (failure) => {
      const outcome = outcomeOfFailure(failure);
      if (outcome?.kind === "fields") {
        setErrors(outcome.errors);
        showFaults(failure);
      }
      if (outcome?.kind === "conflict") {
        onConflict(outcome.conflict);
      }
    },
  });
  // When the fields are open again: a disabled one takes no focus.
  const { isPending } = save;
  const shown = useRef(errors);
  useEffect(() => {
    if (!isPending && errors !== shown.current) {
      shown.current = errors;
      showFirstFault(root());
    }
  });
  return { save, errors };
}
