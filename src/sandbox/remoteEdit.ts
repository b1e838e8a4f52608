import type { JsonValue } from '../core/json/json.ts';

/** The path of the route that simulates a colleague. */
export const colleaguePath = '/sandbox/colleague';

/** The edits of the live policy that the simulated colleague can make. */
export const remoteEditKinds = ['add', 'move', 'edit', 'delete'] as const;
export type RemoteEditKind = (typeof remoteEditKinds)[number];

export interface RemoteEditRequest {
  readonly policy: string;
  readonly kind: RemoteEditKind;
  /** The key of the rule array; the first array of the policy by default. */
  readonly array?: string;
  /** The rule to move, edit or delete, or the template of a new rule; the first by default. */
  readonly rule?: string;
  /** The path of the edited field inside the rule; the notes by default. */
  readonly member?: readonly string[];
  /** A value that the field must not get, because it is the local value. */
  readonly excluded?: JsonValue;
}

/** The finished edit, as the answer to its request. */
export interface RemoteEdit {
  readonly kind: RemoteEditKind;
  readonly policy: string;
  readonly rule: string;
  /** The new name, the old and new position (starting at 1), or the field. */
  readonly detail: string;
}
