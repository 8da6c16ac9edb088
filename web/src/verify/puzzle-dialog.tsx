import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from "react";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { verdictMs } from "@/api/times";
import { useLiveText } from "@/i18n/use-live-text";
import { Dialog } from "@/ui/dialog";
import { refusalText } from "./refusal";
import { puzzle as picture } from "@/ui/sizes";
import { clampSlide, slideByKey } from "./slide";
import { sayVerify, useVerifyTexts } from "./texts";
import "./verify.css";

/** What a code is for: registration, recovery, a new phone, switching. */
export type SendType = 1 | 2 | 3 | 4;

type Puzzle = Schema<"VerifyPuzzle">;

interface PuzzleDialogProps {
  phone: string;
  sendType: SendType;
  onSolved: () => void;
  onClose: () => void;
}

type Stage = "loading" | "ready" | "judging" | "solved" | "failed" | "refused";

/** The slider puzzle that goes before every code by SMS. */
export function PuzzleDialog(props: PuzzleDialogProps) {
  const { phone, sendType, onSolved, onClose } = props;
  const t = useVerifyTexts();
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [stage, setStage] = useState<Stage>("loading");
  const [offset, setOffset] = useState(0);
  const [said, setSaid] = useLiveText();
  const handle = useRef<HTMLDivElement>(null);
  const held = useRef<{ pointer: number; from: number } | null>(null);
  const latest = useRef(onSolved);
  useEffect(() => {
    latest.current = onSolved;
  });

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setStage("loading");
      setOffset(0);
      held.current = null;
      try {
        const fresh = await call("POST", "upms/puzzle/captcha/refresh", {
          body: { phoneNum: phone, sendType },
          ...(signal && { signal }),
        });
        setPuzzle(fresh);
        setStage("ready");
        handle.current?.focus();
      } catch (failure) {
        if (!signal?.aborted) {
          setPuzzle(null);
          setSaid(() => refusalText(failure));
          setStage("refused");
        }
      }
    },
    [phone, sendType, setSaid],
  );

  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    return () => stop.abort();
  }, [load]);

  // The verdict is seen for a moment; then the puzzle closes or gives way to another.
  useEffect(() => {
    if (stage !== "solved" && stage !== "failed") {
      return;
    }
    const timer = setTimeout(() => {
      if (stage === "solved") {
        latest.current();
      } else {
        void load();
      }
    }, verdictMs);
    return () => clearTimeout(timer);
  }, [stage, load]);

  async function judge(at: number) {
    if (!puzzle) {
      return;
    }
    setStage("judging");
    setSaid();
    try {
      const isSolved = await call("POST", "upms/puzzle/captcha/verify", {
        body: {
          offset: at,
          width: picture.width,
          phoneNum: phone,
          sendType,
          puzzleCaptchaTicket: puzzle.puzzleCaptchaTicket,
        },
      });
      setSaid(() => sayVerify(isSolved ? "solved" : "failed"));
      setStage(isSolved ? "solved" : "failed");
    } catch (failure) {
      setSaid(() => refusalText(failure));
      setStage("refused");
    }
  }

  function onPointerDown(event: PointerEvent) {
    if (stage !== "ready") {
      return;
    }
    handle.current?.setPointerCapture(event.pointerId);
    held.current = {
      pointer: event.pointerId,
      from: event.clientX - offset,
    };
    setSaid();
  }

  function onPointerMove(event: PointerEvent) {
    if (held.current?.pointer === event.pointerId) {
      setOffset(clampSlide(event.clientX - held.current.from));
    }
  }

  function onPointerUp(event: PointerEvent) {
    if (held.current?.pointer !== event.pointerId) {
      return;
    }
    const at = clampSlide(event.clientX - held.current.from);
    held.current = null;
    setOffset(at);
    // A click that moved nothing is no answer.
    if (at > 0) {
      void judge(at);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (stage !== "ready") {
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      void judge(offset);
      return;
    }
    const to = slideByKey(offset, event.key, event.shiftKey);
    if (to !== undefined) {
      event.preventDefault();
      setSaid();
      setOffset(to);
    }
  }

  return (
    <Dialog
      title={t("puzzleTitle")}
      className="verify-dialog"
      onClose={onClose}
      tools={
        <button
          type="button"
          aria-label={t("refresh")}
          title={t("refresh")}
          disabled={stage === "loading" || stage === "judging"}
          onClick={() => {
            setSaid();
            void load();
          }}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path
              d="M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3"
              fill="none"
              stroke="currentColor"
            />
          </svg>
        </button>
      }
    >
      <div className={`puzzle puzzle-${stage}`} aria-busy={stage === "loading"}>
        <div className="puzzle-picture">
          {puzzle && stage !== "refused" && (
            <>
              <img
                src={puzzle.bigImage}
                alt={t("puzzlePicture")}
                width={picture.width}
                height={picture.height}
                draggable={false}
              />
              <img
                src={puzzle.smallImage}
                alt=""
                width={picture.fragment}
                height={picture.height}
                className="puzzle-fragment"
                style={{ transform: `translateX(${offset}px)` }}
                draggable={false}
              />
            </>
          )}
          {stage === "loading" && (
            <span className="puzzle-loading">{t("loading")}</span>
          )}
        </div>
        <p role="status" className="puzzle-said">
          {said}
        </p>
        <div className="puzzle-track">
          <span className="puzzle-fill" style={{ width: `${offset + 20}px` }} />
          <span className="puzzle-hint" aria-hidden="true">
            {offset === 0 && t("puzzleHint")}
          </span>
          <div
            ref={handle}
            className="puzzle-handle"
            role="slider"
            tabIndex={0}
            aria-label={t("puzzleSlider")}
            aria-describedby="puzzle-keys"
            aria-valuemin={0}
            aria-valuemax={picture.slideEnd}
            aria-valuenow={offset}
            aria-valuetext={t("puzzleAt", { offset })}
            aria-disabled={stage !== "ready"}
            style={{ transform: `translateX(${offset}px)` }}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={() => {
              held.current = null;
              setOffset(0);
            }}
            onKeyDown={onKeyDown}
          >
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path
                d="M3 8h9M8.5 4 12.5 8l-4 4"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.4"
              />
            </svg>
          </div>
        </div>
        <p id="puzzle-keys" className="puzzle-keys">
          {t("puzzleKeys")}
        </p>
      </div>
    </Dialog>
  );
}
