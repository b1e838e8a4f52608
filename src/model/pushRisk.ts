import { arrayAt, isJsonObject, stringAt, type JsonObject, type JsonValue } from './json.ts';
import type { PlanStep } from './planStep.ts';

/** Part of 1: what the editor's setting starts with, and what the command line goes by. */
export const usualRemovedShare = 0.3;

/** What a push would take away. */
export interface PushRisk {
  /** Names of rules that are removed. */
  readonly removed: readonly string[];
  /** Those of them that came with the console. */
  readonly builtIn: readonly string[];
  /** The largest part of the rules of one array that is removed, 0 to 1. */
  readonly share: number;
}

/** @param live what `steps` start from */
export function pushRisk(live: JsonObject, steps: readonly PlanStep[]): PushRisk {
  const removed = steps.filter((step) => step.kind === 'remove');
  const byArray = new Map<string, number>();
  for (const { array } of removed) {
    byArray.set(array, (byArray.get(array) ?? 0) + 1);
  }
  return {
    removed: removed.map(({ rule }) => rule),
    builtIn: removed
      .filter(({ array, from }) => isBuiltIn(arrayAt(live, array)[from]))
      .map(({ rule }) => rule),
    share: Math.max(
      0,
      ...Array.from(byArray, ([array, count]) => count / Math.max(arrayAt(live, array).length, 1)),
    ),
  };
}

/** Whether a person has to be asked again. Removing more than `share` (0 to 1) of the rules of an array is unusual. */
export function isUnusual(risk: PushRisk, share: number): boolean {
  return risk.builtIn.length > 0 || risk.share > share;
}

/** Rules that the console came with: there is no way to get them back from it. */
function isBuiltIn(rule: JsonValue | undefined): boolean {
  return (
    isJsonObject(rule) &&
    (stringAt(rule, 'owner') === 'system' || (stringAt(rule, 'name') ?? '').startsWith('Default - '))
  );
}
