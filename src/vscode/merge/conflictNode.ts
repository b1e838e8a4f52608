import type { MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import { MergeSession } from './mergeSession.ts';

export const sides = ['base', 'mine', 'live'] as const;
export type Side = (typeof sides)[number];

/** A row of the Conflicts view: a merge, a conflict of the merge, or one side of the conflict. */
export interface ConflictNode {
  readonly id: string;
  readonly session: MergeSession;
  readonly conflict?: MergeConflict;
  readonly side?: Side;
}

export type ConflictRow = ConflictNode & { readonly conflict: MergeConflict };

export function mergeNode(session: MergeSession): ConflictNode {
  return { id: session.id, session };
}

export function conflictRow(session: MergeSession, conflict: MergeConflict): ConflictRow {
  return { id: `${session.id} ${conflict.id}`, session, conflict };
}

export function childrenOf({ id, session, conflict, side }: ConflictNode): readonly ConflictNode[] {
  if (!conflict) {
    return session.result.conflicts.map((one) => conflictRow(session, one));
  }
  return side ? [] : sides.map((each) => ({ id: `${id} ${each}`, session, conflict, side: each }));
}

export function isConflictNode(row: unknown): row is ConflictNode {
  return typeof row === 'object' && row !== null && 'session' in row && row.session instanceof MergeSession;
}

export function isConflictRow(node: ConflictNode): node is ConflictRow {
  return node.conflict !== undefined;
}
