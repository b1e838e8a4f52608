import type { Form } from './comparisonForm.ts';
import {
  arrayAt,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  stringAt,
} from '../json/json.ts';
import type { PlanStep } from './planStep.ts';
import { ruleName } from './ruleMatch.ts';
import { sameRule } from './sameForm.ts';
import { otherRules } from './similarRules.ts';

/** Part of 1: what the editor's setting starts with, and what the command line goes by. */
export const usualRemovedShare = 0.3;

/** How a rule is taken away. `replaced`: under its name stands another one, or it stands under another name. */
export type RemovalReason = 'removed' | 'disabled' | 'replaced';

export interface RemovedRule {
  readonly name: string;
  readonly reason: RemovalReason;
}

/** What a push would take away. */
export interface PushRisk {
  readonly rules: readonly RemovedRule[];
  /** Their names: what a confirmation has to name. */
  readonly removed: readonly string[];
  /** Names of those that came with the console. */
  readonly builtIn: readonly string[];
  /** Of the array that loses the largest part of its rules: how many of how many. */
  readonly most: { readonly count: number; readonly of: number };
  /** The same as a part of 1. */
  readonly share: number;
}

interface Gone extends RemovedRule {
  readonly array: string;
  /** Its place in live. */
  readonly from: number;
}

/** Without it, the rules of an array do nothing. */
const switches: Readonly<Record<string, string>> = {
  containerRules: 'containerEnabled',
  hostRules: 'hostEnabled',
};

/**
 * Counts what names hide as well: a disabled rule does no more than a removed one, and a rule that came with the console
 * is gone when it is renamed or when another one goes by its name.
 *
 * @param steps from `live` to `next`
 * @param form of a rule
 */
export function pushRisk(
  live: JsonObject,
  next: JsonObject,
  steps: readonly PlanStep[],
  form: Form,
): PushRisk {
  const goneAt = new Map<string, Gone>();
  for (const gone of [...goneByStep(live, next, steps, form), ...switchedOff(live, next)]) {
    const place = `${gone.array} ${gone.from}`;
    goneAt.set(place, goneAt.get(place) ?? gone);
  }
  const gone = [...goneAt.values()];
  const byArray = new Map<string, number>();
  let most = { count: 0, of: 1 };
  for (const { array } of gone) {
    byArray.set(array, (byArray.get(array) ?? 0) + 1);
  }
  for (const [array, count] of byArray) {
    const of = Math.max(arrayAt(live, array).length, 1);
    most = count / of > most.count / most.of ? { count, of } : most;
  }
  return {
    rules: gone.map(({ name, reason }) => ({ name, reason })),
    removed: gone.map(({ name }) => name),
    builtIn: gone.filter(({ array, from }) => isBuiltIn(arrayAt(live, array)[from])).map(({ name }) => name),
    most,
    share: most.count / most.of,
  };
}

/** Whether a person has to be asked again. Removing more than `share` (0 to 1) of the rules of an array is unusual. */
export function isUnusual(risk: Pick<PushRisk, 'builtIn' | 'share'>, share: number): boolean {
  return risk.builtIn.length > 0 || risk.share > share;
}

function goneByStep(live: JsonObject, next: JsonObject, steps: readonly PlanStep[], form: Form): Gone[] {
  const changed = new Set(
    steps.flatMap((step) => (step.kind === 'change' ? [`${step.array} ${step.to}`] : [])),
  );
  const isOther = otherRules(form);
  const removed = steps.flatMap((step) => (step.kind === 'remove' ? [step] : []));
  /** Removed rules that stay after all: what was taken for another one of their name is what became of them. */
  const kept = new Set<PlanStep>();
  const gone = steps.flatMap((step): (Gone & { readonly step: PlanStep })[] => {
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
      const isGone = changed.has(`${array} ${to}`) || isBuiltIn(before);
      return isGone ? [{ array, from, name: step.previousName, reason: 'replaced', step }] : [];
    }
    const name = ruleName(before);
    if (isDisabled(after) && !isDisabled(before)) {
      return [{ array, from, name, reason: 'disabled', step }];
    }
    if (!isBuiltIn(before) || !isOther(rules, from, after)) {
      return [];
    }
    const own = removed.find(
      (one) => one.array === array && one.rule === name && !kept.has(one) && !isOther(rules, one.from, after),
    );
    if (own) {
      kept.add(own);
    }
    return [{ array, from, name, reason: own ? 'removed' : 'replaced', step }];
  });
  return gone.filter(({ step }) => !kept.has(step));
}

/** Of two rules that say the same under one name, nobody can tell which one went: the one that is missed is counted. */
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

function switchedOff(live: JsonObject, next: JsonObject): Gone[] {
  return Object.entries(switches).flatMap(([array, key]) =>
    live.get(key) === true && next.get(key) !== true
      ? arrayAt(live, array).map((rule, from): Gone => ({
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
 * Rules that the console came with: there is no way to get them back from it. However the owner and the name are spelled,
 * as a guard that goes by spelling is passed by spelling.
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
