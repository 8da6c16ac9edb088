import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { isSet, targetOf, type Entry } from "./menu";
import { noteFirstCome } from "./module-address";

interface MenuLinkProps {
  item: Entry;
  className?: string;
  children: ReactNode;
  onOpen?: () => void;
}

/** What every way into an entry does besides: two modules greet whoever comes for the first time (HEADER-16). */
const coming = ({ item, onOpen }: MenuLinkProps) => ({
  onClick() {
    noteFirstCome(item.moduleKey);
    onOpen?.();
  },
});

const besidePage = { target: "_blank", rel: "noopener" };

/** An entry of the panel: its page opens in a new tab; an address of its own opens where it says. */
export function MenuLink(props: MenuLinkProps) {
  const { item, className, children } = props;
  const { href, isNewWindow } = targetOf(item);
  const isBeside = isNewWindow || !isSet(item.externalUrlFlag);
  return (
    <a
      href={href}
      className={className}
      {...coming(props)}
      {...(isBeside && besidePage)}
    >
      {children}
    </a>
  );
}

/** An entry that takes the place of the page one is on, unless it says otherwise. */
export function PlaceLink(props: MenuLinkProps) {
  const { item, className, children } = props;
  const { href, path, isNewWindow, isRoute } = targetOf(item);
  return isRoute && !isNewWindow ? (
    <NavLink to={path} {...coming(props)} {...(className && { className })}>
      {children}
    </NavLink>
  ) : (
    <a
      href={href}
      className={className}
      {...coming(props)}
      {...(isNewWindow && besidePage)}
    >
      {children}
    </a>
  );
}
