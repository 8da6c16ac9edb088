import { lazy, Suspense } from "react";
import type { SignIn } from "./sign-in";

// Hardly anybody meets them: they come when they are needed.
const LicenceExpiredDialog = lazy(async () => ({
  default: (await import("@/tenancy/licence-dialogs")).LicenceExpiredDialog,
}));
const DelayDialog = lazy(async () => ({
  default: (await import("@/tenancy/licence-dialogs")).DelayDialog,
}));

interface LicenceGateProps {
  /** How the sign-in ended; undefined before. */
  result: SignIn | undefined;
  /** The pause of an overdue licence is over. */
  onIn: () => void;
  onClose: () => void;
}

/** Stands between a proven sign-in and the product: a licence that lets nobody in, or only after a pause. */
export function LicenceGate({ result, onIn, onClose }: LicenceGateProps) {
  return (
    <Suspense>
      {result?.kind === "licence" && (
        <LicenceExpiredDialog {...result} onClose={onClose} />
      )}
      {result?.kind === "in" && result.delaySeconds > 0 && (
        <DelayDialog
          days={result.overdueDays}
          seconds={result.delaySeconds}
          onOver={onIn}
        />
      )}
    </Suspense>
  );
}
