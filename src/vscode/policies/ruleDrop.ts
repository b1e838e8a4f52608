import { isUnmoved, moveIndices } from '../../core/policy/reorder.ts';
import type { TreeNode } from './treeNode.ts';

/** What travels while rules are dragged: which rules, of which state of which file. */
export interface DragPayload {
  readonly file: string;
  readonly array: string;
  /** Zero-based, ascending. */
  readonly indices: readonly number[];
  readonly version: number;
}

/** A place rules can be dropped on, and the state of its file now. */
export interface DropPlace {
  readonly file: string;
  readonly array: string;
  /** The gap that is meant: rules land above a rule, and at the end of a group. */
  readonly gap: number;
  /** Set when the place is a rule. */
  readonly index?: number;
  /** Rules in the array now. */
  readonly length: number;
  readonly version: number;
}

export type Drop =
  | { readonly kind: 'move'; readonly indices: readonly number[]; readonly gap: number }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refuse'; readonly why: 'foreign' | 'other-policy' | 'other-array' | 'stale' };

/** Undefined unless all rows are rules of one array of one file. */
export function payloadOf(rows: readonly TreeNode[]): DragPayload | undefined {
  const [first] = rows;
  if (first?.kind !== 'rule') {
    return undefined;
  }
  const { file, version } = first;
  const { array } = first.target;
  const indices: number[] = [];
  for (const row of rows) {
    if (row.kind !== 'rule' || row.file !== file || row.target.array !== array || row.version !== version) {
      return undefined;
    }
    indices.push(row.target.index);
  }
  return { file, array, indices: indices.sort((a, b) => a - b), version };
}

/** Decides what a drop means. `payload` comes from outside and may be anything. */
export function decideDrop(payload: unknown, place: DropPlace): Drop {
  if (!isPayload(payload)) {
    return { kind: 'refuse', why: 'foreign' };
  }
  if (payload.file !== place.file) {
    return { kind: 'refuse', why: 'other-policy' };
  }
  if (payload.array !== place.array) {
    return { kind: 'refuse', why: 'other-array' };
  }
  const { indices } = payload;
  if (payload.version !== place.version || indices.some((index) => index >= place.length)) {
    return { kind: 'refuse', why: 'stale' };
  }
  const ontoItself = place.index !== undefined && indices.includes(place.index);
  if (ontoItself || indices.length === 0 || isUnmoved(moveIndices(place.length, indices, place.gap))) {
    return { kind: 'nothing' };
  }
  return { kind: 'move', indices, gap: place.gap };
}

function isPayload(value: unknown): value is DragPayload {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { file, array, indices, version } = value as Partial<Record<keyof DragPayload, unknown>>;
  return (
    typeof file === 'string' &&
    typeof array === 'string' &&
    typeof version === 'number' &&
    Array.isArray(indices) &&
    indices.every((index) => Number.isInteger(index) && index >= 0)
  );
}
