import { arrayAt, isJsonObject, stringAt, type JsonObject, type JsonValue } from './json.ts';
import type { PlanStep } from './planStep.ts';

/** Part of 1: what the editor's setting starts with, and what the command line goes by. */
export const usualRemovedShare = 0.3;

/** What a push would take away. */
export interface PushRisk {
  /** Names of rules that are removed, or that a rename takes away. */
  readonly removed: readonly string[];
  /** Those of them that came with the console. */
  readonly builtIn: readonly string[];
  /** The largest part of the rules of one array that is removed, 0 to 1. */
  readonly share: number;
}

/**
 * Counts what a rename hides as well: a rule that came with the console is gone when it is renamed, and a renamed rule
 * that says something else than before may be another one.
 *
 * @param live what `steps` start from
 */
export function pushRisk(live: JsonObject, steps: readonly PlanStep[]): PushRisk {
  const places = new Set(
    steps.flatMap((step) => (step.kind === 'change' ? [`${step.array} ${step.to}`] : [])),
  );
  const gone = steps.flatMap((step): Gone[] => {
    if (step.kind === 'remove') {
      return [{ array: step.array, from: step.from, name: step.rule }];
    }
    const isChanged = step.kind === 'rename' && places.has(`${step.array} ${step.to}`);
    return step.kind === 'rename' && (isChanged || isBuiltIn(arrayAt(live, step.array)[step.from]))
      ? [{ array: step.array, from: step.from, name: step.previousName }]
      : [];
  });
  const byArray = new Map<string, number>();
  for (const { array } of gone) {
    byArray.set(array, (byArray.get(array) ?? 0) + 1);
  }
  return {
    removed: gone.map(({ name }) => name),
    builtIn: gone.filter(({ array, from }) => isBuiltIn(arrayAt(live, array)[from])).map(({ name }) => name),
    share: Math.max(
      0,
      ...Array.from(byArray, ([array, count]) => count / Math.max(arrayAt(live, array).length, 1)),
    ),
  };
}

interface Gone {
  readonly array: string;
  /** Its place in live. */
  readonly from: number;
  readonly name: string;
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
