import type { PolicyKind } from '../../policy/families.ts';
import type { Field } from '../schema/field.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import type { FindingCode } from './catalog.ts';
import type { ConsoleKnowledge } from '../../consoleFile/resources.ts';
import { quotedText } from '../../util/quotedInMessages.ts';
import type { RuleArrayView, RuleView } from '../../document/ruleView.ts';
import type { Plain } from '../../util/plainRecord.ts';

/** The mark is the value, the key that leads to it, or the first key of the object. */
export type Mark = 'value' | 'key' | 'start';

/** One finding has no range yet, because ranges are made only for shown findings. */
export interface Finding {
  readonly code: FindingCode;
  readonly message: string;
  /** The rule, if a check of the whole document finds something in a rule. */
  readonly rule?: RuleView;
  /** The path starts at the rule, or at the document for a finding outside of rules. */
  readonly path: NodePath;
  readonly mark?: Mark;
  readonly tags?: readonly ('unnecessary' | 'deprecated')[];
  readonly fixes?: readonly FixData[];
  readonly related?: readonly {
    readonly message: string;
    readonly rule: RuleView;
    readonly path: NodePath;
  }[];
}

/**
 * A quick fix is data: the steps run one after the other, or none of them when one is impossible. Their paths start at the rule, or at the document without a rule. */
export interface FixData {
  readonly title: string;
  readonly steps: readonly FixStep[];
  /** The fix needs a person's choice, because it gives up the purpose of the rule or costs something elsewhere. */
  readonly isChoice?: true;
  /** The fix may depend on others of its kind, so applying several at once can change the meaning. */
  readonly isAlone?: true;
}

export type FixStep =
  | {
      readonly kind: 'set';
      readonly path: NodePath;
      readonly value: FixValue;
      /** The text becomes the first field of the document, which has no such field. */
      readonly isFirst?: true;
    }
  /** `rule` is the index of another rule of the list. */
  | { readonly kind: 'remove'; readonly path: NodePath; readonly rule?: number }
  /** Puts the rule above the one at `to`. */
  | { readonly kind: 'move-rule'; readonly to: number }
  | { readonly kind: 'remove-rule' }
  /** The marked text becomes `by`, if it is still `text`. */
  | { readonly kind: 'replace-marked'; readonly text: string; readonly by: string }
  | { readonly kind: 'rename-key'; readonly path: NodePath; readonly key: string }
  /** Moves the field `key` of the rule, as it is written, into the object at `path`. */
  | { readonly kind: 'move-field'; readonly path: NodePath; readonly key: string }
  /** Writes spaces for the tabs that indent lines. */
  | { readonly kind: 'untab' }
  /** The fix gives the rule a unique name. */
  | { readonly kind: 'name' }
  /** Makes an object the only entry of a list, as it is written. */
  | { readonly kind: 'list'; readonly path: NodePath }
  /** Puts the whole document into a list under `key`. */
  | { readonly kind: 'wrap'; readonly key: string }
  /** The fix replaces the document with the value under `key`, its only field. */
  | { readonly kind: 'unwrap'; readonly key: string };

export type FixValue =
  string | number | boolean | null | readonly FixValue[] | { readonly [key: string]: FixValue };

export function setFix(title: string, path: NodePath, value: FixValue): FixData {
  return { title, steps: [{ kind: 'set', path, value }] };
}

export function removeFix(title: string, path: NodePath): FixData {
  return { title, steps: [{ kind: 'remove', path }] };
}

/** The fix writes another value; the title quotes a text as a text. */
export function changeTo(path: NodePath, value: string | number | boolean): FixData {
  return setFix(`Change to ${typeof value === 'string' ? quotedText(value) : value}`, path, value);
}

export function choice(fix: FixData): FixData {
  return { ...fix, isChoice: true };
}

/** `Diagnostic.data` has this form for all findings of the checker. */
export interface DiagnosticData {
  readonly array?: string;
  readonly index?: number;
  readonly fixes?: readonly FixData[];
  /** The path of the finding. Problems of the text have none. */
  readonly path?: NodePath;
}

export const dayMs = 86_400_000;

/** An exception that ends in fewer days is a finding. */
export const defaultEndingWithinDays = 14;

/** Checks use this knowledge beside the document. */
export interface Knowledge extends ConsoleKnowledge {
  /** Milliseconds since 1970, to the day. */
  readonly today: number;
  readonly endingWithinDays: number;
}

/** Takes a finding of a check. */
export type AddFinding = (finding: Finding) => unknown;

/** A check of one rule. Its findings are kept until the text of the rule changes. */
export interface RuleSubject {
  readonly kind: PolicyKind;
  readonly rule: Plain;
  readonly knowledge: Knowledge;
  readonly add: AddFinding;
}

/** A check of the document as a whole. */
export interface DocumentSubject {
  readonly kind: PolicyKind;
  /** The head has the fields beside the arrays of rules. */
  readonly head: Plain;
  readonly arrays: readonly RuleArrayView[];
  readonly knowledge: Knowledge;
  readonly add: AddFinding;
}

/** The text of a number, or of true or false, as it is written: a large number loses digits as a value. */
export type ScalarTextAt = (path: NodePath) => string | undefined;

/** An object whose fields are checked, with its schema. */
export interface ObjectSubject {
  readonly kind: PolicyKind;
  readonly object: Plain;
  readonly schema: Field;
  /** The path leads to the object. */
  readonly path: NodePath;
  readonly scalarText: ScalarTextAt;
}

/** The place of a field that a rule should have: its key, or else the name of the rule. */
export function keyOrName(rule: Plain, key: string): Pick<Finding, 'path' | 'mark'> {
  return key in rule
    ? { path: [key], mark: 'key' }
    : 'name' in rule
      ? { path: ['name'] }
      : { path: [], mark: 'start' };
}
