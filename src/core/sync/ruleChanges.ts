import type { PolicyDocument } from '../document/policyDocument.ts';
import { valueSharingRules } from '../document/ruleDigests.ts';
import { ruleIds } from '../document/ruleIds.ts';
import type { JsonObject } from '../json/json.ts';
import { markRules, type LiveChange, type RuleMark } from '../policy/ruleMark.ts';
import type { PolicyKind, PolicyName } from '../policy/families.ts';
import type { SyncContext } from './syncContext.ts';
import { workingCopy } from './workingCopy.ts';
import type { RuleView } from '../document/ruleView.ts';

/** Changes of the rules of a policy file against base and live policy. */
export interface RuleChanges {
  /** The compared document; undefined while the policy file cannot be compared. */
  readonly document: PolicyDocument | undefined;
  /** Marks by list of rules, then by rule id. */
  readonly marks: ReadonlyMap<string, ReadonlyMap<string, RuleMark>>;
  /** Changes of others on the console since the base, by the last read. */
  readonly live: readonly LiveChange[];
  /** See `RuleMarks.conflicts`. */
  readonly conflicts?: number | undefined;
}

/** The empty result: there are no differences, or they are unknown. */
export const noRuleChanges: RuleChanges = { document: undefined, marks: new Map(), live: [] };

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

/**
 * Marks the rules of policy files; makes no request. A result stays cached until one of its documents
 * changes.
 */
export class RuleChangesOf {
  readonly #bases = new Map<PolicyName, { readonly hash: string; readonly document: JsonObject }>();
  readonly #changes = new WeakMap<PolicyDocument, { readonly of: string; readonly changes: RuleChanges }>();

  /** Returns no changes when the base is unknown, or the file cannot be compared. */
  async find(context: SyncContext, kind: PolicyKind): Promise<RuleChanges> {
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
    const known = this.#changes.get(copy);
    if (known?.of === of) {
      return known.changes;
    }
    const changes =
      now === (live?.hash ?? hash)
        ? { ...noRuleChanges, document: copy }
        : await this.#compare(context, kind, hash, copy, live?.document);
    // A failed comparison is not cached, so the next call tries again.
    if (changes.document) {
      this.#changes.set(copy, { of, changes });
    }
    return changes;
  }

  async #compare(
    context: SyncContext,
    kind: PolicyKind,
    hash: string,
    copy: PolicyDocument,
    live: JsonObject | undefined,
  ): Promise<RuleChanges> {
    const answer = context.known.answer(kind.name);
    const base = answer?.hash === hash ? answer.document : await this.#base(context, kind, hash);
    const mine = base && valueSharingRules(copy, kind, base);
    if (!base || !mine) {
      return noRuleChanges;
    }
    const { marks, live: liveChanges, conflicts } = markRules(kind, base, mine, live);
    const byId = new Map<string, ReadonlyMap<string, RuleMark>>();
    for (const { key, rules } of copy.arrays()) {
      const ids = ruleIds(rules);
      const marked = [...(marks.get(key) ?? [])].map(([index, mark]) => [ids[index] ?? '', mark] as const);
      byId.set(key, new Map(marked));
    }
    return { document: copy, marks: byId, live: liveChanges, conflicts };
  }

  async #base(context: SyncContext, kind: PolicyKind, hash: string): Promise<JsonObject | undefined> {
    const known = this.#bases.get(kind.name);
    if (known?.hash === hash) {
      return known.document;
    }
    const document = await context.bases.document(kind);
    if (document && (await context.bases.hash(kind)) === hash) {
      this.#bases.set(kind.name, { hash, document });
    }
    return document;
  }
}
