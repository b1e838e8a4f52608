import type { Plain } from './finding.ts';
import { isPlain, listAt, objectAt } from './plain.ts';

export interface WrittenCheck {
  readonly id: number;
  readonly block: boolean;
  readonly index: number;
}

/** Where the checks of a compliance rule are. */
export const checksPath = ['condition', 'vulnerabilities'] as const;

/** The checks of a rule that have a number. */
export function checksOf(rule: Plain): readonly WrittenCheck[] {
  return listAt(objectAt(rule, 'condition'), 'vulnerabilities').flatMap((item, index) => {
    const id = isPlain(item) ? item['id'] : undefined;
    return typeof id === 'number' ? [{ id, block: isPlain(item) && item['block'] === true, index }] : [];
  });
}

/** Numbers from here on are checks that the organisation wrote itself. */
export const firstCustomCheck = 9000;
