import { policyFields, ruleFields } from '../../generated/fieldTables.ts';
import { pathSteps } from '../json/memberPath.ts';
import type { PolicyShape } from './families.ts';

/** A field of a rule as its schema describes it: how two rules compare by it, and what it does by itself. */
export interface RuleField {
  readonly type?: 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';
  /** Without it, a difference is unknown. */
  readonly compares?:
    /** A word on the scale of the family. */
    | 'word'
    /** A flag that protects more, or less, when it is set. */
    | 'more'
    | 'less'
    /** A list of what is looked for: a longer one protects more. */
    | 'denied'
    /** A list of what is let through: a longer one protects less. Whether an empty one lets everything through is unknown. */
    | 'allowed'
    /** A list of exceptions: a longer one protects less. */
    | 'exceptions'
    /** A detail of a protection, which protects nothing alone. */
    | 'detail'
    /** An object that is looked into; the effect of a `listed` one is for what its lists name, and for nothing else. */
    | 'inside'
    | 'listed'
    /** Items of a list that are compared as they are written. */
    | 'whole'
    /** A value that is compared by code of its own. */
    | 'value'
    | 'noise';
  /** The field that distinguishes the items of a list. */
  readonly key?: string;
  /** The effect beside it that enables it. */
  readonly governedBy?: string;
  /** The flag beside it without which a word does nothing. */
  readonly onlyIf?: string;
  /** The action of a field that is set, where no word names it. `unsure`: documented nowhere. */
  readonly acts?: string;
  /** The field without which the action of an object is unknown. */
  readonly needs?: string;
  /** The field that switches an object off, and the value for off. */
  readonly off?: { readonly member: string; readonly when: boolean };
  /** The console reads it in no rule of this kind. */
  readonly isUnused?: boolean;
  readonly isDeprecated?: boolean;
  /** It takes no part in the action of a rule. */
  readonly isAside?: boolean;
  readonly members?: ReadonlyMap<string, RuleField>;
  /** The description of each item of a list of objects. */
  readonly items?: RuleField;
}

/** The fields of the rules of a kind. */
export function ruleFieldsOf({ shape }: { readonly shape: PolicyShape }): RuleField {
  return ruleFields[shape];
}

/** The policy-level fields of a kind. */
export function policyFieldsOf({ shape }: { readonly shape: PolicyShape }): RuleField {
  return policyFields[shape];
}

/** Empty for a field that no schema describes. */
export function memberField({ members }: RuleField, key: string): RuleField {
  return members?.get(key) ?? {};
}

/** Returns false for a path to a field that no schema describes. An object without described fields may have any. */
export function isKnownPath(field: RuleField, path: string): boolean {
  let holder = field;
  for (const step of pathSteps(path)) {
    const { items, members } = holder;
    if (!items && !members) {
      return true;
    }
    if (!items && !members?.has(step)) {
      return false;
    }
    holder = items ?? memberField(holder, step);
  }
  return true;
}
