import type { JsonObject } from '../../json/json.ts';
import type { KnownRules } from '../parser/knownRules.ts';
import type { RuleArrayView, StructureProblem, TopMember } from '../ruleView.ts';
import type { MergeKey } from '../syntaxNode.ts';
import type { TextEdit, TextRange } from '../text.ts';

/** A document as it was read. */
export interface Body {
  readonly text: string;
  readonly length: number;
  /** Extent of the object that is the policy. */
  readonly range: TextRange | undefined;
  slice(start: number, end: number): string;
  problems(): readonly StructureProblem[];
  arrays(): readonly RuleArrayView[];
  members(): readonly TopMember[];
  merges(): readonly MergeKey[];
  /** Called only when no problem is fatal; each step reads a rule. It may be made out of parts of `like`. */
  value(like?: JsonObject): Generator<void, JsonObject | undefined, void>;
  /** What was read of the rules, to be used again; in steps. */
  known(): Generator<void, KnownRules | undefined, void>;
  /** What is known of the rules may be shown while the text is broken. */
  readonly stays: boolean;
  /** Takes edits over, in steps. False: only the text is right now, the rest has to be read anew. */
  apply(edits: readonly TextEdit[]): Generator<void, boolean, void>;
  /** The same, to be edited by itself; undefined when that is no cheaper than reading it anew. */
  fork(): Body | undefined;
  /** The text in chunks: a chunk with the same reading as another one has the same text. */
  parts(): readonly Part[];
}

export interface Part {
  readonly text: string;
  readonly rule?: object | undefined;
  /** In a fork: where it stood in the document that was forked. It may have been edited since. */
  readonly from?: number;
}

/** A list written twice counts once, the first time. */
export function firstMembers<Member extends { readonly key: string }>(
  members: readonly Member[],
): Map<string, Member> {
  const first = new Map<string, Member>();
  for (const member of members) {
    if (!first.has(member.key)) {
      first.set(member.key, member);
    }
  }
  return first;
}
