import { ratioOf } from "./typed-text";
import "./progress-bar.css";

/** A share in whole per cent; what falls short of the whole never reads 100. */
export const wholePercent = (share: number) =>
  Math.min(Math.round(ratioOf(share * 100)), share < 1 ? 99 : 100);

/** How far work is, as a bar; the number stands beside it in words. */
export function ProgressBar({ share }: { share: number }) {
  const percent = wholePercent(share);
  return (
    <span
      className="progress-bar"
      role="img"
      aria-label={`${percent}%`}
      data-full={share >= 1 || undefined}
    >
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
