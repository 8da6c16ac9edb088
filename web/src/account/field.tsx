import type { ReactNode } from "react";

interface FieldProps {
  id: string;
  label: string;
  fault?: string | undefined;
  hint?: string;
  children: ReactNode;
}

/** A labelled field with the place for what is wrong with it. */
export function Field({ id, label, fault, hint, children }: FieldProps) {
  return (
    <div className="account-field">
      <label htmlFor={id}>{label}</label>
      {children}
      <p id={`${id}-words`} className={fault ? "account-fault" : "soft"}>
        {fault ?? hint}
      </p>
    </div>
  );
}

/** What ties an input to its field. */
export const wiring = (id: string, fault: string | undefined) => ({
  id,
  "aria-required": true,
  "aria-describedby": `${id}-words`,
  ...(fault && { status: "error" as const, "aria-invalid": true }),
});
