import { useMutation } from "@tanstack/react-query";
import type { FormInstance } from "antd";
import { useState } from "react";
import { outcomeOfFailure, type Conflict, type FieldError } from "@/api/errors";
import { showFaults } from "@/ui/faults";
import { scheduleCall } from "./schedule";
import type { ScheduleValues } from "./schedule-config";

interface ScheduleSave {
  form: FormInstance<ScheduleValues>;
  /** What the server is told of the form's values. */
  body: (values: ScheduleValues) => unknown;
  onSaved: (name: string, warnings: string[]) => void;
  /** Somebody was faster: nothing was written. */
  onConflict: (conflict: Conflict) => void;
}

/** Saves a schedule's form: what the server refuses stands at its fields. */
export function useScheduleSave({
  form,
  body,
  onSaved,
  onConflict,
}: ScheduleSave) {
  const [errors, setErrors] = useState<FieldError[]>([]);
  const save = useMutation({
    meta: { showsFields: true },
    mutationFn: (values: ScheduleValues) =>
      scheduleCall<{ warnings: { message: string }[] }>(
        "configSave",
        body(values),
      ),
    onSuccess: ({ warnings }, values) =>
      onSaved(
        values.name,
        warnings.map(({ message }) => message),
      ),
    onError: (failure) => {
      const outcome = outcomeOfFailure(failure);
      if (outcome?.kind === "fields") {
        setErrors(outcome.errors);
        showFaults(form, failure);
      }
      if (outcome?.kind === "conflict") {
        onConflict(outcome.conflict);
      }
    },
  });
  return { save, errors };
}
