import { Button } from "antd";
import { useEffect, useRef } from "react";
import { useFloorTexts } from "./texts";
import "@/resource/resource.css";

interface StaleNoteProps {
  /** Who has saved; empty: it is not known. */
  who: string;
  /** How often a save has waited for the decision. */
  asked: number;
  isLooking: boolean;
  onLook: (isLooking: boolean) => void;
  onTake: () => void;
  onKeep: () => void;
}

/** Somebody else has saved: both arrangements are there, and a person says which one goes on. */
export function StaleNote(props: StaleNoteProps) {
  const { who, asked, isLooking, onLook, onTake, onKeep } = props;
  const t = useFloorTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked > 0) {
      box.current?.focus();
    }
  }, [asked]);
  // Whichever goes on, it is looked at no longer.
  const decide = (how: () => void) => () => {
    onLook(false);
    how();
  };
  return (
    <div ref={box} role="alert" tabIndex={-1} className="conflict floor-stale">
      <p>{t("stale", { who: who || t("somebody") })}</p>
      {isLooking && <p>{t("looking")}</p>}
      <Button onClick={() => onLook(!isLooking)}>
        {t(isLooking ? "lookMine" : "lookTheirs")}
      </Button>
      <Button onClick={decide(onTake)}>{t("takeTheirs")}</Button>
      <Button onClick={decide(onKeep)}>{t("keepMine")}</Button>
    </div>
  );
}
