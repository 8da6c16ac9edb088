import { useEffect, type ReactNode } from "react";
import { reportFieldId } from "./use-report";

interface ReportFieldProps {
  label: string;
  fault: string | undefined;
  children: (id: string) => ReactNode;
}

/** One field with its label and what is wrong with it; a fault takes the focus. */
export function ReportField({ label, fault, children }: ReportFieldProps) {
  const id = reportFieldId(label);
  useEffect(() => {
    if (fault) {
      document.getElementById(id)?.focus();
    }
  }, [fault, id]);
  return (
    <div className="floor-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {fault && <p className="floor-fault">{fault}</p>}
    </div>
  );
}
