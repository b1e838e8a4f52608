import { ruleFormOf } from './comparisonForm.ts';
import type { PolicyKind } from './families.ts';
import {
  arrayAt,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  stringAt,
} from '../json/json.ts';
import type { PlanStep } from './ruleDiff.ts';
import { ruleName } from './ruleMatch.ts';
import { sameRule } from './canonical.ts';
import { differentRuleTest } from './similarRules.ts';
import type { Form } from './fieldTypes.ts';

/** The default share of removed rules, from 0 to 1, for the editor's setting and the command line. */
export const DEFAULT_REMOVED_SHARE = 0.3;

/** The way in which a rule is lost. `replaced`: another rule has its name now, or the rule has another name. */
export type RemovalReason = 'removed' | 'disabled' | 'replaced';

interface RemovedRule {
  readonly name: string;
  readonly reason: RemovalReason;
}

/** The rules that a push would remove, disable or replace. */
export interface PushRisk {
  readonly rules: readonly RemovedRule[];
  /** The names that a confirmation has to contain. */
  readonly removed: readonly string[];
  /** The names of the lost rules that are built-in. */
  readonly builtIn: readonly string[];
  /** The lost rules and all rules of the array that loses the largest share. */
  readonly largestLoss: { readonly count: number; readonly of: number };
  /** `largestLoss` as a share from 0 to 1. */
  readonly share: number;
}

interface LostRule extends RemovedRule {
  readonly array: string;
  /** The index of the rule in the live policy. */
  readonly from: number;
}

/**
 * Counts losses that the names hide. A disabled rule does no more than a removed rule. A built-in rule is
 * lost when it is renamed or when another rule takes its name.
 *
 * @param steps from `live` to `next`
 */
export function pushRisk(
  kind: PolicyKind,
  live: JsonObject,
  next: JsonObject,
  steps: readonly PlanStep[],
): PushRisk {
  const lostAt = new Map<string, LostRule>();
  const all = [...lostBySteps(live, next, steps, ruleFormOf(kind)), ...lostBySwitch(kind, live, next)];
  for (const rule of all) {
    const place = `${rule.array} ${rule.from}`;
    lostAt.set(place, lostAt.get(place) ?? rule);
  }
  const lost = [...lostAt.values()];
  let largest = { count: 0, of: 1 };
  for (const { key } of kind.arrays) {
    const count = lost.filter(({ array }) => array === key).length;
    const of = Math.max(arrayAt(live, key).length, 1);
    largest = count / of > largest.count / largest.of ? { count, of } : largest;
  }
  return {
    rules: lost.map(({ name, reason }) => ({ name, reason })),
    removed: lost.map(({ name }) => name),
    builtIn: lost.filter(({ array, from }) => isBuiltIn(arrayAt(live, array)[from])).map(({ name }) => name),
    largestLoss: largest,
    share: largest.count / largest.of,
  };
}

/**
 * The push needs one more confirmation. Removing more than `share` (0 to 1) of the rules of an array is
 * unusual.
 */
export function isUnusual(risk: Pick<PushRisk, 'builtIn' | 'share'>, share: number): boolean {
  return risk.builtIn.length > 0 || risk.share > share;
}

function lostBySteps(live: JsonObject, next: JsonObject, steps: readonly PlanStep[], form: Form): LostRule[] {
  const changed = new Set(
    steps.flatMap((step) => (step.kind === 'change' ? [`${step.array} ${step.to}`] : [])),
  );
  const isOther = differentRuleTest(form);
  const removed = steps.flatMap((step) => (step.kind === 'remove' ? [step] : []));
  /** Removed rules that survive, because the plan paired their content with another rule of the same name. */
  const kept = new Set<PlanStep>();
  const lost = steps.flatMap((step): (LostRule & { readonly step: PlanStep })[] => {
    if (step.kind === 'remove') {
      const from = builtInTwin(arrayAt(live, step.array), step.from, form);
      return [{ array: step.array, from, name: step.rule, reason: 'removed', step }];
    }
    if (step.kind !== 'change' && step.kind !== 'rename') {
      return [];
    }
    const { array, from, to } = step;
    const rules = arrayAt(live, array);
    const [before, after] = [rules[from], arrayAt(next, array)[to]];
    if (step.kind === 'rename') {
      const isLost = changed.has(`${array} ${to}`) || isBuiltIn(before);
      return isLost ? [{ array, from, name: step.previousName, reason: 'replaced', step }] : [];
    }
    const name = ruleName(before);
    if (isDisabled(after) && !isDisabled(before)) {
      return [{ array, from, name, reason: 'disabled', step }];
    }
    if (!isBuiltIn(before) || !isOther(rules, from, after)) {
      return [];
    }
    const own = removed.find(
      (candidate) =>
        candidate.array === array &&
        candidate.rule === name &&
        !kept.has(candidate) &&
        !isOther(rules, candidate.from, after),
    );
    if (own) {
      kept.add(own);
    }
    return [{ array, from, name, reason: own ? 'removed' : 'replaced', step }];
  });
  return lost.filter(({ step }) => !kept.has(step));
}

/** Two equal rules of one name are indistinguishable, so the built-in rule counts as the lost rule. */
function builtInTwin(rules: JsonArray, from: number, form: Form): number {
  const rule = rules[from];
  if (rule === undefined || isBuiltIn(rule)) {
    return from;
  }
  const twin = rules.findIndex(
    (other) => isBuiltIn(other) && ruleName(other) === ruleName(rule) && sameRule(other, rule, form),
  );
  return twin === -1 ? from : twin;
}

function lostBySwitch({ arrays }: PolicyKind, live: JsonObject, next: JsonObject): LostRule[] {
  return arrays.flatMap(({ key: array, enabledBy = '' }) =>
    live.get(enabledBy) === true && next.get(enabledBy) !== true
      ? arrayAt(live, array).map((rule, from): LostRule => ({
          array,
          from,
          name: ruleName(rule),
          reason: 'disabled',
        }))
      : [],
  );
}

function isDisabled(rule: JsonValue | undefined): boolean {
  return isJsonObject(rule) && rule.get('disabled') === true;
}

const prefix = 'default - ';

/**
 * The console cannot restore its built-in rules. Owner and name match in any spelling, so that another
 * spelling does not bypass the guard.
 */
function isBuiltIn(rule: JsonValue | undefined): boolean {
  return (
    isJsonObject(rule) &&
    (folded(stringAt(rule, 'owner')).trim() === 'system' || folded(stringAt(rule, 'name')).startsWith(prefix))
  );
}

function folded(text = ''): string {
  return text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trimStart().toLowerCase();
}
