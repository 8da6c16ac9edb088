import { useResourceTexts } from "./texts";
import "@/ui/plain-button.css";
import "./resource.css";

interface DraftNoteProps {
  /** Somebody else has changed the same since. */
  clashes?: boolean;
  onDrop: () => void;
}

/** Says that a form begins with what was typed before; the way back to what is stored. */
export function DraftNote({ clashes, onDrop }: DraftNoteProps) {
  const t = useResourceTexts();
  return (
    <p role="status" className="form-note">
      {t("restored")} {clashes && t("restoredClash")}{" "}
      <button type="button" className="plain-link" onClick={onDrop}>
        {t("dropDraft")}
      </button>
    </p>
  );
}
