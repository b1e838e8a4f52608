import { closest } from '../util/closest.ts';
import type { TestFix } from './policyTest.ts';
import type { Path } from './problems.ts';

/** The word that was meant; where none is near, each that there is, to choose from. */
export function wordFixes(written: unknown, words: readonly string[], path: Path): readonly TestFix[] {
  const meant = typeof written === 'string' ? closest(written, words) : undefined;
  const plain = words.filter((word) => !word.includes(' '));
  return meant === undefined
    ? plain.map((value) => ({
        kind: 'set',
        path,
        value,
        ...(plain.length > 1 && { isChoice: true as const }),
      }))
    : [{ kind: 'set', path, value: meant }];
}

/** The member that was meant, where one is near that is not there yet; or none. */
export function memberFixes(key: string, free: readonly string[], path: Path): readonly TestFix[] {
  const meant = closest(key, free);
  return meant === undefined
    ? [{ kind: 'remove', path }]
    : [
        { kind: 'rename-key', path, key: meant },
        { kind: 'remove', path, isChoice: true },
      ];
}
