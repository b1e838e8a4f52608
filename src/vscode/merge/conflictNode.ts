import type { MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { MergeSession } from './mergeSession.ts';

export type Side = 'base' | 'mine' | 'live';

/** A row of the Conflicts view: a policy, below it its conflicts, below each its three sides. */
export type ConflictNode = MergeNode | ConflictRow | SideNode;

export interface MergeNode {
  readonly kind: 'merge';
  readonly id: string;
  readonly session: MergeSession;
  readonly target: PolicyTarget;
}

export interface ConflictRow {
  readonly kind: 'conflict';
  readonly id: string;
  readonly conflict: MergeConflict;
  readonly parent: MergeNode;
}

export interface SideNode {
  readonly kind: 'side';
  readonly id: string;
  readonly side: Side;
  readonly parent: ConflictRow;
}

export function mergeNode(session: MergeSession): MergeNode {
  const { consoleId, kind } = session.input;
  return {
    kind: 'merge',
    id: session.id,
    session,
    target: { kind: 'policy', consoleId, policy: kind.name },
  };
}

export function conflictRows(parent: MergeNode): ConflictRow[] {
  return parent.session.result.conflicts.map((conflict) => conflictRow(parent, conflict));
}

export function conflictRow(parent: MergeNode, conflict: MergeConflict): ConflictRow {
  return { kind: 'conflict', id: `${parent.id} ${conflict.id}`, conflict, parent };
}

export function sideNodes(parent: ConflictRow): SideNode[] {
  return (['base', 'mine', 'live'] as const).map((side) => ({
    kind: 'side',
    id: `${parent.id} ${side}`,
    side,
    parent,
  }));
}
