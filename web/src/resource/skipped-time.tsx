import { skippedTime, useSkippedTexts } from "@/i18n/skipped-time";

/** Says that a typed time does not exist on its day; nothing of every other. */
export function SkippedTime({ wall, zone }: { wall: string; zone: string }) {
  const t = useSkippedTexts();
  const time = skippedTime(wall, zone);
  return time ? (
    <p role="alert" className="field-fault">
      {t("skipped", { time })}
    </p>
  ) : null;
}
