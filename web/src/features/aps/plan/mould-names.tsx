import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { joined } from "@/i18n/joined";
import { useCan } from "@/session/session";
import { useApsTexts } from "./texts";
import "./plan.css";

/** The number of a mould, in one piece: in a narrow line it would break at its hyphen. */
export const MouldNo = ({ children }: { children: ReactNode }) => (
  <span className="mould-no">{children}</span>
);

interface MouldLinkProps {
  id: string;
  no: string;
  /** There is nothing to open any more. */
  isGone?: boolean;
}

/** The number of a mould, and the way to it for whoever may go there. */
export function MouldLink({ id, no, isGone = false }: MouldLinkProps) {
  const t = useApsTexts();
  const mayOpen = useCan("pm.mould.check");
  return mayOpen && !isGone ? (
    <Link to={`/pm/mould/${id}`} aria-label={t("openMould", { no })}>
      <MouldNo>{no}</MouldNo>
    </Link>
  ) : (
    <MouldNo>{no}</MouldNo>
  );
}

export interface MouldName {
  no: string;
  /** What stands behind the number. */
  note?: string;
}

interface WithProps {
  /** What is more than words. */
  part: ReactNode;
  /** The sentence; part is what stands for it. */
  children: (part: string) => string;
}

interface WithNamesProps {
  names: MouldName[];
  /** The sentence; names is what stands for all of them. */
  children: (names: string) => string;
}

// No text has it.
const mark = "\u0000";

/** A sentence with a part of it that is more than words, such as a marked name. */
export function With({ part, children }: WithProps) {
  const [before, after] = children(mark).split(mark);
  return (
    <>
      {before}
      {part}
      {after}
    </>
  );
}

/** A sentence that names moulds, the number of each in one piece. */
export function WithNames({ names, children }: WithNamesProps) {
  const part = names.map(({ no, note }, i) => (
    <Fragment key={`${no} ${i}`}>
      {i > 0 && joined(["", ""])}
      <MouldNo>{no}</MouldNo>
      {note}
    </Fragment>
  ));
  return <With part={part}>{children}</With>;
}
