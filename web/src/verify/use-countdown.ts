import { useEffect, useState } from "react";

/** When a number may be sent to again, also after its dialog was closed. */
const until = new Map<string, number>();

const secondsLeft = (key: string) =>
  Math.max(0, Math.ceil(((until.get(key) ?? 0) - Date.now()) / 1000));

/** Seconds until the number may be sent to again, and how to begin the wait. */
export function useCountdown(key: string) {
  const [, tick] = useState(0);
  const left = secondsLeft(key);

  useEffect(() => {
    if (left === 0) {
      return;
    }
    const timer = setTimeout(() => tick((n) => n + 1), 250);
    return () => clearTimeout(timer);
  });

  function begin(seconds: number) {
    until.set(key, Date.now() + seconds * 1000);
    tick((n) => n + 1);
  }

  return { left, begin };
}
