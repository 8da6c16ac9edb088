import type { Reply } from "./reply";

/** The proof by SMS that stands before a company: where the code goes, and the place that it opens. */
export interface ProofWanted {
  /** Masked. */
  phone: string;
  tenantId: string;
  /** Empty: it is chosen afterwards. */
  factoryId: string;
}

/**
 * What code 800024 asks for where somebody is not in their company yet: after
 * signing in, or in a session that was renewed later than the proof holds. A
 * switch that asks for a code names no place, and is repeated with the code.
 */
export function proofWanted({ code, data }: Reply): ProofWanted | null {
  if (code !== 800024) {
    return null;
  }
  const { param, tenantId, factoryId } = (data ?? {}) as {
    param?: string[];
    tenantId?: string;
    factoryId?: string;
  };
  return tenantId
    ? { phone: param?.[0] ?? "", tenantId, factoryId: factoryId ?? "" }
    : null;
}
