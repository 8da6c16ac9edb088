import { Button, Input } from "antd";
import { useId, useState } from "react";
import { useLanguage } from "@/i18n/language";
import { Dialog } from "@/ui/dialog";
import type { Reason } from "./progress-model";
import { useProgressTexts } from "./progress-texts";

interface ReasonDialogProps {
  title: string;
  reasons: Reason[];
  /** Asks for a remark, which this reason needs: then a button sends both. */
  remarkFor?: number;
  sendLabel?: string;
  isPending: boolean;
  /** What the server has against it. */
  fault?: string | undefined;
  onChoose: (reason: number, remark: string) => void;
  onClose: () => void;
}

const longest = 200;

/** Why: a few large buttons, for a thumb in a glove. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, reasons, remarkFor, sendLabel, isPending, fault } = props;
  const { onChoose, onClose } = props;
  const t = useProgressTexts();
  const { say } = useLanguage();
  const [chosen, setChosen] = useState(0);
  const [remark, setRemark] = useState("");
  const id = useId();
  const lacks = chosen === remarkFor && remark.trim() === "";
  return (
    <Dialog title={title} className="floor-reasons" onClose={onClose}>
      <div className="floor-reason-body">
        <div className="floor-reason-grid">
          {reasons.map(({ value, text }) => (
            <Button
              key={value}
              size="large"
              disabled={isPending}
              aria-pressed={chosen === value}
              type={chosen === value ? "primary" : "default"}
              onClick={() => {
                setChosen(value);
                if (remarkFor === undefined) {
                  onChoose(value, "");
                }
              }}
            >
              {say(text)}
            </Button>
          ))}
        </div>
        {remarkFor !== undefined && (
          <>
            <label htmlFor={id}>
              {t(chosen === remarkFor ? "remarkNeeded" : "remark")}
            </label>
            <Input.TextArea
              id={id}
              rows={2}
              maxLength={longest}
              disabled={isPending}
              value={remark}
              onChange={(event) => setRemark(event.target.value)}
            />
            <Button
              type="primary"
              size="large"
              block
              loading={isPending}
              disabled={chosen === 0 || lacks}
              onClick={() => onChoose(chosen, remark.trim())}
            >
              {sendLabel}
            </Button>
          </>
        )}
        <p role="alert" className="floor-fault">
          {fault}
        </p>
      </div>
    </Dialog>
  );
}
