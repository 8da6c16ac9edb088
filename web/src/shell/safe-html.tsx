import { Fragment, useMemo, type ReactNode } from "react";

const plainTags = [
  "b",
  "strong",
  "i",
  "em",
  "u",
  "br",
  "span",
  "code",
] as const;
const known = new Set<string>(plainTags);

/**
 * HTML of the server in a line of text. It is read without being run, and only
 * marks of emphasis come out of it, without any attribute: no address, no
 * style, no script. What else it holds is shown as its text.
 */
export function SafeHtml({ html }: { html: string }) {
  return useMemo(() => {
    const page = new DOMParser().parseFromString(html, "text/html");
    return <>{[...page.body.childNodes].map(toReact)}</>;
  }, [html]);
}

function toReact(node: ChildNode, index: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) {
    return node.textContent;
  }
  if (!(node instanceof Element)) {
    return null;
  }
  const name = node.tagName.toLowerCase();
  if (name === "script" || name === "style") {
    return null;
  }
  const inner = [...node.childNodes].map(toReact);
  if (!known.has(name)) {
    return <Fragment key={index}>{inner}</Fragment>;
  }
  const Tag = name as (typeof plainTags)[number];
  return Tag === "br" ? <br key={index} /> : <Tag key={index}>{inner}</Tag>;
}
