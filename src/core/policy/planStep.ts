import type { JsonValue } from '../json/json.ts';

/**
 * A field that differs: `path` leads to it inside the rule or document
 * (`condition.vulnerabilities[41].block`).
 */
export interface FieldChange {
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** The other one of two rules that changed places. `rule` is its name in the policy file. */
export interface OtherPlace {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
}

/**
 * One step from the live policy to the policy file. Positions are zero-based in the array named by `array`:
 * `from` in the live policy, `to` in the policy file. A rule that is renamed, moved and changed yields one
 * step of each kind.
 */
export type PlanStep =
  | { readonly kind: 'add'; readonly array: string; readonly rule: string; readonly to: number }
  | { readonly kind: 'remove'; readonly array: string; readonly rule: string; readonly from: number }
  | {
      readonly kind: 'change';
      readonly array: string;
      readonly rule: string;
      readonly from: number;
      readonly to: number;
      readonly fields: readonly FieldChange[];
    }
  | {
      readonly kind: 'move';
      readonly array: string;
      readonly rule: string;
      readonly from: number;
      readonly to: number;
      /** The only rule that this rule passed; it is unknown which of the two was moved. */
      readonly changedPlacesWith?: OtherPlace;
    }
  | {
      readonly kind: 'rename';
      readonly array: string;
      readonly rule: string;
      readonly previousName: string;
      readonly from: number;
      readonly to: number;
    }
  /** Changes of policy-level fields. */
  | { readonly kind: 'document'; readonly fields: readonly FieldChange[] };

export interface PlanCounts {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly moved: number;
  readonly renamed: number;
}
