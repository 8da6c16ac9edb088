import { Button } from "antd";
import { useEffect, useRef, type ReactNode } from "react";
import "./resource.css";

interface StaleNoticeProps {
  /** What to do, in words. */
  children: ReactNode;
  reload: string;
  onReload: () => void;
}

/** A save came too late and nothing was written: the notice comes into sight and stays there until the page is read anew. */
export function StaleNotice({ children, reload, onReload }: StaleNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: "nearest" });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} role="alert" tabIndex={-1} className="conflict">
      {children}{" "}
      <Button size="small" onClick={onReload}>
        {reload}
      </Button>
    </div>
  );
}
