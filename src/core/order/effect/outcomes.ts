import { changeOf, type Change } from './change.ts';
import type { Grace, Thresholds } from './thresholds.ts';

export const noGrace: Grace = [[0, 0]];

/**
 * Compares two rules at each severity and age at which either changes its action: a finding in
 * grace is not blocked, only alerted on where the rule alerts. 0 nothing, 1 an alert, 2 a block.
 */
export function outcomesChange(from: Thresholds, graceFrom: Grace, to: Thresholds, graceTo: Grace): Change {
  let isWeaker = false;
  let isStricter = false;
  const look = (severity: number): void => {
    if (!(severity < Infinity)) {
      return;
    }
    const before = daysAt(graceFrom, severity);
    const after = daysAt(graceTo, severity);
    for (let each = 0; each < 3; each++) {
      const age = each === 0 ? 0 : each === 1 ? before : after;
      const more = outcomeOf(to, severity, age, after) - outcomeOf(from, severity, age, before);
      isWeaker ||= more < 0;
      isStricter ||= more > 0;
    }
  };
  look(-Infinity);
  for (const [{ alertFrom, blockFrom }, grace] of [[from, graceFrom] as const, [to, graceTo] as const]) {
    look(alertFrom);
    look(blockFrom);
    for (const [severity] of grace) {
      look(severity);
    }
  }
  return changeOf({ someWeaker: isWeaker, someStricter: isStricter, someUnknown: false });
}

function outcomeOf(
  { alertFrom, blockFrom }: Thresholds,
  severity: number,
  age: number,
  days: number,
): number {
  if (severity >= blockFrom && age >= days) {
    return 2;
  }
  return severity >= alertFrom ? 1 : 0;
}

/** Severities below low have the days of low. */
function daysAt(grace: Grace, severity: number): number {
  for (const [from, days] of grace) {
    if (severity >= from) {
      return days;
    }
  }
  return grace.at(-1)?.[1] ?? 0;
}

export function hasGrace(grace: Grace): boolean {
  return !grace.every(([, days]) => days <= 0);
}
