import { rising, together, type Change } from './change.ts';
import type { Grace, Thresholds } from './thresholds.ts';

/** What a rule does to what is found, by its severity and its age. */
export interface Outcomes extends Thresholds {
  readonly grace: Grace;
}

export const noGrace: Grace = [[0, 0]];

/**
 * Both at every severity and age at which either of them does something else: what is in grace is not blocked, only alerted
 * on where the rule alerts. 0 nothing, 1 an alert, 2 a block.
 */
export function outcomesChange(from: Outcomes, to: Outcomes): Change {
  const found = new Set(
    [from, to].flatMap(({ alertFrom, blockFrom, grace }) => [
      alertFrom,
      blockFrom,
      ...grace.map(([at]) => at),
    ]),
  );
  return together(
    [...found, -Infinity]
      .filter((severity) => severity < Infinity)
      .flatMap((severity) =>
        [0, daysAt(from.grace, severity), daysAt(to.grace, severity)].map((age) =>
          rising(outcomeOf(from, severity, age), outcomeOf(to, severity, age)),
        ),
      ),
  );
}

function outcomeOf({ alertFrom, blockFrom, grace }: Outcomes, severity: number, age: number): number {
  if (severity >= blockFrom && age >= daysAt(grace, severity)) {
    return 2;
  }
  return severity >= alertFrom ? 1 : 0;
}

/** What is less than low has the days of low. */
export function daysAt(grace: Grace, severity: number): number {
  return (grace.find(([from]) => severity >= from) ?? grace.at(-1))?.[1] ?? 0;
}

export function hasGrace(grace: Grace): boolean {
  return grace.some(([, days]) => days > 0);
}
