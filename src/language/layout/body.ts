import type { JsonObject } from '../../model/json.ts';
import type { KnownRules } from '../reading/knownRules.ts';
import type { RuleArrayView, StructureProblem, TopMember } from '../ruleView.ts';
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
  /** Called only when no problem is fatal. */
  value(): JsonObject | undefined;
  /** What was read of the rules, to be used again. */
  known(): KnownRules | undefined;
  /** What is known of the rules may be shown while the text is broken. */
  readonly stays: boolean;
  /** Takes edits over. False: only the text is right now, the rest has to be read anew. */
  apply(edits: readonly TextEdit[]): boolean;
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
