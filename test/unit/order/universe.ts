import { resourceLists } from '../../../src/core/policy/collections.ts';
import type { Point } from '../../../src/core/order/scope.ts';

export function at(named: Partial<Record<(typeof resourceLists)[number], string>>): Point {
  return resourceLists.map((field) => named[field] ?? '');
}

/** Every word of these letters up to a length, the empty one too. A letter that no pattern has stands for all others. */
export function words(letters: readonly string[], longest: number): readonly string[] {
  let last = [''];
  const found = [''];
  for (let length = 0; length < longest; length++) {
    last = last.flatMap((word) => letters.map((letter) => word + letter));
    found.push(...last);
  }
  return found;
}
