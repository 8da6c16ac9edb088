import { useEffect, useState } from "react";

/** The value once it has not changed for a while: half a second for searches. */
export function useDebounced<Value>(value: Value, waitMs = 500) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
