import { useEffect, useState } from "react";
import { debounceMs } from "@/api/times";

/** The value once it has not changed for a while: half a second for searches. */
export function useDebounced<Value>(value: Value, waitMs = debounceMs) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
