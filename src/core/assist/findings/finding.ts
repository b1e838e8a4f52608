import type { PolicyKind } from '../../policy/families.ts';
import type { Severity } from '../../document/diagnostic.ts';
import type { RuleFacts, RuleView } from '../../document/ruleView.ts';
import type { Field } from '../schema/field.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import type { Knowledge } from './knowledge.ts';

/** What of the place is marked: the value, the key that leads to it, or the first key of the object there. */
export type Mark = 'value' | 'key' | 'start';

/** One finding before its place is turned into a range: ranges are made only for what is shown. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  /** From the rule, or from the document when no rule is named. */
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

/** What a quick fix does, as data: paths count from the rule, or from the document when there is none. */
export type FixData = (
  FixStep | { readonly kind: 'several'; readonly title: string; readonly steps: readonly FixStep[] }
) & {
  /** Never what is taken without looking: it gives up what the rule is for, or costs something elsewhere. */
  readonly isChoice?: true;
  /** Others of its kind may be what it stands on: made together with them it could say something else. */
  readonly isAlone?: true;
};

export type FixStep =
  | {
      readonly kind: 'set';
      readonly title: string;
      readonly path: NodePath;
      readonly value: FixValue;
      /** A text that is to be the first member of the document, which has none like it. */
      readonly isFirst?: true;
    }
  | {
      readonly kind: 'remove';
      readonly title: string;
      readonly path: NodePath;
      /** Of another rule of the list, by its place. */
      readonly rule?: number;
    }
  /** Puts the rule above the one at `to`. */
  | { readonly kind: 'move-rule'; readonly title: string; readonly to: number }
  | { readonly kind: 'remove-rule'; readonly title: string }
  /** Deletes what is marked, where that is still `text`. */
  | { readonly kind: 'delete-marked'; readonly title: string; readonly text: string }
  | { readonly kind: 'rename-key'; readonly title: string; readonly path: NodePath; readonly key: string }
  /** Writes what is marked in quotes. */
  | { readonly kind: 'quote-marked'; readonly title: string }
  /** Writes spaces for the tabs that indent lines. */
  | { readonly kind: 'untab'; readonly title: string }
  /** Gives the rule a name that nobody has. */
  | { readonly kind: 'name'; readonly title: string }
  /** Makes an object the only entry of a list, as it is written. */
  | { readonly kind: 'list'; readonly title: string; readonly path: NodePath }
  /** Puts the whole document into a list under `key`. */
  | { readonly kind: 'wrap'; readonly title: string; readonly key: string }
  /** Puts what stands under `key`, the only member, in the place of the document. */
  | { readonly kind: 'unwrap'; readonly title: string; readonly key: string };

export type FixValue =
  string | number | boolean | null | readonly FixValue[] | { readonly [key: string]: FixValue };

/** `Diagnostic.data` of everything the checker finds. */
export interface DiagnosticData {
  readonly array?: string;
  readonly index?: number;
  readonly fixes?: readonly FixData[];
  /** Of a finding in a file of tests. */
  readonly path?: NodePath;
}

/** Members by name, as JSON.parse would make them. */
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
  /** The members beside the arrays of rules. */
  readonly head: Plain;
  readonly arrays: readonly ArraySubject[];
  readonly knowledge: Knowledge;
}

export interface ArraySubject {
  readonly key: string;
  readonly rules: readonly RuleView[];
  /** Names that more than one rule of the array has. */
  readonly duplicateNames: ReadonlySet<string>;
}

/** One member of an object. The same object is used for every member and its path is reused: copy what is kept. */
export interface MemberSubject {
  readonly kind: PolicyKind;
  readonly object: Plain;
  /** What the schema says of the object, and of the member; undefined for a member it does not know. */
  readonly objectField: Field;
  readonly field: Field | undefined;
  /** Where the object is. */
  readonly path: NodePath;
  readonly key: string;
  readonly value: unknown;
  /** How the number at a place is written, which says more than its value where that is large. */
  readonly lexeme: (path: NodePath) => string | undefined;
}

interface CheckBase {
  readonly code: string;
  /** One line for the settings and the documentation. */
  readonly summary: string;
  readonly severity: Severity;
}

/** Looks at one rule; its findings are kept until the text of the rule changes. */
export interface RuleCheck extends CheckBase {
  readonly scope: 'rule';
  applies?(kind: PolicyKind): boolean;
  check(subject: RuleSubject): Iterable<Omit<Finding, 'code'>>;
}

/** Looks at every member of every object of a rule and of the document's head, so it has to be quick. */
export interface MemberCheck extends CheckBase {
  readonly scope: 'member';
  applies?(kind: PolicyKind): boolean;
  /** Whether it has anything to say of members that the schema describes so; asked once. Without it, of all. */
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
