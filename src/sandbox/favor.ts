import type { JsonValue } from '../core/json/json.ts';

/** Where the colleague of a sandbox is asked. */
export const colleaguePath = '/sandbox/colleague';

/** What a colleague can be asked to do to live. */
export const deeds = ['add', 'move', 'edit', 'delete'] as const;
export type Deed = (typeof deeds)[number];

export interface Favor {
  readonly policy: string;
  readonly deed: Deed;
  /** Key of the ordered array; the first of the policy, unless it is said. */
  readonly array?: string;
  /** Name of the rule that is moved, edited or deleted, or that a new one is made like; the first, unless it is said. */
  readonly rule?: string;
  /** The member that is edited, from the rule inwards; the notes, unless it is said. */
  readonly member?: readonly string[];
  /** What that member must not become: what somebody else made of it. */
  readonly besides?: JsonValue;
}

/** What was done, for whoever asked. */
export interface Done {
  readonly deed: Deed;
  readonly policy: string;
  readonly rule: string;
  /** The new name, the places from and to (counted from one), or the member. */
  readonly detail: string;
}
