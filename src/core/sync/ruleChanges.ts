import type { PolicyDocument } from '../document/policyDocument.ts';
import { valueSharingRules } from '../document/ruleDigests.ts';
import { ruleIds } from '../document/ruleRef.ts';
import type { JsonObject } from '../json/json.ts';
import { markRules, type LiveChange, type RuleMark } from '../policy/ruleMark.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { SyncContext } from './syncContext.ts';
import { workingCopy } from './workingCopy.ts';
import type { RuleView } from '../document/ruleView.ts';

/** Changes of the rules of a policy file against base and live policy. */
export interface RuleChanges {
  /** Marks by list of rules, then by rule id. */
  readonly marks: ReadonlyMap<string, ReadonlyMap<string, RuleMark>>;
  /** Changes of others on the console since the base, by the last read. */
  readonly live: readonly LiveChange[];
  /** See `RuleMarks.conflicts`. */
  readonly conflicts?: number | undefined;
}

/** The empty result: there are no differences, or they are unknown. */
export const noRuleChanges: RuleChanges = { marks: new Map(), live: [] };

/** The marks of the rules of one list, by their places. */
export function marksOf(
  { marks }: RuleChanges,
  array: string,
  rules: readonly RuleView[],
): readonly (RuleMark | undefined)[] {
  const ofList = marks.get(array);
  return ofList?.size ? ruleIds(rules).map((id) => ofList.get(id)) : [];
}

/** Returns true when both have equal marks, changes and conflicts. */
export function sameRuleChanges(before: RuleChanges, after: RuleChanges): boolean {
  return before === after || plainOf(before) === plainOf(after);
}

function plainOf({ marks, live, conflicts }: RuleChanges): string {
  return JSON.stringify([[...marks].map(([array, ofList]) => [array, [...ofList]]), live, conflicts]);
}

const cachedChanges = new WeakMap<PolicyDocument, { readonly of: string; readonly changes: RuleChanges }>();

/**
 * Marks the rules of a policy file; makes no request. Returns no changes when the base is unknown, or the file
 * cannot be compared. A result stays cached until one of its documents changes.
 */
export async function ruleChanges(context: SyncContext, kind: PolicyKind): Promise<RuleChanges> {
  const file = await workingCopy(context, kind);
  const hash = await context.bases.hash(kind);
  if (file?.hash === undefined || hash === undefined) {
    return noRuleChanges;
  }
  const { document: copy, hash: now } = file;
  // A read that found the base again changes nothing.
  const answer = context.known.answer(kind.name);
  const live = answer?.hash === hash ? undefined : answer;
  const of = [hash, live?.hash ?? '', now].join(' ');
  const known = cachedChanges.get(copy);
  if (known?.of === of) {
    return known.changes;
  }
  if (now === (live?.hash ?? hash)) {
    return noRuleChanges;
  }
  const base = live || !answer ? await context.bases.documentOf(kind, hash) : answer.document;
  const mine = base && valueSharingRules(copy, kind, base);
  // A failed comparison is not cached, so the next call tries again.
  if (!base || !mine) {
    return noRuleChanges;
  }
  const changes = compare(kind, base, copy, mine, live?.document);
  cachedChanges.set(copy, { of, changes });
  return changes;
}

function compare(
  kind: PolicyKind,
  base: JsonObject,
  document: PolicyDocument,
  mine: JsonObject,
  live: JsonObject | undefined,
): RuleChanges {
  const { marks, live: liveChanges, conflicts } = markRules(kind, base, mine, live);
  const byId = new Map<string, ReadonlyMap<string, RuleMark>>();
  for (const { key, rules } of document.arrays()) {
    const ids = ruleIds(rules);
    const marked = [...(marks.get(key) ?? [])].map(([index, mark]) => [ids[index] ?? '', mark] as const);
    byId.set(key, new Map(marked));
  }
  return { marks: byId, live: liveChanges, conflicts };
}
