import type { PolicyKind } from '../../policy/families.ts';
import type { Severity } from '../../document/diagnostic.ts';
import type { RuleArrayView, RuleFacts, RuleView } from '../../document/ruleView.ts';
import type { Field } from '../schema/field.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import type { Knowledge } from './knowledge.ts';
import { quotedText } from './quotedInMessages.ts';

/** The mark is the value, the key that leads to it, or the first key of the object. */
export type Mark = 'value' | 'key' | 'start';

/** One finding has no range yet, because ranges are made only for shown findings. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  /** The path starts at the rule, or at the document when the finding names no rule. */
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

/** A quick fix is data. Its paths start at the rule, or at the document without a rule. */
export type FixData = (
  FixStep | { readonly kind: 'several'; readonly title: string; readonly steps: readonly FixStep[] }
) & {
  /** The fix needs a person's choice, because it gives up the purpose of the rule or costs something elsewhere. */
  readonly isChoice?: true;
  /** The fix may depend on others of its kind, so applying several at once can change the meaning. */
  readonly isAlone?: true;
};

export type FixStep =
  | {
      readonly kind: 'set';
      readonly title: string;
      readonly path: NodePath;
      readonly value: FixValue;
      /** The text becomes the first field of the document, which has no such field. */
      readonly isFirst?: true;
    }
  | {
      readonly kind: 'remove';
      readonly title: string;
      readonly path: NodePath;
      /** The index names another rule of the list. */
      readonly rule?: number;
    }
  /** Puts the rule above the one at `to`. */
  | { readonly kind: 'move-rule'; readonly title: string; readonly to: number }
  | { readonly kind: 'remove-rule'; readonly title: string }
  /** The fix deletes the marked text, if it is still `text`. */
  | { readonly kind: 'delete-marked'; readonly title: string; readonly text: string }
  | { readonly kind: 'rename-key'; readonly title: string; readonly path: NodePath; readonly key: string }
  /** The fix writes the marked text in quotes. */
  | { readonly kind: 'quote-marked'; readonly title: string }
  /** Writes spaces for the tabs that indent lines. */
  | { readonly kind: 'untab'; readonly title: string }
  /** The fix gives the rule a unique name. */
  | { readonly kind: 'name'; readonly title: string }
  /** Makes an object the only entry of a list, as it is written. */
  | { readonly kind: 'list'; readonly title: string; readonly path: NodePath }
  /** Puts the whole document into a list under `key`. */
  | { readonly kind: 'wrap'; readonly title: string; readonly key: string }
  /** The fix replaces the document with the value under `key`, its only field. */
  | { readonly kind: 'unwrap'; readonly title: string; readonly key: string };

export type FixValue =
  string | number | boolean | null | readonly FixValue[] | { readonly [key: string]: FixValue };

/** The fix writes another value; the title quotes a text as a text. */
export function changeTo(path: NodePath, value: string | number | boolean): FixData & { kind: 'set' } {
  const title = `Change to ${typeof value === 'string' ? quotedText(value) : value}`;
  return { kind: 'set', title, path, value };
}

/** `Diagnostic.data` has this form for all findings of the checker. */
export interface DiagnosticData {
  readonly array?: string;
  readonly index?: number;
  readonly fixes?: readonly FixData[];
  /** A finding in a test file is the only one with this path. */
  readonly path?: NodePath;
}

/** The keys are field names, as in the result of JSON.parse. */
export type Plain = Readonly<Record<string, unknown>>;

export interface RuleSubject {
  readonly kind: PolicyKind;
  readonly array: string;
  readonly rule: Plain;
  readonly facts: RuleFacts;
  readonly knowledge: Knowledge;
}

export interface DocumentSubject {
  readonly kind: PolicyKind;
  /** The head has the fields beside the arrays of rules. */
  readonly head: Plain;
  readonly arrays: readonly RuleArrayView[];
  readonly knowledge: Knowledge;
}

/** The subject is one field of an object. It and its path are reused for every field: copy what is kept. */
export interface MemberSubject {
  readonly kind: PolicyKind;
  readonly object: Plain;
  /** The schema describes the object and the field; `field` is undefined for an unknown field. */
  readonly objectField: Field;
  readonly field: Field | undefined;
  /** The path leads to the object. */
  readonly path: NodePath;
  readonly key: string;
  readonly value: unknown;
  /** The lexeme is the number as written, because a large value loses digits. */
  readonly lexeme: (path: NodePath) => string | undefined;
}

/** Visits the value of a field, or the entries of its list. A place is made only when `visit` asks for the place. */
export function eachValue(
  { path, key, value }: MemberSubject,
  visit: (value: unknown, place: () => NodePath) => void,
): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => visit(item, () => [...path, key, index]));
  } else {
    visit(value, () => [...path, key]);
  }
}

interface CheckBase {
  readonly code: string;
  /** The summary is one line for the settings and the documentation. */
  readonly summary: string;
  readonly severity: Severity;
}

/** Looks at one rule; its findings are kept until the text of the rule changes. */
export interface RuleCheck extends CheckBase {
  readonly scope: 'rule';
  applies?(kind: PolicyKind): boolean;
  check(subject: RuleSubject): Iterable<Omit<Finding, 'code'>>;
}

/** The check runs on every field of every rule and of the document's head, so it has to be fast. */
export interface MemberCheck extends CheckBase {
  readonly scope: 'member';
  applies?(kind: PolicyKind): boolean;
  /**
   * The filter limits the check to fields with such a schema, and runs once per schema. A check without the filter runs
   * on all fields.
   */
  concerns?(field: Field | undefined): boolean;
  check(member: MemberSubject, report: (finding: Omit<Finding, 'code'>) => void): void;
}

/** Looks at the document as a whole. */
export interface DocumentCheck extends CheckBase {
  readonly scope: 'document';
  applies?(kind: PolicyKind): boolean;
  check(subject: DocumentSubject): Iterable<DocumentFinding>;
}

export interface DocumentFinding extends Omit<Finding, 'code'> {
  readonly rule?: RuleView;
}

export type LintCheck = RuleCheck | MemberCheck | DocumentCheck;
