import type { ReactNode } from "react";
import type { MenuItem } from "@/session/session";
import { isSet, targetOf } from "./menu";

interface MenuLinkProps {
  item: MenuItem;
  className?: string;
  children: ReactNode;
  onOpen?: () => void;
}

/** An entry of the panel: its page opens in a new tab; an address of its own opens where it says. */
export function MenuLink({ item, className, children, onOpen }: MenuLinkProps) {
  const { href, isNewWindow } = targetOf(item);
  const isBeside = isNewWindow || !isSet(item.externalUrlFlag);
  return (
    <a
      href={href}
      className={className}
      onClick={onOpen}
      {...(isBeside && { target: "_blank", rel: "noopener" })}
    >
      {children}
    </a>
  );
}
