import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";

export type Readiness = Schema<"ProductionReadiness">;

interface Span {
  hours: number;
  doneHours: number;
  plannedStart: string | null;
  plannedEnd: string | null;
  late: boolean;
}

export type TreeOperation = Schema<"ProductionTreeOperation">;

export type TreePart = Schema<"ProductionTreePart">;

export type MouldTree = Schema<"ProductionMouldTree">;

export function mouldTreeQuery(id: string) {
  return queryOptions({
    queryKey: ["mould-tree", id],
    queryFn: ({ signal }) =>
      call("GET", "pm/mould/{id}/tree", { query: { id }, signal }),
    meta: { quiet: true },
  });
}

/** A line of the tree: a part, an electrode or a step of a route. */
export interface TreeNode {
  key: string;
  part: TreePart;
  operation?: TreeOperation;
  children: TreeNode[];
}

export interface TreeLine {
  node: TreeNode;
  level: number;
  /** Position among its siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
  isOpen: boolean;
}

/**
 * The parts below the parts they go into, with their routes; electrodes below
 * the first EDM operation that burns with them, the rest at the end.
 */
export function growTree(parts: TreePart[]): TreeNode[] {
  const byNo = new Map(parts.map((part) => [part.partNo, part]));
  const byId = new Map(parts.map((part) => [part.id, part]));
  const placed = new Set<string>();

  function nodeOf(part: TreePart, seen: ReadonlySet<string>): TreeNode {
    placed.add(part.id);
    const inside = new Set([...seen, part.id]);
    const operations = part.operations.map((operation) => ({
      key: operation.id,
      part,
      operation,
      children: operation.electrodeIds.flatMap((id) => {
        const electrode = byId.get(id);
        return electrode && !placed.has(id) ? [nodeOf(electrode, inside)] : [];
      }),
    }));
    const below = parts.filter(
      (other) =>
        other.parentNo === part.partNo &&
        other.kind !== 2 &&
        !inside.has(other.id) &&
        !placed.has(other.id),
    );
    return {
      key: part.id,
      part,
      children: [...operations, ...below.map((other) => nodeOf(other, inside))],
    };
  }

  const isRoot = (part: TreePart) =>
    part.kind !== 2 && !byNo.has(part.parentNo);
  const roots = parts.filter(isRoot).map((part) => nodeOf(part, new Set()));
  // What is left: electrodes that nothing burns with, and parts in a circle.
  for (const part of parts) {
    if (!placed.has(part.id)) {
      roots.push(nodeOf(part, new Set()));
    }
  }
  return roots;
}

/** Every key that can be opened. */
export function openable(nodes: TreeNode[]): string[] {
  return nodes.flatMap((node) =>
    node.children.length > 0 ? [node.key, ...openable(node.children)] : [],
  );
}

/** The lines in sight; a search shows what matches, with all that leads there. */
export function linesOf(
  nodes: TreeNode[],
  open: ReadonlySet<string>,
  search: string,
): TreeLine[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = new Map<TreeNode, boolean>();
  function matches(node: TreeNode): boolean {
    let found = words.every((word) => textOf(node).includes(word));
    for (const child of node.children) {
      found = matches(child) || found;
    }
    matching.set(node, found);
    return found;
  }
  if (words.length > 0) {
    nodes.forEach(matches);
  }

  const lines: TreeLine[] = [];
  function walk(siblings: TreeNode[], level: number) {
    const shown =
      words.length > 0 ? siblings.filter((one) => matching.get(one)) : siblings;
    shown.forEach((node, at) => {
      const leads =
        words.length > 0 && node.children.some((one) => matching.get(one));
      const isOpen = leads || open.has(node.key);
      lines.push({
        node,
        level,
        position: at + 1,
        siblings: shown.length,
        isOpen: isOpen && node.children.length > 0,
      });
      if (isOpen) {
        walk(node.children, level + 1);
      }
    });
  }
  walk(nodes, 1);
  return lines;
}

function textOf({ part, operation }: TreeNode) {
  const words = operation
    ? [operation.opNo, operation.process, operation.group, operation.machine]
    : [part.partNo, part.name, part.material];
  return words.join(" ").toLowerCase();
}

/** How far a span of work is, as a share from 0 to 1. */
export function shareOf({ hours, doneHours }: Span) {
  return hours > 0 ? Math.min(1, doneHours / hours) : 0;
}
